import {
  cellsPerColumnLimit,
  cellsPerRowLimit,
  chain,
  familyIs,
  interleave,
  qualifierIs,
  stripValue,
} from '../../bigtable/read/filters';
import type { CallOptions, Filter, Row } from '../../bigtable/client/types';
import type { DirectoryEntry } from '../../core/residency/location';
import { LOCATION_FAMILY } from '../../core/residency/location-family';
import {
  placedTable,
  placementsOfGroup,
  type PlacementGroup,
  type PlacementRules,
} from '../../core/residency/placement-rules';
import {
  isFinding,
  placeOf,
  type ClaimFound,
  type EntryFound,
  type RowPlace,
} from '../../core/residency/row-place';
import { CLAIM_QUALIFIER, claimIn } from '../../core/residency/row-role';
import { objectIdOf } from '../../core/rows/row-key';
import { TidemarkError } from '../../errors';
import type { Scanner } from '../../consistency/store';
import { runBounded } from '../../platform/tasks/run-bounded';
import type { LocationDirectory } from '../../residency/location-directory';
import type { Subject } from '../../residency/locations';
import type { Subjects } from '../../residency/subjects';
import type { PlacementAuditLimits, AuditPart } from './audit-part';
import type { AuditRecord, AuditTally } from './audit-record';

/** A corpus in a placement. */
export interface PlacedCorpus {
  readonly group: PlacementGroup;
  readonly corpus: string;
  readonly placement: string;
}

export interface PlacementPartDependencies {
  readonly rules: PlacementRules;
  readonly subjects: Pick<Subjects, 'of' | 'isServed'>;
  readonly directory: Pick<LocationDirectory, 'nearestOfAll' | 'present'>;
  readonly scanner: Scanner;
  readonly limits: PlacementAuditLimits;
}

/**
 * Passes one cell of any family, since the key of a row is the id of an object, whatever the row has, and the claim.
 */
export const AUDITED_CELLS: Filter = interleave(
  chain(cellsPerRowLimit(1), stripValue()),
  chain(familyIs(LOCATION_FAMILY), qualifierIs(CLAIM_QUALIFIER), cellsPerColumnLimit(1)),
);

/**
 * Audits the rows of a corpus in one placement. A row is a finding only if the cluster that decides about the subject's
 * entry shows the same entry before and after another look at the row.
 */
export class PlacementPart implements AuditPart {
  readonly table: string;
  readonly scanner: Scanner;
  readonly filter = AUDITED_CELLS;
  readonly #of: PlacedCorpus;
  readonly #dependencies: PlacementPartDependencies;

  constructor(of: PlacedCorpus, dependencies: PlacementPartDependencies) {
    this.#of = of;
    this.#dependencies = dependencies;
    this.table = placedTable(of.group, of.corpus, of.placement);
    this.scanner = dependencies.scanner;
  }

  async compare(rows: readonly Row[], tally: AuditTally, call: CallOptions): Promise<readonly AuditRecord[]> {
    const { limits, subjects } = this.#dependencies;
    const found = rows.flatMap(({ key, cells }) => {
      const subject = subjects.of(this.#of.group, key);
      return subject === undefined ? [] : [{ subject, claim: claimOf(cells) }];
    });
    tally.rows += found.length;
    const entries = await this.#entriesOf(
      found.map(({ subject }) => subject),
      call,
    );
    const candidates = found.flatMap(({ subject, claim }, at): Candidate[] => {
      const compared = this.#compare(entries[at], claim);
      return compared.place === 'in-place' ? [] : [{ subject, compared }];
    });
    const records = await runBounded(candidates, limits.confirmationsInFlight, ({ subject, compared }) =>
      isFinding(compared.place) ? this.#confirm(subject, call) : this.#record(subject, compared, call),
    );
    return records.flatMap((record) => {
      if (record === undefined) return [];
      if (record.place === 'moving') tally.rowsMoving += 1;
      else tally.findings[record.place] += 1;
      return [record];
    });
  }

