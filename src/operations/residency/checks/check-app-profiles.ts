import type { InstanceAdminClient } from '../../../bigtable/admin/instance-admin-client';
import type { CallOptions } from '../../../bigtable/client/types';
import { countOf } from '../../../core/shared/count-of';
import { checkOrReason, type ResidencyCheck } from './residency-check';

/** App profile that the topology declares, and the only cluster that it routes to. */
export interface DeclaredProfile {
  readonly id: string;
  readonly clusterId: string;
}

/**
 * Compares the app profiles of an instance with the topology: what is read and written through a profile that routes
 * elsewhere is processed in another region than declared.
 */
export function checkAppProfiles(
  instance: string,
  declared: readonly DeclaredProfile[],
  admin: Pick<InstanceAdminClient, 'listAppProfiles'>,
  call: CallOptions,
): Promise<readonly ResidencyCheck[]> {
  const of = { check: 'app-profiles', resource: instance } as const;
  return checkOrReason(of, call, async () => {
    const profiles = new Map((await admin.listAppProfiles(call)).map((profile) => [profile.id, profile]));
    const wrong = declared.flatMap(({ id, clusterId }): ResidencyCheck[] => {
      const profile = profiles.get(id);
      if (profile === undefined) return [{ ...of, outcome: 'violation', detail: `"${id}" does not exist` }];
      if (profile.clusterId === clusterId) return [];
      const target = profile.clusterId ?? 'several clusters';
      return [{ ...of, outcome: 'violation', detail: `"${id}" routes to ${target}, not to ${clusterId}` }];
    });
    return wrong.length > 0
      ? wrong
      : [
          {
            ...of,
            outcome: 'ok',
            detail: `${countOf(declared.length, 'profile')} with the declared routing`,
          },
        ];
  });
}
