/** The tables that a rebuild scans, and which of their rows it compares in detail. */
import { cellsPerColumnLimit, chain, familyIs } from '../../../bigtable/read/filters';
import type { CallOptions, Filter, Row } from '../../../bigtable/client/types';
import { isLater, type DirectoryEntry } from '../../../core/residency/location';
import { LOCATION_FAMILY } from '../../../core/residency/location-family';
import {
  DIRECTORY_TABLE,
  fenceTable,
  placedTable,
  placementsOfGroup,
  type PlacementGroup,
  type PlacementRules,
} from '../../../core/residency/placement-rules';
import { placeOf } from '../../../core/residency/row-place';
import {
  decodeEntry,
  decodeFence,
  ENTRY_QUALIFIER,
  FENCE_QUALIFIER,
} from '../../../core/residency/stored-location';
import type { SubjectKey } from '../../../core/residency/subject-key';
import { objectIdOf } from '../../../core/rows/row-key';
import { TidemarkError } from '../../../errors';
import { runBounded } from '../../../platform/tasks/run-bounded';
import type { Scanner } from '../../../consistency/store';
import type { LocationDirectory } from '../../../residency/location-directory';
import type { Subjects } from '../../../residency/subjects';
import { AUDITED_CELLS, claimOf } from '../placement-part';
import type { RebuildTally } from './rebuild-tally';
import type { SoughtSubject } from './subject-evidence';

/** A table that a rebuild scans. */
export interface RebuildPart {
  readonly table: string;
  readonly scanner: Scanner;
  readonly filter: Filter;
  /** Returns the subjects of the rows that may need another entry, and adds the rows to the totals. */
  candidates(rows: readonly Row[], tally: RebuildTally, call: CallOptions): Promise<readonly SoughtSubject[]>;
}

export interface RebuildPartsDependencies {
  readonly rules: PlacementRules;
  readonly subjects: Pick<Subjects, 'of'>;
  readonly directory: Pick<LocationDirectory, 'nearestOfAll' | 'present'>;
  /** Scanner of the placements' tables, by their names in the store. */
  readonly scanner: Scanner;
  /** Scanner that reaches the directory. */
  readonly directoryScanner: Scanner;
  readonly limits: { readonly entriesPerRead: number; readonly readsInFlight: number };
}

/** An entry that was looked up. `unknown`: it cannot be decoded. */
type FoundEntry = DirectoryEntry | 'unknown' | undefined;

const LOCATION_CELLS: Filter = chain(familyIs(LOCATION_FAMILY), cellsPerColumnLimit(1));

/**
 * Returns the tables to scan: the corpora of each group in each placement, the fences of each placement, and the directory.
 * Rows come first, because fences and entries without rows are decided by less.
 */
export function rebuildParts(dependencies: RebuildPartsDependencies): readonly RebuildPart[] {
  const { rules } = dependencies;
  const corpora = [...rules.groups.values()].flatMap((group) =>
    placementsOfGroup(rules, group).flatMap(({ name }) =>
      group.corpora.map((corpus) => rowsPart(dependencies, { group, corpus, placement: name })),
    ),
  );
  const fences = [...rules.placements.keys()].map((placement) => fencesPart(dependencies, placement));
  return [...corpora, ...fences, entriesPart(dependencies)];
}

function rowsPart(
  dependencies: RebuildPartsDependencies,
  of: { readonly group: PlacementGroup; readonly corpus: string; readonly placement: string },
): RebuildPart {
  const { rules, subjects, scanner } = dependencies;
  return {
    table: placedTable(of.group, of.corpus, of.placement),
    scanner,
    filter: AUDITED_CELLS,
    async candidates(rows, tally, call) {
      const found = rows.flatMap(({ key, cells }) => {
        const subject = subjects.of(of.group, key);
        return subject === undefined ? [] : [{ subject, claim: claimOf(cells) }];
      });
      tally.rows += found.length;
      const keys = found.map(({ subject }) => subject.key);
      const entries = await entriesOf(dependencies, keys, call);
      return found
        .filter(({ claim }, at) => {
          const entry = entries[at];
          return entry === 'unknown' || placeOf(rules, { ...of, claim }, entry) !== 'in-place';
        })
        .map(({ subject }) => subject);
    },
  };
}