  #compare(entry: EntryFound, claim: ClaimFound): Compared {
    const { rules } = this.#dependencies;
    return { entry, claim, place: placeOf(rules, { ...this.#of, claim }, entry) };
  }

  /** Returns the entries as the nearest cluster shows them. */
  async #entriesOf(subjects: readonly Subject[], call: CallOptions): Promise<readonly EntryFound[]> {
    const { limits } = this.#dependencies;
    const chunks: (readonly Subject[])[] = [];
    for (let at = 0; at < subjects.length; at += limits.entriesPerRead)
      chunks.push(subjects.slice(at, at + limits.entriesPerRead));
    const found = await runBounded(chunks, limits.readsInFlight, (chunk) => this.#readTogether(chunk, call));
    return found.flat();
  }

  /** One corrupted entry fails the read of all; each is then read by itself. */
  async #readTogether(chunk: readonly Subject[], call: CallOptions): Promise<readonly EntryFound[]> {
    const { directory, limits } = this.#dependencies;
    const keys = chunk.map(({ key }) => key);
    try {
      return await directory.nearestOfAll(keys, call);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      return runBounded(chunk, limits.readsInFlight, (subject) => this.#present(subject, call));
    }
  }

  async #present({ key }: Subject, call: CallOptions): Promise<EntryFound> {
    try {
      return await this.#dependencies.directory.present(key, call);
    } catch (error) {
      if (isCorruption(error)) return 'corrupted';
      throw error;
    }
  }

  async #confirm(subject: Subject, call: CallOptions): Promise<AuditRecord | undefined> {
    for (let entry = await this.#present(subject, call); ;) {
      const row = await this.#rowIn(this.table, subject.rowKey, call);
      if (row === undefined) return undefined;
      const compared = this.#compare(entry, claimOf(row.cells));
      if (!isFinding(compared.place)) return this.#record(subject, compared, call);
      const later = await this.#present(subject, call);
      if (isSame(entry, later)) return this.#record(subject, compared, call);
      entry = later;
    }
  }

  async #record(
    subject: Subject,
    { place, entry, claim }: Compared,
    call: CallOptions,
  ): Promise<AuditRecord | undefined> {
    if (place === 'in-place') return undefined;
    const { group, corpus, placement } = this.#of;
    const { key, rowKey } = subject;
    const alsoIn = place === 'moving' ? [] : await this.#otherPlacements(rowKey, call);
    const objectId = objectIdOf(rowKey)!;
    return {
      place,
      table: this.table,
      subject: key,
      row: { group: group.name, corpus, placement, objectId, key: rowKey, claim, alsoIn },
      entry: entry === 'corrupted' ? undefined : entry,
    };
  }

  async #otherPlacements(key: Buffer, call: CallOptions): Promise<readonly string[]> {
    const { group, corpus, placement } = this.#of;
    const { rules, subjects } = this.#dependencies;
    const others = placementsOfGroup(rules, group).filter(
      ({ name }) => name !== placement && subjects.isServed(name),
    );
    const have = await Promise.all(
      others.map(({ name }) => this.#rowIn(placedTable(group, corpus, name), key, call)),
    );
    return others.filter((_other, at) => have[at] !== undefined).map(({ name }) => name);
  }

  /** Returns the row; undefined if it has no cell. Readers would not show one that has only watermarks. */
  async #rowIn(table: string, key: Buffer, call: CallOptions): Promise<Row | undefined> {
    const bound = { key, inclusive: true };
    const scan = { table, ranges: [{ start: bound, end: bound }], filter: AUDITED_CELLS };
    for await (const row of this.scanner.scan(scan, call)) return row;
    return undefined;
  }
}

/** Result of comparing a row with the entry of its subject. */
interface Compared {
  readonly place: RowPlace;
  readonly entry: EntryFound;
  readonly claim: ClaimFound;
}

interface Candidate {
  readonly subject: Subject;
  readonly compared: Compared;
}

export function claimOf(cells: Row['cells']): ClaimFound {
  try {
    // The first cell of a row may be that of the claim, and then comes without its value, too.
    return claimIn(cells.filter(({ value }) => value.length > 0));
  } catch (error) {
    if (isCorruption(error)) return 'corrupted';
    throw error;
  }
}

const isCorruption = (error: unknown): boolean =>
  error instanceof TidemarkError && error.code === 'data_corrupted';

function isSame(a: EntryFound, b: EntryFound): boolean {
  if (!isEntry(a) || !isEntry(b)) return a === b;
  return a.epoch === b.epoch && a.state === b.state;
}

const isEntry = (found: EntryFound): found is DirectoryEntry => found !== undefined && found !== 'corrupted';
