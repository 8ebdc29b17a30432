import type { InstanceAdminClient } from '../../../bigtable/admin/instance-admin-client';
import type { BackupState, TableAdminClient } from '../../../bigtable/admin/table-admin-client';
import type { CallOptions } from '../../../bigtable/client/types';
import { countOf } from '../../../core/shared/count-of';
import { checkOrReason, violated, type PlacedInstance, type ResidencyCheck } from './residency-check';

export interface BackupsOfInstance {
  readonly checks: readonly ResidencyCheck[];
  /** Backups of tables of placements. Undefined if they could not be listed. */
  readonly backups: readonly BackupState[] | undefined;
}

/** An instance that may store backups, whether or not the topology has it: backups are copied to other instances. */
export interface BackupInstance {
  readonly id: string;
  readonly instances: Pick<InstanceAdminClient, 'listClusters'>;
  readonly tables: Pick<TableAdminClient, 'listBackups'>;
}

/** Compares the clusters that store backups of placements' tables with the jurisdictions of these placements. */
export async function checkBackups(
  { id, instances, tables }: BackupInstance,
  placed: readonly PlacedInstance[],
  call: CallOptions,
): Promise<BackupsOfInstance> {
  const of = { check: 'backups', resource: id } as const;
  let backups: readonly BackupState[] | undefined;
  const checks = await checkOrReason(of, call, async () => {
    const all = await tables.listBackups(call);
    const found = all.flatMap((backup) => {
      const source = placed.find((instance) => instance.id === instanceOf(backup.sourceTable));
      return source === undefined ? [] : [{ backup, source }];
    });
    backups = found.map(({ backup }) => backup);
    if (found.length === 0) return [{ ...of, outcome: 'ok', detail: 'no backups of placements' }];
    const { items } = await instances.listClusters(call);
    const regions = new Map(items.map((cluster) => [cluster.id, cluster.region]));
    const wrong = found.flatMap(({ backup, source }): ResidencyCheck[] => {
      const region = regions.get(backup.cluster);
      if (region === undefined)
        return [{ ...of, outcome: 'not-checked', detail: `${backup.name}: its cluster is unknown` }];
      const jurisdiction = violated(source.jurisdictions, region);
      if (jurisdiction === undefined) return [];
      const detail = `${backup.name} has data of ${source.id} and is in ${region}, outside of "${jurisdiction.name}"`;
      return [{ ...of, outcome: 'violation', detail }];
    });
    return wrong.length > 0
      ? wrong
      : [{ ...of, outcome: 'ok', detail: `${countOf(found.length, 'backup')}, in the right jurisdictions` }];
  });
  return { checks, backups };
}

/** Returns the instance in a full table name. */
const instanceOf = (table: string): string | undefined => table.split('/')[3];
