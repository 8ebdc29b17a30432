import type { InstanceAdminClient } from '../../../bigtable/admin/instance-admin-client';
import type { CallOptions } from '../../../bigtable/client/types';
import { countOf } from '../../../core/shared/count-of';
import { checkOrReason, violated, type PlacedInstance, type ResidencyCheck } from './residency-check';

/** Compares the clusters that an instance has in Bigtable, whatever the topology declares, with its jurisdictions. */
export function checkClusters(
  { id, jurisdictions }: PlacedInstance,
  admin: Pick<InstanceAdminClient, 'listClusters'>,
  call: CallOptions,
): Promise<readonly ResidencyCheck[]> {
  const of = { check: 'clusters', resource: id } as const;
  return checkOrReason(of, call, async () => {
    const { items, failedLocations } = await admin.listClusters(call);
    const outside = items.flatMap((cluster): ResidencyCheck[] => {
      const jurisdiction = violated(jurisdictions, cluster.region);
      if (jurisdiction === undefined) return [];
      const detail = `cluster "${cluster.id}" is in ${cluster.region}, outside of the jurisdiction "${jurisdiction.name}"`;
      return [{ ...of, outcome: 'violation', detail }];
    });
    const unknown = failedLocations.map((location): ResidencyCheck => ({
      ...of,
      outcome: 'not-checked',
      detail: `${location} did not answer`,
    }));
    const found = [...outside, ...unknown];
    const regions = [...new Set(items.map(({ region }) => region))].sort().join(', ');
    return found.length > 0
      ? found
      : [{ ...of, outcome: 'ok', detail: `${countOf(items.length, 'cluster')}, in ${regions}` }];
  });
}
