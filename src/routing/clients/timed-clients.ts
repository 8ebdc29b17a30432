import type { DataClient } from '../../bigtable/client/types';
import type { Clock } from '../../platform/time/clock';
import type { Cluster, Workload } from '../topology/cluster';
import type { ClusterClients } from './cluster-clients';

/** Receives the duration of each transaction that a cluster has answered: of small calls, which are alike. */
export type TransactionObserver = (cluster: Cluster, durationMs: number) => void;

/** Returns clients that report how long transactions take. Without an observer it returns `clients`. */
export function timedClients<W extends Workload>(
  clients: ClusterClients<W>,
  clock: Clock,
  observer: TransactionObserver | undefined,
): ClusterClients<W> {
  if (observer === undefined) return clients;
  const known = new WeakMap<Cluster<W>, DataClient>();
  return {
    of(cluster) {
      const client = known.get(cluster) ?? timed(clients.of(cluster), cluster, { clock, observer });
      known.set(cluster, client);
      return client;
    },
    close: () => clients.close(),
  };
}

function timed(
  client: DataClient,
  cluster: Cluster,
  { clock, observer }: { readonly clock: Clock; readonly observer: TransactionObserver },
): DataClient {
  return {
    ...client,
    async checkAndMutateRow(request, options) {
      const startedMs = clock.monotonicMs();
      const outcome = await client.checkAndMutateRow(request, options);
      observer(cluster, clock.monotonicMs() - startedMs);
      return outcome;
    },
  };
}
