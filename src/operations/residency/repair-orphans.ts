import { placementsOfGroup, type PlacementRules } from '../../core/residency/placement-rules';
import type { OrphanedRows } from '../../residency/mover/row-repair';
import type { Subjects } from '../../residency/subjects';
import type { AuditRecord, AuditTally } from './audit-record';

export interface RepairDependencies {
  readonly rules: PlacementRules;
  readonly subjects: Pick<Subjects, 'isServed'>;
  /** Repairs rows and returns those that are gone: see `Mover.repair`. */
  readonly repair: (
    orphans: readonly OrphanedRows[],
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly OrphanedRows[]>;
}

/** Repairs the findings of a page and returns its records, those of repaired rows marked. */
export type RepairRecords = (
  records: readonly AuditRecord[],
  tally: AuditTally,
  signal: AbortSignal,
) => Promise<readonly AuditRecord[]>;

/**
 * Returns the repair of rows whose home is another placement. Other findings have no home to which rows could go, and a
 * home that this process may not process stays as it is.
 */
export function createRepair({ rules, subjects, repair }: RepairDependencies): RepairRecords {
  return async (records, tally, signal) => {
    const orphans = records.map((record) => orphanOf(record, { rules, subjects }));
    const open = orphans.filter((orphan) => orphan !== undefined);
    if (open.length === 0) return records.map((record) => ({ ...record, isRepaired: false }));
    const repaired = new Set(await repair(open, { signal }));
    tally.repaired += repaired.size;
    return records.map((record, at) => {
      const orphan = orphans[at];
      return { ...record, isRepaired: orphan !== undefined && repaired.has(orphan) };
    });
  };
}

function orphanOf(
  { place, subject, row, entry }: AuditRecord,
  { rules, subjects }: Pick<RepairDependencies, 'rules' | 'subjects'>,
): OrphanedRows | undefined {
  if (place !== 'orphaned' || row === undefined || entry?.state !== 'home') return undefined;
  const group = rules.groups.get(row.group)!;
  const isUsable = placementsOfGroup(rules, group).some(({ name }) => name === entry.to);
  if (!isUsable || !subjects.isServed(entry.to)) return undefined;
  return { group, placement: row.placement, key: subject, rowKey: row.key, entry };
}
