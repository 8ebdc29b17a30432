/** Checks of the store: whether each cluster answers, and whether app profiles route to the declared clusters. */
import { createInstanceAdminClient } from '../../../bigtable/admin/instance-admin-client';
import { BigtableError } from '../../../bigtable/client/bigtable-error';
import { connectAdmin, connectData } from '../../../bigtable/client/connect';
import { createDataClient } from '../../../bigtable/client/data-client';
import type { CallOptions } from '../../../bigtable/client/types';
import type { Config } from '../../../config/index';
import { HEARTBEAT_FILTER, heartbeatRange } from '../../../consistency/heartbeats/heartbeat-row';
import { GrpcStatus } from '../../../platform/network/grpc';
import { systemRandom } from '../../../platform/random';
import { withResources } from '../../../platform/tasks/resources';
import { createLogger } from '../../../platform/telemetry/logger';
import type { Clock } from '../../../platform/time/clock';
import type { Cluster } from '../../../routing/topology/cluster';
import { isFenced, type StoreInstance, type StoreTopology } from '../../../routing/topology/store-topology';
import { ProfileCheck, type ClusterProfile } from '../../../store/profile-check';
import { failed, ok, skipped, warning, type CheckFinding } from '../check';
import { reasonOf } from '../run-checks';

/** Store that the checks look at. */
export interface CheckedStore {
  readonly config: Config;
  readonly topology: StoreTopology;
  /** Tables of the store, with the instance of each. */
  readonly tables: readonly { readonly table: string; readonly instance: StoreInstance }[];
  readonly clock: Clock;
}

/** Reads a row through the app profile of each cluster. */
export function checkStore(
  { config, topology, tables }: CheckedStore,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  return withResources(async (resources) => {
    const checks = topology.instances.flatMap((instance) => {
      const table = tables.find((each) => each.instance.id === instance.id)?.table;
      return clustersOf(instance).map(async (cluster): Promise<CheckFinding> => {
        const name = `${instance.id}/${cluster.id}`;
        if (table === undefined) return skipped(`${name}: no table is in this instance`);
        const endpoint = cluster.endpoint;
        const transport = connectData({ ...config.bigtable, channels: 1 }, { endpoint });
        const { project, instance: id, appProfileId } = cluster;
        const client = resources.add(
          createDataClient({ transport, project, instance: id, appProfileId }),
          (each) => each.close(),
        );
        return readOne(() => client.readRow({ table, key: PROBED_KEY, filter: HEARTBEAT_FILTER }, call), {
          name,
          table,
          target: config.bigtable.emulatorHost ?? endpoint ?? config.bigtable.endpoint,
        });
      });
    });
    return Promise.all(checks);
  });
}

/** Key of a row that need not exist. */
const PROBED_KEY = heartbeatRange(0).start!.key;

interface Probed {
  readonly name: string;
  readonly table: string;
  readonly target: string;
}

async function readOne(read: () => Promise<unknown>, { name, table, target }: Probed): Promise<CheckFinding> {
  try {
    await read();
    return ok(`${name} answers at ${target}`);
  } catch (error) {
    if (!(error instanceof BigtableError)) throw error;
    const detail = `${name} at ${target}: ${reasonOf(error)}`;
    switch (error.grpcStatus) {
      case GrpcStatus.NOT_FOUND:
        return failed(
          detail,
          `create what is missing: \`tidemark schema apply\` creates the table ${table}, Terraform instances and app profiles`,
        );
      case GrpcStatus.PERMISSION_DENIED:
      case GrpcStatus.UNAUTHENTICATED:
        return failed(
          detail,
          'grant the process roles/bigtable.user, or correct GOOGLE_APPLICATION_CREDENTIALS',
        );
      default:
        return failed(detail, 'check the address, the network, and whether the server runs');
    }
  }
}

const clustersOf = ({ clusters, rowAffinityEntries }: StoreInstance): readonly Cluster[] =>
  [...clusters.serving, ...rowAffinityEntries, ...clusters.batch].filter((cluster) => !isFenced(cluster));

/** Compares app profiles with the topology, as serving processes do. */
export async function checkProfiles(
  { config, topology, clock }: CheckedStore,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  if (!topology.hasClusterTopology)
    return [skipped('without a topology file there is nothing to compare app profiles with')];
  return withResources(async (resources) => {
    const transport = resources.add(connectAdmin(config.bigtable, clock), (each) => each.close());
    const profiles = new ProfileCheck({
      admin: ({ project, id: instance }) => {
        const admin = createInstanceAdminClient({ transport, project, instance });
        return { listAppProfiles: () => admin.listAppProfiles(call) };
      },
      topology: () => topology,
      clock,
      random: systemRandom,
      logger: createLogger({ level: 'silent', service: config.telemetry.serviceName }),
      onDistrusted: () => undefined,
    });
    await profiles.check();
    return profiles.status().map(profileFinding);
  });
}

function profileFinding({ cluster, match }: ClusterProfile): CheckFinding {
  const profile = `app profile ${cluster.appProfileId} of ${cluster.instance}`;
  switch (match) {
    case 'matches':
      return ok(`${profile} routes to ${cluster.id}`);
    case 'missing':
      return failed(
        `${profile} does not exist`,
        'create it by Terraform, or correct appProfiles of the topology',
      );
    case 'differs':
      return failed(`${profile} does not route to ${cluster.id} only`, 'correct its routing by Terraform');
    case 'unknown':
      return warning(
        `${profile} cannot be read`,
        'grant bigtable.appProfiles.list; emulators may not have it',
      );
  }
}
