import type {
  ChangeStreamEvent,
  ReadChangeStreamRequest,
  StreamPartition,
} from '../../bigtable/changes/change-types';
import type { CallOptions } from '../../bigtable/client/types';
import { TidemarkError } from '../../errors';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { Router } from '../../routing/affinity/router';
import type { Cluster, Workload } from '../../routing/topology/cluster';

/** Change stream of a table, as one cluster has applied its changes. */
export interface TableChanges {
  /** Id of the cluster. Only its reads are certain to show a change that its stream has. */
  readonly cluster: string;
  partitions(options?: CallOptions): Promise<readonly StreamPartition[]>;
  /** See `DataClient.readChangeStream`. It does not resume after a failure. */
  read(
    request: Omit<ReadChangeStreamRequest, 'table'>,
    options?: CallOptions,
  ): AsyncIterable<ChangeStreamEvent>;
}

/** Change streams of the tables of the store, by their names within the store. */
export interface ChangeSource {
  /** Returns the stream of a table at the nearest cluster. Throws `invalid_argument` if none can have one. */
  of(table: string): TableChanges;
}

export interface ChangeSourceOptions<W extends Workload> {
  readonly router: Router<W>;
  readonly clients: ClusterClients<W>;
}

const NO_KEY = Buffer.alloc(0);

export function createChangeSource<W extends Workload>({
  router,
  clients,
}: ChangeSourceOptions<W>): ChangeSource {
  return {
    of(table) {
      const cluster = router.forEventualRead(table, NO_KEY).find(isDirect);
      if (cluster === undefined)
        throw new TidemarkError('invalid_argument', 'has no batch cluster, whose change stream can be read', {
          field: 'topology',
        });
      return {
        cluster: cluster.id,
        partitions: (options) => clients.of(cluster).initialPartitions(table, options),
        read: (request, options) => clients.of(cluster).readChangeStream({ table, ...request }, options),
      };
    },
  };
}

/** Data Boost and profiles with several clusters have no change streams. */
const isDirect = ({ indirect }: Cluster): boolean => indirect === undefined;