/** Fences outlive what they announce by 30 days, and are the only sign of a user without rows. */
function fencesPart(dependencies: RebuildPartsDependencies, placement: string): RebuildPart {
  const { rules, scanner } = dependencies;
  const [only, ...others] = rules.groups.values();
  return {
    table: fenceTable(placement),
    scanner,
    filter: LOCATION_CELLS,
    async candidates(rows, tally, call) {
      const fences = rows.flatMap(({ key, cells }) => {
        const subject = objectIdOf(key);
        const cell = cells.find(({ qualifier }) => qualifier.equals(FENCE_QUALIFIER));
        return subject === undefined || cell === undefined
          ? []
          : [{ subject, fence: decodeFence(cell.value) }];
      });
      tally.fences += fences.length;
      const keys = fences.map(({ subject }) => subject);
      const entries = await entriesOf(dependencies, keys, call);
      return fences.flatMap(({ subject, fence }, at): SoughtSubject[] => {
        const entry = entries[at];
        if (entry === 'unknown' || (entry !== undefined && !isLater(fence, entry))) return [];
        // A fence does not name the group: without an entry and without rows it can only be the only one.
        const group =
          entry === undefined ? (others.length === 0 ? only : undefined) : rules.groups.get(entry.group);
        return group === undefined ? [] : [{ key: subject, group, rowKey: undefined }];
      });
    },
  };
}

/** Entries of moves that had not ended when the backup was made, of users without rows. */
function entriesPart({ rules, directoryScanner }: RebuildPartsDependencies): RebuildPart {
  return {
    table: DIRECTORY_TABLE,
    scanner: directoryScanner,
    filter: LOCATION_CELLS,
    candidates(rows, tally) {
      const found = rows.flatMap(({ key, cells }): SoughtSubject[] => {
        const subject = objectIdOf(key);
        const cell = cells.find(({ qualifier }) => qualifier.equals(ENTRY_QUALIFIER));
        if (subject === undefined || cell === undefined) return [];
        tally.entries += 1;
        const entry = decoded(cell.value);
        const group = entry === undefined ? undefined : rules.groups.get(entry.group);
        if (entry === undefined || group === undefined || entry.state === 'home') return [];
        return [{ key: subject, group, rowKey: undefined }];
      });
      return Promise.resolve(found);
    },
  };
}

/** Returns the entries as the nearest cluster shows them. One that is corrupted fails a read of several. */
async function entriesOf(
  { directory, limits }: RebuildPartsDependencies,
  keys: readonly SubjectKey[],
  call: CallOptions,
): Promise<readonly FoundEntry[]> {
  const chunks: (readonly SubjectKey[])[] = [];
  for (let at = 0; at < keys.length; at += limits.entriesPerRead)
    chunks.push(keys.slice(at, at + limits.entriesPerRead));
  const found = await runBounded(
    chunks,
    limits.readsInFlight,
    async (chunk): Promise<readonly FoundEntry[]> => {
      try {
        return await directory.nearestOfAll(chunk, call);
      } catch (error) {
        if (!isCorruption(error)) throw error;
        return chunk.map(() => 'unknown');
      }
    },
  );
  return found.flat();
}

function decoded(value: Buffer): DirectoryEntry | undefined {
  try {
    return decodeEntry(value);
  } catch (error) {
    if (isCorruption(error)) return undefined;
    throw error;
  }
}

const isCorruption = (error: unknown): boolean =>
  error instanceof TidemarkError && error.code === 'data_corrupted';
