import { createInstanceAdminClient } from '../../bigtable/admin/instance-admin-client';
import {
  createTableAdminClient,
  type TableAdminClient,
  type TableRetention,
} from '../../bigtable/admin/table-admin-client';
import { connectAdmin, connectTableAdmin } from '../../bigtable/client/connect';
import type { CallOptions } from '../../bigtable/client/types';
import type { Config } from '../../config/index';
import { didYouMean } from '../../core/json/did-you-mean';
import { placedTables } from '../../core/residency/placed-tables';
import type { PlacementRules } from '../../core/residency/placement-rules';
import { invalidArgument, TidemarkError } from '../../errors';
import { fullSubscriptionName, openPubSub } from '../../ingest/pubsub/pubsub-client';
import { openTopicAdmin } from '../../ingest/pubsub/topic-admin';
import type { DeclaredProfile } from '../../operations/residency/checks/check-app-profiles';
import { checkResources, type ResourcesChecked } from '../../operations/residency/checks/check-resources';
import type { PlacedSubscription, TopicAdmin } from '../../operations/residency/checks/check-topics';
import { acquireAll, type Resources } from '../../platform/tasks/resources';
import { bigtableIdOf } from '../../routing/topology/cluster';
import type { StoreTopology } from '../../routing/topology/store-topology';

/** A subscription as the command line names it. */
export interface NamedSubscription {
  readonly jurisdiction: string;
  /** Short or full name. */
  readonly subscription: string;
}

export interface AuditedResources extends ResourcesChecked {
  /** Retention by table, named as in the store. Tables that could not be read are absent. */
  readonly retention: ReadonlyMap<string, TableRetention>;
}

interface AuditedResourcesOptions {
  readonly config: Config;
  readonly topology: StoreTopology;
  readonly subscriptions: readonly NamedSubscription[];
}

/** Checks the resources of the placements. The subscriptions have passed `checkJurisdictions`. */
export async function auditResources(
  { config, topology, subscriptions }: AuditedResourcesOptions,
  call: CallOptions,
): Promise<AuditedResources> {
  const rules = topology.placements!;
  const { project } = topology.instances[0]!;
  return acquireAll(async (resources) => {
    const transport = resources.add(connectAdmin(config.bigtable), (each) => each.close());
    const connection = resources.add(connectTableAdmin(config.bigtable), (each) => each.close());
    const tableAdmin = (instance: string) => createTableAdminClient({ connection, project, instance });
    const topics = await topicsOf(config, project, { subscriptions, rules, resources });
    const checked = await checkResources(
      {
        rules,
        ...topics,
        tableAdmin,
        profilesOf: (instance) => profilesOf(topology, instance),
        instanceAdmin: (instance) => createInstanceAdminClient({ transport, project, instance }),
      },
      call,
    );
    const retention = await retentionOf(rules, tableAdmin, call);
    await resources.release();
    return { ...checked, retention };
  });
}

/** Throws `invalid_argument` for a subscription of an unknown jurisdiction. */
export function checkJurisdictions(
  subscriptions: readonly NamedSubscription[],
  { jurisdictions }: PlacementRules,
): void {
  const known = [...jurisdictions.keys()];
  for (const { jurisdiction } of subscriptions) {
    if (known.includes(jurisdiction)) continue;
    const message = `unknown jurisdiction "${jurisdiction}"${didYouMean(jurisdiction, known)}`;
    throw invalidArgument('subscriptions', message);
  }
}

/** Returns the profiles of the clusters, each with the only cluster that it routes to. */
function profilesOf({ instances }: StoreTopology, instance: string): readonly DeclaredProfile[] {
  const { serving = [], batch = [] } = instances.find(({ id }) => id === instance)?.clusters ?? {};
  const direct = [...serving, ...batch].filter(({ indirect }) => indirect === undefined);
  const profiles = direct.flatMap((cluster) => {
    const clusterId = bigtableIdOf(cluster);
    const { appProfileId, transactionsProfileId = appProfileId } = cluster;
    return [appProfileId, transactionsProfileId].map((id) => ({ id, clusterId }));
  });
  return [...new Map(profiles.map((profile) => [profile.id, profile])).values()];
}

interface TopicsScope {
  readonly subscriptions: readonly NamedSubscription[];
  readonly rules: PlacementRules;
  readonly resources: Resources;
}

async function topicsOf(
  { pubsub: { emulatorHost } }: Config,
  project: string,
  { subscriptions, rules, resources }: TopicsScope,
): Promise<{ readonly subscriptions: readonly PlacedSubscription[]; readonly topicAdmin: TopicAdmin }> {
  if (subscriptions.length === 0) return { subscriptions: [], topicAdmin: unreadable(NO_POLICIES) };
  const pubsub = resources.add(await openPubSub({ project, emulatorHost }), (each) => each.close());
  const named = subscriptions.map(({ jurisdiction, subscription }) => ({
    jurisdiction: rules.jurisdictions.get(jurisdiction)!,
    subscription: fullSubscriptionName(pubsub, subscription),
  }));
  if (emulatorHost !== undefined) return { subscriptions: named, topicAdmin: unreadable(NO_POLICIES) };
  try {
    const topicAdmin = resources.add(await openTopicAdmin(pubsub), (each) => each.close());
    return { subscriptions: named, topicAdmin };
  } catch (error) {
    // Without credentials, for example.
    const reason = error instanceof Error ? error.message : String(error);
    return { subscriptions: named, topicAdmin: unreadable(reason) };
  }
}

const NO_POLICIES = 'the Pub/Sub emulator has no message storage policies';

/** Stands for a Pub/Sub of which nothing can be read, for a reason. */
function unreadable(reason: string): TopicAdmin {
  const rejected = () => Promise.reject(new TidemarkError('store_rejected', reason));
  return { topic: rejected, subscription: rejected };
}

async function retentionOf(
  rules: PlacementRules,
  tableAdmin: (instance: string) => Pick<TableAdminClient, 'getRetention'>,
  call: CallOptions,
): Promise<ReadonlyMap<string, TableRetention>> {
  const found = new Map<string, TableRetention>();
  const corpora = placedTables(rules).filter(({ kind }) => kind === 'corpus');
  await Promise.all(
    corpora.map(async ({ table, instance }) => {
      try {
        const retention = await tableAdmin(instance).getRetention(table, call);
        if (retention !== undefined) found.set(table, retention);
      } catch (error) {
        if (call.signal?.aborted === true || !(error instanceof TidemarkError)) throw error;
      }
    }),
  );
  return found;
}
