import { familyIs } from '../bigtable/read/filters';
import type { CallOptions } from '../bigtable/client/types';
import { EVENTUAL } from '../core/consistency/consistency';
import { WATERMARK_FAMILY } from '../core/consistency/row-watermark';
import type { Cluster, Workload } from '../routing/topology/cluster';
import type { Routing } from '../routing/routing';
import { instanceForTable, isFenced, type StoreTopology } from '../routing/topology/store-topology';
import type { Reader } from '../consistency/store';

/** Sorts before every shard: a row that never exists, whose reading still needs the table. */
const PROBE_KEY = Buffer.from('!');
const filter = familyIs(WATERMARK_FAMILY);

/** A point read of every corpus, so that a missing table shows too. */
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
 * Reads once of each corpus through each cluster, and opens all connections, so that no request waits for them. What cannot
 * be reached is left to the router, which learns of it so: this never rejects.
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
  // Asked for first, the connections that calls need are there or on their way: these are the others.
  await Promise.allSettled([...reads, routing.connect()]);
}

/** Not by readRow: the latency of point reads is that of reads for people who wait. */
async function readOnce<W extends Workload>(
  { clients }: Routing<W>,
  cluster: Cluster<W>,
  table: string,
  options: CallOptions,
): Promise<void> {
  const rows = clients.of(cluster).readRows({ table, keys: [PROBE_KEY], filter }, options);
  for await (const row of rows) throw new Error(`there is a row before all shards: ${row.key.toString()}`);
}
