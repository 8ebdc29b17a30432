import { cellsPerColumnLimit, chain, familyIs } from '../../bigtable/read/filters';
import type { CallOptions, Filter } from '../../bigtable/client/types';
import type { DirectoryEntry } from '../../core/residency/location';
import { LOCATION_FAMILY } from '../../core/residency/location-family';
import { DIRECTORY_TABLE, type PlacementRules } from '../../core/residency/placement-rules';
import { relocationOf, type Relocation } from '../../core/residency/relocation';
import { decodeEntry, ENTRY_QUALIFIER } from '../../core/residency/stored-location';
import type { SubjectKey } from '../../core/residency/subject-key';
import { objectIdOf } from '../../core/rows/row-key';
import { TidemarkError } from '../../errors';
import type { Scanner } from '../../consistency/store';

/** Subject that the rules would move. */
export interface PlannedRelocation
  extends Relocation, Pick<DirectoryEntry, 'group' | 'reason' | 'accessLocation'> {
  readonly subjectKey: SubjectKey;
}

/** Totals of a plan, in entries of the directory. */
export interface RelocationTally {
  entries: number;
  relocations: number;
  /** Entries of subjects that are moving now. They count by the placement that they move to. */
  moving: number;
  /** Entries of subjects with an assigned placement. */
  explicit: number;
  /** Entries of groups that the rules do not have. */
  unknownGroup: number;
  corrupted: number;
}

export interface RelocationPlan {
  readonly tally: Readonly<RelocationTally>;
  /** Subjects to move, in the order of the directory. Fills the tally as it is read. */
  readonly relocations: AsyncIterable<PlannedRelocation>;
}

const ENTRIES: Filter = chain(familyIs(LOCATION_FAMILY), cellsPerColumnLimit(1));

/**
 * Plans which subjects the rules would move, and changes nothing. Subjects without an entry are not known: they have no
 * data, or stay in the default placement. `scanner`: one that reaches the directory.
 */
export function planRelocations(
  rules: PlacementRules,
  scanner: Pick<Scanner, 'scan'>,
  options: CallOptions,
): RelocationPlan {
  const tally = { entries: 0, relocations: 0, moving: 0, explicit: 0, unknownGroup: 0, corrupted: 0 };
  return { tally, relocations: relocations({ rules, scanner, tally }, options) };
}

async function* relocations(
  {
    rules,
    scanner,
    tally,
  }: {
    readonly rules: PlacementRules;
    readonly scanner: Pick<Scanner, 'scan'>;
    readonly tally: RelocationTally;
  },
  options: CallOptions,
): AsyncGenerator<PlannedRelocation> {
  for await (const { key, cells } of scanner.scan({ table: DIRECTORY_TABLE, filter: ENTRIES }, options)) {
    const subjectKey = objectIdOf(key);
    const cell = cells.find(({ qualifier }) => qualifier.equals(ENTRY_QUALIFIER));
    if (subjectKey === undefined || cell === undefined) continue;
    tally.entries += 1;
    const entry = decoded(cell.value);
    if (entry === undefined) {
      tally.corrupted += 1;
      continue;
    }
    if (entry.state !== 'home') tally.moving += 1;
    if (entry.reason === 'explicit') tally.explicit += 1;
    const relocation = relocationOf(rules, entry);
    if (relocation === undefined) continue;
    if (relocation === 'unknown-group') {
      tally.unknownGroup += 1;
      continue;
    }
    tally.relocations += 1;
    const { group, reason, accessLocation } = entry;
    yield { subjectKey, group, ...relocation, reason, accessLocation };
  }
}

function decoded(bytes: Buffer): DirectoryEntry | undefined {
  try {
    return decodeEntry(bytes);
  } catch (error) {
    if (error instanceof TidemarkError && error.code === 'data_corrupted') return undefined;
    throw error;
  }
}
