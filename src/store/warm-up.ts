import { familyIs } from '../bigtable/read/filters';
import type { CallOptions } from '../bigtable/client/types';
import { EVENTUAL } from '../core/consistency/consistency';
import { WATERMARK_FAMILY } from '../core/consistency/row-watermark';
import type { Cluster, Workload } from '../routing/topology/cluster';
import type { Routing } from '../routing/routing';
import { instanceForTable, isFenced, type StoreTopology } from '../routing/topology/store-topology';
import type { Reader } from '../consistency/store';

/** Key that sorts before every shard: the row never exists, but reading it requires the table. */
const PROBE_KEY = Buffer.from('!');
const filter = familyIs(WATERMARK_FAMILY);

/** Reads one row of every corpus, so that a missing table is detected as well. */
export async function probe(reader: Reader, tables: readonly string[], options: CallOptions): Promise<void> {
  await Promise.all(
    tables.map((table) => reader.readRow({ table, key: PROBE_KEY, filter }, EVENTUAL, options)),
  );
}

export interface WarmUpOptions<W extends Workload> {
  readonly routing: Routing<W>;
  readonly workload: W;
  readonly topology: StoreTopology;
  readonly tables: readonly string[];
}

/**
 * Reads once from each corpus through each cluster and opens all connections, so that no request waits for them. Never
 * rejects: unreachable clusters are recorded by the router's health checks.
 */
export async function warmUp<W extends Workload>(
  { routing, workload, topology, tables }: WarmUpOptions<W>,
  options: CallOptions,
): Promise<void> {
  const reads = tables.flatMap((table) =>
    instanceForTable(topology, table)
      .clusters[workload].filter((cluster: Cluster<W>) => !isFenced(cluster))
      .map((cluster) => readOnce(routing, cluster, table, options)),
  );
  // The reads come first and open the connections that they need; `connect` opens the others.
  await Promise.allSettled([...reads, routing.connect()]);
}

/** Reads without `readRow`, whose latency samples must come from user requests only. */
async function readOnce<W extends Workload>(
  { clients }: Routing<W>,
  cluster: Cluster<W>,
  table: string,
  options: CallOptions,
): Promise<void> {
  const rows = clients.of(cluster).readRows({ table, keys: [PROBE_KEY], filter }, options);
  for await (const row of rows)
    throw new Error(`unexpected row before the first shard: ${row.key.toString()}`);
}
