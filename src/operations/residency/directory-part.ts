import { cellsPerColumnLimit, chain, familyIs } from '../../bigtable/read/filters';
import type { CallOptions, Filter, Row } from '../../bigtable/client/types';
import { LOCATION_FAMILY } from '../../core/residency/location-family';
import { DIRECTORY_TABLE, type PlacementRules } from '../../core/residency/placement-rules';
import { checkEntry, isFinding, type EntryFound } from '../../core/residency/row-place';
import { decodeEntry, ENTRY_QUALIFIER } from '../../core/residency/stored-location';
import { objectIdOf } from '../../core/rows/row-key';
import { TidemarkError } from '../../errors';
import type { Scanner } from '../../consistency/store';
import type { AuditPart } from './audit-part';
import { countEntry, type AuditRecord, type AuditTally } from './audit-record';

/**
 * Audits the entries of the directory, also those of subjects without rows: it counts moves that are under way, finds
 * when the last ones ended, and reports entries that are corrupted or name placements that the topology does not have.
 */
export class DirectoryPart implements AuditPart {
  readonly table = DIRECTORY_TABLE;
  readonly filter: Filter = chain(familyIs(LOCATION_FAMILY), cellsPerColumnLimit(1));
  readonly scanner: Scanner;
  readonly #rules: PlacementRules;

  /** `scanner`: one that reaches the directory, which has serving clusters only. */
  constructor(rules: PlacementRules, scanner: Scanner) {
    this.#rules = rules;
    this.scanner = scanner;
  }

  compare(rows: readonly Row[], tally: AuditTally, _call: CallOptions): Promise<readonly AuditRecord[]> {
    return Promise.resolve(rows.flatMap((row) => this.#compare(row, tally)));
  }

  #compare({ key, cells }: Row, tally: AuditTally): readonly AuditRecord[] {
    const subject = objectIdOf(key);
    const cell = cells.find(({ qualifier }) => qualifier.equals(ENTRY_QUALIFIER));
    if (subject === undefined || cell === undefined) return [];
    tally.entries += 1;
    const found = decoded(cell.value);
    if (found !== 'corrupted') countEntry(tally, found);
    const place = checkEntry(this.#rules, found);
    if (!isFinding(place)) return [];
    tally.findings[place] += 1;
    return [{ place, table: this.table, subject, entry: found === 'corrupted' ? undefined : found }];
  }
}

function decoded(value: Buffer): Exclude<EntryFound, undefined> {
  try {
    return decodeEntry(value);
  } catch (error) {
    if (error instanceof TidemarkError && error.code === 'data_corrupted') return 'corrupted';
    throw error;
  }
}
