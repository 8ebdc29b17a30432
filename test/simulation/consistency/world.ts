import {
  type LocalCore,
  openCore,
  type EmulatedCluster,
  type StoredCell,
  type StoredRow,
  type TableEntry,
} from '../../../src/local-bigtable/index';
import { rowKey } from '../../../src/core/rows/row-key';
import { chainsOf, type RowChains } from '../../../src/core/consistency/row-chains';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import { DEFAULTS } from '../../../src/config/defaults';
import { seededRandom } from '../../../src/platform/random';
import type { Topology, Workload, WriteState } from '../../../src/routing/topology/topology';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { VirtualClock } from '../../support/virtual-clock';
import type { Dice } from './dice';

const PROJECT = 'p';
const INSTANCE = 'i';
export const TABLE = 't';
/** Family of the objects: its columns are overwritten and deleted. */
export const OBJECTS = 'd';
/** Family of the events: each is a column of its own, which stays. */
export const EVENTS = 'e';
/** Columns of the objects of each row. */
export const REGISTERS = ['r0', 'r1'] as const;

export const REGIONS = ['eu', 'us', 'asia'] as const;
export type Region = (typeof REGIONS)[number];
export const SERVING = ['eu-a', 'eu-b', 'us-a', 'asia-a'] as const;
const BATCH = 'us-batch';
const REGION_OF: Readonly<Record<string, Region>> = {
  'eu-a': 'eu',
  'eu-b': 'eu',
  'us-a': 'us',
  'asia-a': 'asia',
  [BATCH]: 'us',
};
export const CLUSTERS = [...SERVING, BATCH] as const;

export const regionOf = (cluster: string): Region => REGION_OF[cluster]!;
export const workloadOf = (cluster: string): Workload => (cluster === BATCH ? 'batch' : 'serving');
const profileOf = (cluster: string): string => `at-${cluster}`;

/** State of a cluster in a topology: whether it takes writes; `absent`: it is not listed. */
export type ClusterState = WriteState | 'absent';

/** Order that links keep: everything, the commits of each row, or nothing. */
export type LinkOrder = 'all' | 'rows' | 'none';

/** The side of Bigtable: the embedded core, its replication, and what an omniscient observer can see of it. */
export class World {
  readonly clock: VirtualClock;
  readonly core: LocalCore;
  readonly keys: readonly string[];
  readonly #table: TableEntry;
  readonly #distances: ReadonlyMap<string, number>;

  static async open(dice: Dice, order: LinkOrder): Promise<World> {
    const clock = new VirtualClock();
    const distances = distancesOf(dice);
    const topology = topologyOf(distances, new Map());
    const random = seededRandom(dice.below(2 ** 32));
    const core = await openCore({ topology, clock, random });
    const { tables, instances, catalog } = core.dependencies;
    const name = `projects/${PROJECT}/instances/${INSTANCE}`;
    const families = [OBJECTS, EVENTS, WATERMARK_FAMILY].map((family) => ({ name: family }));
    await tables.create({ name: `${name}/tables/${TABLE}` }, families, instances.getOrCreate(name));
    const table = catalog.table(`${name}/tables/${TABLE}`);
    replicateSlowly(core, dice, order);
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

  /** Shards of all keys. */
  get shards(): readonly number[] {
    return [...new Set(this.keys.map((key) => parseInt(key.slice(0, 2), 16)))];
  }

  /** Returns the topology as its operator would write it, with the states of the clusters. */
  topology(writes: ReadonlyMap<string, ClusterState>): Topology {
    return topologyOf(this.#distances, writes);
  }

  clusterOf(id: string): EmulatedCluster {
    return this.core.dependencies.catalog.instance(`projects/${PROJECT}/instances/${INSTANCE}`).cluster(id);
  }

  /** Longest time of a call from the region to the cluster and back without faults, in milliseconds. */
  roundTripMaxMs(region: Region, cluster: string): number {
    const { delayMs, jitterMs } = this.core.dependencies.network.conditions(region, regionOf(cluster));
    return 2 * (delayMs + jitterMs);
  }

  /** Returns the row's watermark that the cluster would show now, and what it proves, whatever the horizon. */
  chains(cluster: string, key: string): RowChains {
    const cells = this.#row(cluster, key)?.cells ?? [];
    const watermarks = cells.filter(({ family }) => family === WATERMARK_FAMILY);
    return chainsOf(newestOf(watermarks).map(asRead), BOUNDS);
  }

  #row(cluster: string, key: string): StoredRow | undefined {
    return this.#table.replicaAt(this.clusterOf(cluster)).row(key);
  }

  /** Ends every fault, and the delays of the links with them. */
  heal(): void {
    this.core.faults.reset();
  }

  async close(): Promise<void> {
    await this.core.close();
  }
}

/** Bounds under which no write is so old that it counts as replicated without a proof. */
const BOUNDS = { replicatedBeforeMs: 0, depth: DEFAULTS.consistency.watermarkDepth };

/** Returns as many cells of each column as a read fetches. */
function newestOf(cells: readonly StoredCell[]): readonly StoredCell[] {
  const counts = new Map<string, number>();
  return cells.filter(({ qualifier }) => {
    const count = (counts.get(qualifier) ?? 0) + 1;
    counts.set(qualifier, count);
    return count <= BOUNDS.depth;
  });
}

const asRead = ({ family, qualifier, timestampMs, value }: StoredCell) => ({
  family,
  qualifier: Buffer.from(qualifier, 'latin1'),
  timestampMicros: timestampMs * 1_000,
  value: Buffer.from(value, 'latin1'),
});

/** Ids of two shards, found by trial: few rows, so that writes and reads meet, and few heartbeats. */
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
  states: ReadonlyMap<string, ClusterState>,
): Topology {
  const present = CLUSTERS.filter((id) => states.get(id) !== 'absent');
  const clusters = present.map((id): [string, object] => {
    const region = regionOf(id);
    const role = workloadOf(id);
    const zone = `${region}-${'abcdef'[CLUSTERS.indexOf(id)]}`;
    return [id, { region, zone, role, writes: states.get(id) ?? 'accepted' }];
  });
  const profiles = present.map((id): [string, object] => {
    const priority = id === BATCH ? 'low' : 'high';
    return [profileOf(id), { cluster: id, priority }];
  });
  const links = [...distances].map(([pair, delayMs]) => ({ between: pair.split(' '), delayMs, jitterMs: 5 }));
  return parseTopology({
    project: PROJECT,
    links,
    clientRegions: REGIONS,
    instances: {
      [INSTANCE]: { clusters: Object.fromEntries(clusters), appProfiles: Object.fromEntries(profiles) },
    },
  });
}

/** Gives each pair of clusters a link of its own. Some are so slow that a client overtakes what they carry. */
function replicateSlowly({ faults }: LocalCore, dice: Dice, order: LinkOrder): void {
  for (const [index, from] of CLUSTERS.entries()) {
    for (const to of CLUSTERS.slice(index + 1)) {
      faults.changeLinks(from, to, {
        delayMs: dice.pick([1, 20, 100, 300, 1_000]),
        jitterMs: dice.pick(order === 'all' ? [0, 50, 500] : [200, 1_000, 3_000]),
        dropRate: dice.pick([0, 0, 0.2]),
        retryMs: dice.between(20, 200),
        reorderRows: order === 'rows',
        reorderWithinRow: order === 'none',
      });
    }
  }
}
