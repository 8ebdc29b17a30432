import { cellsPerRowLimit, chain, stripValue } from '../../bigtable/read/filters';
import type { CallOptions, DataClient, Filter } from '../../bigtable/client/types';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { Router } from '../../routing/affinity/router';
import type { RowPresence } from '../store';

/** Keys in one call. */
const KEYS_PER_CALL = 200;

const ANY_CELL: Filter = chain(cellsPerRowLimit(1), stripValue());

export interface RowPresenceOptions<W extends Workload> {
  readonly router: Router<W>;
  readonly clients: ClusterClients<W>;
}

/** Returns what finds rows at each cluster that this store reads directly. */
export function createRowPresence<W extends Workload>({
  router,
  clients,
}: RowPresenceOptions<W>): RowPresence {
  return async (table, keys, call) => {
    const [first] = keys;
    if (first === undefined) return new Map();
    const clusters = router.forRead(table, first).filter(isDirect);
    const found = await Promise.all(
      clusters.map(
        async (cluster) => [cluster.id, await keysAt(clients.of(cluster), { table, keys }, call)] as const,
      ),
    );
    return new Map(found);
  };
}

const isDirect = ({ indirect }: Cluster): boolean => indirect === undefined;

async function keysAt(
  client: DataClient,
  { table, keys }: { readonly table: string; readonly keys: readonly Buffer[] },
  call: CallOptions,
): Promise<readonly Buffer[]> {
  const found: Buffer[] = [];
  for (let at = 0; at < keys.length; at += KEYS_PER_CALL) {
    const some = keys.slice(at, at + KEYS_PER_CALL);
    for await (const { key } of client.readRows({ table, keys: some, filter: ANY_CELL }, call))
      found.push(Buffer.from(key));
  }
  return found;
}
