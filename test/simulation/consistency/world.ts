import { type LocalCore, openCore } from '../../../src/local/core';
import type { Cluster } from '../../../src/local/replication/cluster';
import type { Row } from '../../../src/local/store/row';
import type { TableEntry } from '../../../src/local/catalog';
import { rowKey } from '../../../src/core/row-key';
import { COLUMN_BYTES, WATERMARK_FAMILY, type RowWatermark } from '../../../src/core/row-watermark';
import { seededRandom } from '../../../src/platform/random';
import type { Topology, Workload, WriteState } from '../../../src/topology/topology';
import { parseTopology } from '../../../src/topology/topology-file';
import { VirtualClock } from '../../support/virtual-clock';
import type { Dice } from './dice';

export const PROJECT = 'p';
export const INSTANCE = 'i';
export const TABLE = 't';
/** Of what is written; watermarks have their own. */
export const FAMILY = 'd';

export const REGIONS = ['eu', 'us', 'asia'] as const;
export type Region = (typeof REGIONS)[number];
export const SERVING = ['eu-a', 'eu-b', 'us-a', 'asia-a'] as const;
export const BATCH = 'us-batch';
const REGION_OF: Readonly<Record<string, Region>> = {
  ...{ 'eu-a': 'eu', 'eu-b': 'eu', 'us-a': 'us', 'asia-a': 'asia' },
  [BATCH]: 'us',
};
export const CLUSTERS = [...SERVING, BATCH] as const;

export const regionOf = (cluster: string): Region => REGION_OF[cluster]!;
export const workloadOf = (cluster: string): Workload => (cluster === BATCH ? 'batch' : 'serving');
export const profileOf = (cluster: string): string => `at-${cluster}`;

/** Bigtable's side: the embedded core, its replication, and what an omniscient observer can see of it. */
export class World {
  readonly clock: VirtualClock;
  readonly core: LocalCore;
  readonly keys: readonly string[];
  readonly #table: TableEntry;
  readonly #distances: ReadonlyMap<string, number>;

  static async open(dice: Dice, options: { readonly reorder: boolean }): Promise<World> {
    const clock = new VirtualClock();
    const distances = distancesOf(dice);
    const topology = topologyOf(distances, new Map());
    const random = seededRandom(dice.below(2 ** 32));
    const core = await openCore({ topology, clock, random });
    const { tables, instances, catalog } = core.context;
    const name = `projects/${PROJECT}/instances/${INSTANCE}`;
    const families = [{ name: FAMILY }, { name: WATERMARK_FAMILY }];
    await tables.create({ name: `${name}/tables/${TABLE}` }, families, instances.ofNewTable(name));
    const table = catalog.table(`${name}/tables/${TABLE}`);
    replicateSlowly(core, dice, options.reorder);
    return new World({ clock, core, table, distances });
  }

  private constructor(parts: {
    readonly clock: VirtualClock;
    readonly core: LocalCore;
    readonly table: TableEntry;
    readonly distances: ReadonlyMap<string, number>;
  }) {
    this.clock = parts.clock;
    this.core = parts.core;
    this.#table = parts.table;
    this.#distances = parts.distances;
    this.keys = OBJECT_IDS.map((id) => rowKey(id).toString('latin1'));
  }

  /** Whether nothing is ever deleted from the row, so that answers of several replicas may be joined. */
  grows(key: string): boolean {
    return this.keys.indexOf(key) % 2 === 0;
  }

  /** For the shards of all keys. */
  get shards(): readonly number[] {
    return [...new Set(this.keys.map((key) => parseInt(key.slice(0, 2), 16)))];
  }

  /** As its operator would write it, with what he has said of the clusters' writes. */
  topology(writes: ReadonlyMap<string, WriteState>): Topology {
    return topologyOf(this.#distances, writes);
  }

  clusterOf(id: string): Cluster {
    return this.core.context.catalog.instance(`projects/${PROJECT}/instances/${INSTANCE}`).cluster(id);
  }

  /** The longest that a call from the region to the cluster and back takes when nothing is wrong. */
  roundTripMaxMs(region: Region, cluster: string): number {
    const { delayMs, jitterMs } = this.core.context.network.conditions(region, regionOf(cluster));
    return 2 * (delayMs + jitterMs);
  }

  /** What the cluster would show of the row's watermark now. */
  watermark(cluster: string, key: string): RowWatermark {
    const shown = new Map<string, number>();
    for (const { family, qualifier, timestampMs } of this.#row(cluster, key)?.cells ?? []) {
      if (family !== WATERMARK_FAMILY || qualifier.length !== COLUMN_BYTES) continue;
      shown.set(qualifier, Math.max(timestampMs, shown.get(qualifier) ?? 0));
    }
    return shown;
  }

  #row(cluster: string, key: string): Row | undefined {
    return this.#table.replicaAt(this.clusterOf(cluster)).row(key);
  }

  async close(): Promise<void> {
    await this.core.close();
  }
}

/** Ids of two shards, found by trying: few rows, so that writes and reads meet, and few heartbeats. */
const OBJECT_IDS = idsOfShards(2, 4);

function idsOfShards(shards: number, each: number): string[] {
  const byShard = new Map<string, string[]>();
  for (let number = 0; ; number++) {
    const id = `o${number}`;
    const shard = rowKey(id).toString('latin1', 0, 2);
    const ids = [...(byShard.get(shard) ?? []), id];
    byShard.set(shard, ids);
    const full = [...byShard.values()].filter(({ length }) => length >= each);
    if (full.length === shards) return full.flatMap((found) => found.slice(0, each));
  }
}

const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

function distancesOf(dice: Dice): ReadonlyMap<string, number> {
  return new Map([
    [pairOf('eu', 'us'), dice.between(10, 50)],
    [pairOf('us', 'asia'), dice.between(20, 80)],
    [pairOf('eu', 'asia'), dice.between(30, 110)],
  ]);
}

function topologyOf(
  distances: ReadonlyMap<string, number>,
  writes: ReadonlyMap<string, WriteState>,
): Topology {
  const clusters = CLUSTERS.map((id, index): [string, object] => {
    const region = regionOf(id);
    const role = workloadOf(id);
    const zone = `${region}-${'abcdef'[index]}`;
    return [id, { region, zone, role, writes: writes.get(id) ?? 'accepted' }];
  });
  const profiles = CLUSTERS.map((id): [string, object] => {
    const priority = id === BATCH ? 'low' : 'high';
    return [profileOf(id), { cluster: id, priority }];
  });
  const links = [...distances].map(([pair, delayMs]) => ({ between: pair.split(' '), delayMs, jitterMs: 5 }));
  return parseTopology({
    ...{ project: PROJECT, links },
    instances: {
      [INSTANCE]: { clusters: Object.fromEntries(clusters), appProfiles: Object.fromEntries(profiles) },
    },
  });
}

/** Each pair of clusters has a link of its own, some of them slow enough for a client to overtake what it carries. */
function replicateSlowly({ faults }: LocalCore, dice: Dice, reorder: boolean): void {
  for (const [index, from] of CLUSTERS.entries()) {
    for (const to of CLUSTERS.slice(index + 1)) {
      faults.changeLinks(from, to, {
        delayMs: dice.pick([1, 20, 100, 300, 1_000]),
        jitterMs: dice.pick(reorder ? [200, 1_000, 3_000] : [0, 50, 500]),
        dropRate: dice.pick([0, 0, 0.2]),
        retryMs: dice.between(20, 200),
        reorderRows: reorder,
      });
    }
  }
}
