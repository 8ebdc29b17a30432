/** Compares the resources that store data of placements, as they are, with the jurisdictions. */
import type { InstanceAdminClient } from '../../../bigtable/admin/instance-admin-client';
import type { BackupState, TableAdminClient } from '../../../bigtable/admin/table-admin-client';
import type { CallOptions } from '../../../bigtable/client/types';
import type { PlacementRules } from '../../../core/residency/placement-rules';
import { TidemarkError } from '../../../errors';
import { checkAppProfiles, type DeclaredProfile } from './check-app-profiles';
import { checkBackups } from './check-backups';
import { checkClusters } from './check-clusters';
import { checkTopics, type PlacedSubscription, type TopicAdmin } from './check-topics';
import { placedInstances, type ResidencyCheck } from './residency-check';

export interface ResourcesDependencies {
  readonly rules: PlacementRules;
  /** Returns the app profiles that the topology declares for the instance. */
  readonly profilesOf: (instance: string) => readonly DeclaredProfile[];
  readonly instanceAdmin: (instance: string) => InstanceAdminClient;
  readonly tableAdmin: (instance: string) => Pick<TableAdminClient, 'listBackups'>;
  /** Subscriptions to check, and what reads them. */
  readonly subscriptions: readonly PlacedSubscription[];
  readonly topicAdmin: TopicAdmin;
}

export interface ResourcesChecked {
  readonly checks: readonly ResidencyCheck[];
  /** Backups of tables of placements; undefined if some could not be listed. */
  readonly backups: readonly BackupState[] | undefined;
  /** Retention of messages by subscription, in milliseconds; undefined if it is not known. */
  readonly messageRetentionMs: ReadonlyMap<string, number | undefined>;
}

/** Checks all resources. Throws only when the caller has cancelled. */
export async function checkResources(
  dependencies: ResourcesDependencies,
  call: CallOptions,
): Promise<ResourcesChecked> {
  const { rules, profilesOf, instanceAdmin, subscriptions, topicAdmin } = dependencies;
  const placed = placedInstances(rules);
  const instances = await Promise.all(
    placed.flatMap((instance) => [
      checkClusters(instance, instanceAdmin(instance.id), call),
      checkAppProfiles(instance.id, profilesOf(instance.id), instanceAdmin(instance.id), call),
    ]),
  );
  const backups = await checkAllBackups(dependencies, call);
  const topics = await Promise.all(subscriptions.map((each) => checkTopics(each, topicAdmin, call)));
  return {
    checks: [
      ...instances.flat(),
      ...backups.checks,
      ...topics.flatMap(({ checks }) => checks),
      ...(subscriptions.length === 0 ? [NO_SUBSCRIPTIONS] : []),
    ],
    backups: backups.backups,
    messageRetentionMs: new Map(
      topics.map(({ retentionMs }, at) => [subscriptions[at]!.subscription, retentionMs]),
    ),
  };
}

const NO_SUBSCRIPTIONS: ResidencyCheck = {
  check: 'topics',
  resource: 'Pub/Sub',
  outcome: 'not-checked',
  detail: 'no subscription was named: --subscription <jurisdiction>=<name>',
};

/** Checks the backups in all instances of the project, since a backup may have been copied to any of them. */
async function checkAllBackups(
  { rules, instanceAdmin, tableAdmin }: ResourcesDependencies,
  call: CallOptions,
): Promise<Pick<ResourcesChecked, 'checks' | 'backups'>> {
  const placed = placedInstances(rules);
  const own = placed.map(({ id }) => id);
  const { ids, checks } = await projectInstances(instanceAdmin(own[0]!), call);
  const all = [...new Set([...own, ...ids])];
  const checked = await Promise.all(
    all.map((id) => checkBackups({ id, instances: instanceAdmin(id), tables: tableAdmin(id) }, placed, call)),
  );
  const isComplete = checks.length === 0 && checked.every(({ backups }) => backups !== undefined);
  return {
    checks: [...checked.flatMap((each) => each.checks), ...checks],
    backups: isComplete ? checked.flatMap(({ backups }) => backups ?? []) : undefined,
  };
}

async function projectInstances(
  admin: InstanceAdminClient,
  call: CallOptions,
): Promise<{ readonly ids: readonly string[]; readonly checks: readonly ResidencyCheck[] }> {
  const notChecked = (detail: string): ResidencyCheck => ({
    check: 'backups',
    resource: 'other instances of the project',
    outcome: 'not-checked',
    detail,
  });
  try {
    const { items, failedLocations } = await admin.listInstances(call);
    return { ids: items, checks: failedLocations.map((each) => notChecked(`${each} did not answer`)) };
  } catch (error) {
    if (call.signal?.aborted === true || !(error instanceof TidemarkError)) throw error;
    return { ids: [], checks: [notChecked(error.message)] };
  }
}
