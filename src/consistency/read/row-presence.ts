import { cellsPerRowLimit, chain, stripValue } from '../../bigtable/read/filters';
import type { CallOptions, DataClient, Filter, Row } from '../../bigtable/client/types';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { Router } from '../../routing/affinity/router';
import type { ClusterRows, RowPresence } from '../store';

/** Keys in one call. */
const KEYS_PER_CALL = 200;

const ANY_CELL: Filter = chain(cellsPerRowLimit(1), stripValue());

export interface RowPresenceOptions<W extends Workload> {
  readonly router: Router<W>;
  readonly clients: ClusterClients<W>;
}

/** Returns what reads rows at each cluster that this store reads directly. */
export function createClusterRows<W extends Workload>({
  router,
  clients,
}: RowPresenceOptions<W>): ClusterRows {
  return async ({ table, keys, filter }, call) => {
    const [first] = keys;
    if (first === undefined) return new Map();
    const clusters = router.forRead(table, first).filter(isDirect);
    const found = await Promise.all(
      clusters.map(
        async (cluster) =>
          [cluster.id, await rowsAt(clients.of(cluster), { table, keys, filter }, call)] as const,
      ),
    );
    return new Map(found);
  };
}

/** Returns what finds rows at each cluster that this store reads directly. */
export function createRowPresence<W extends Workload>(options: RowPresenceOptions<W>): RowPresence {
  const rowsOf = createClusterRows(options);
  return async (table, keys, call) => {
    const found = await rowsOf({ table, keys, filter: ANY_CELL }, call);
    return new Map(Array.from(found, ([cluster, rows]) => [cluster, rows.map(({ key }) => key)]));
  };
}

const isDirect = ({ indirect }: Cluster): boolean => indirect === undefined;

async function rowsAt(
  client: DataClient,
  { table, keys, filter }: Parameters<ClusterRows>[0],
  call: CallOptions,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let at = 0; at < keys.length; at += KEYS_PER_CALL) {
    const some = keys.slice(at, at + KEYS_PER_CALL);
    for await (const { key, cells } of client.readRows({ table, keys: some, filter }, call))
      found.push({ key: Buffer.from(key), cells });
  }
  return found;
}
