import type { CallOptions, Row } from '../../../bigtable/client/types';
import type { PlacementEvidence } from '../../../core/residency/rebuilt-location';
import {
  placedTable,
  placementsOfGroup,
  type PlacementGroup,
  type PlacementRules,
} from '../../../core/residency/placement-rules';
import type { RowClaim } from '../../../core/residency/row-role';
import type { SubjectKey } from '../../../core/residency/subject-key';
import { TidemarkError } from '../../../errors';
import type { Reader, Scanner } from '../../../consistency/store';
import { readFence } from '../../../residency/fences';
import { AUDITED_CELLS, claimOf } from '../placement-part';

export interface EvidenceDependencies {
  readonly rules: PlacementRules;
  /** Readers of the placements' tables, by their names in the store. */
  readonly reader: Pick<Reader, 'readRow'>;
  readonly scanner: Scanner;
}

/** A subject to look for. */
export interface SoughtSubject {
  readonly key: SubjectKey;
  readonly group: PlacementGroup;
  /** Key of its rows. Undefined where only its name in the directory is known: then only fences are found. */
  readonly rowKey: Buffer | undefined;
}

/** Returns what each placement of the group shows of the subject, the default placement first. */
export function readEvidence(
  dependencies: EvidenceDependencies,
  subject: SoughtSubject,
  call: CallOptions,
): Promise<readonly PlacementEvidence[]> {
  const { group } = subject;
  const names = placementsOfGroup(dependencies.rules, group).map(({ name }) => name);
  const others = names.filter((name) => name !== group.defaultPlacement);
  return Promise.all(
    [group.defaultPlacement, ...others].map((placement) =>
      evidenceIn(dependencies, { subject, placement }, call),
    ),
  );
}

async function evidenceIn(
  { reader, scanner }: EvidenceDependencies,
  { subject, placement }: { readonly subject: SoughtSubject; readonly placement: string },
  call: CallOptions,
): Promise<PlacementEvidence> {
  const { key, group, rowKey } = subject;
  const tables = rowKey === undefined ? [] : group.corpora.map((each) => placedTable(group, each, placement));
  const [fence, ...rows] = await Promise.all([
    readFence(reader, { key, placement }, call),
    ...tables.map((table) => rowIn(scanner, { table, key: rowKey! }, call)),
  ]);
  const found = rows.filter((row) => row !== undefined);
  return {
    placement,
    hasRow: found.length > 0,
    claims: found.flatMap(({ cells }) => claimsIn(cells)),
    fence,
  };
}

/** Returns the row; undefined if it has no cell. A reader would not show one that has only watermarks. */
async function rowIn(
  scanner: Scanner,
  { table, key }: { readonly table: string; readonly key: Buffer },
  call: CallOptions,
): Promise<Row | undefined> {
  const bound = { key, inclusive: true };
  const scan = { table, ranges: [{ start: bound, end: bound }], filter: AUDITED_CELLS };
  for await (const row of scanner.scan(scan, call)) return row;
  return undefined;
}

function claimsIn(cells: Row['cells']): readonly RowClaim[] {
  const claim = claimOf(cells);
  if (claim === 'corrupted') throw new TidemarkError('data_corrupted', 'the claim of a row is corrupted');
  return claim === undefined ? [] : [claim];
}
