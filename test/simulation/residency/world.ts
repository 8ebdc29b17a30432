import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { LOCATION_FAMILY } from '../../../src/core/residency/location-family';
import { fenceTable, DIRECTORY_TABLE, tableInInstance } from '../../../src/core/residency/placement-rules';
import type { DirectoryEntry } from '../../../src/core/residency/location';
import { decodeEntry, ENTRY_QUALIFIER } from '../../../src/core/residency/stored-location';
import type { SubjectKey } from '../../../src/core/residency/subject-key';
import { rowKey } from '../../../src/core/rows/row-key';
import {
  openCore,
  type LocalCore,
  type StoredCell,
  type TableEntry,
} from '../../../src/local-bigtable/index';
import { seededRandom } from '../../../src/platform/random';
import {
  instanceForTable,
  storeTopology,
  type StoreTopology,
} from '../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { VirtualClock } from '../../support/virtual-clock';
import type { Dice } from '../consistency/dice';
import { EVENTS, OBJECTS } from '../consistency/world';

const PROJECT = 'p';
export const GROUP = 'users';
/** The corpus with events and reservations. */
export const CORPUS = 'users';
/** The corpora of the group. The second one has registers only. */
export const CORPORA = [CORPUS, 'profiles'] as const;
export type CorpusName = (typeof CORPORA)[number];

/** Returns the name of a row in the history: its key, one character per byte, behind the corpus unless that is the first. */
export const rowName = (corpus: CorpusName, key: Buffer): string =>
  corpus === CORPUS ? key.toString('latin1') : `${corpus} ${key.toString('latin1')}`;

export const PLACEMENTS = ['us', 'eu'] as const;
export type PlacementName = (typeof PLACEMENTS)[number];
/** Placement of rows from before the group existed, and of subjects whose country is unknown. */
export const DEFAULT_PLACEMENT: PlacementName = 'us';
/** Regions have the names of the placements that lie in them. */
export const REGIONS = ['us', 'eu'] as const;
export type Region = PlacementName;

const DIRECTORY = 'directory';
/** Clusters by instance, which has the name of its placement, with their regions. */
const CLUSTERS: Readonly<Record<string, Readonly<Record<string, Region>>>> = {
  us: { 'us-a': 'us', 'us-b': 'eu', 'us-batch': 'us' },
  eu: { 'eu-a': 'eu', 'eu-batch': 'eu' },
  [DIRECTORY]: { 'dir-us': 'us', 'dir-eu': 'eu' },
};
export const INSTANCES = Object.keys(CLUSTERS);
export const ALL_CLUSTERS = Object.values(CLUSTERS).flatMap((each) => Object.keys(each));
const isBatch = (cluster: string): boolean => cluster.endsWith('-batch');

export const clustersOf = (instance: string): readonly string[] => Object.keys(CLUSTERS[instance]!);

/** Ids of the subjects. */
export const SUBJECTS = ['ann', 'bob', 'eva'] as const;

/** Key of the move feed in the directory. */
const FEED_ROW = '!feed';

const FAMILIES = [OBJECTS, EVENTS, WATERMARK_FAMILY, RESERVATION_FAMILY, LOCATION_FAMILY];
const CONTROL_FAMILIES = [LOCATION_FAMILY, WATERMARK_FAMILY];

/** The side of Bigtable: two placements and the directory, on the embedded core. */
export class World {
  readonly clock: VirtualClock;
  readonly core: LocalCore;
  readonly topology: StoreTopology;

  static async open(dice: Dice): Promise<World> {
    const clock = new VirtualClock();
    const topology = topologyOf(dice);
    const random = seededRandom(dice.below(2 ** 32));
    const core = await openCore({ topology, clock, random });
    const world = new World(clock, core, storeTopology(topology));
    for (const placement of PLACEMENTS) {
      for (const corpus of CORPORA) await world.#create(placement, corpus, FAMILIES);
      await world.#create(placement, tableInInstance(fenceTable(placement)), CONTROL_FAMILIES);
    }
    await world.#create(DIRECTORY, DIRECTORY_TABLE, CONTROL_FAMILIES);
    replicateSlowly(core, dice);
    return world;
  }

  private constructor(clock: VirtualClock, core: LocalCore, topology: StoreTopology) {
    this.clock = clock;
    this.core = core;
    this.topology = topology;
  }

  /** Returns the cells of a subject's row that a cluster of the placement shows. */
  cellsAt(
    placement: PlacementName,
    cluster: string,
    { corpus, id }: { readonly corpus: CorpusName; readonly id: string },
  ): readonly StoredCell[] {
    const { catalog } = this.core.dependencies;
    const local = catalog.instance(instanceName(placement)).cluster(cluster);
    const replica = this.table(placement, corpus).replicaAt(local);
    return replica.cells(replica.row(rowKey(id).toString('latin1')));
  }

  /** Returns the table of a corpus in a placement. */
  table(placement: PlacementName, corpus: CorpusName): TableEntry {
    return this.core.dependencies.catalog.table(`${instanceName(placement)}/tables/${corpus}`);
  }

  /** Returns the newest entry of a subject that a cluster of the directory shows. */
  entryOf(key: SubjectKey): DirectoryEntry | undefined {
    const { catalog } = this.core.dependencies;
    const text = rowKey(key).toString('latin1');
    const cells = clustersOf(DIRECTORY).flatMap((cluster) => {
      const replica = this.tableOf(DIRECTORY_TABLE).replicaAt(
        catalog.instance(instanceName(DIRECTORY)).cluster(cluster),
      );
      return replica
        .cells(replica.row(text))
        .filter(({ qualifier }) => ENTRY_QUALIFIER.equals(Buffer.from(qualifier)));
    });
    const [newest] = cells.sort((a, b) => b.timestampMs - a.timestampMs);
    return newest === undefined ? undefined : decodeEntry(Buffer.from(newest.value, 'latin1'));
  }

  /** Returns the numbers of the first and the last record of the move feed, at the cluster that shows the latest. */
  feedNumbers(): { readonly first: number; readonly last: number } {
    const { catalog } = this.core.dependencies;
    const shown = clustersOf(DIRECTORY).map((cluster) => {
      const local = catalog.instance(instanceName(DIRECTORY)).cluster(cluster);
      const replica = this.tableOf(DIRECTORY_TABLE).replicaAt(local);
      const columns = replica.cells(replica.row(FEED_ROW)).map(({ qualifier }) => qualifier);
      const numbers = columns.filter((each) => each.startsWith('~')).map((each) => Number(each.slice(1)));
      return { first: Math.min(...numbers), last: Math.max(0, ...numbers) };
    });
    return shown.reduce((latest, each) => (each.last > latest.last ? each : latest));
  }

  /** Returns the table that has this name in the store. */
  tableOf(table: string): TableEntry {
    const { id } = instanceForTable(this.topology, table);
    return this.core.dependencies.catalog.table(`${instanceName(id)}/tables/${tableInInstance(table)}`);
  }

  /** Ends every fault, and the delays of the links with them. */
  heal(): void {
    this.core.faults.reset();
  }

  async close(): Promise<void> {
    await this.core.close();
  }

  async #create(instance: string, table: string, families: readonly string[]): Promise<void> {
    const { tables, instances } = this.core.dependencies;
    const name = instanceName(instance);
    const declared = families.map((family) => ({ name: family }));
    await tables.create({ name: `${name}/tables/${table}` }, declared, instances.getOrCreate(name));
  }
}

const instanceName = (instance: string): string => `projects/${PROJECT}/instances/${instance}`;

function topologyOf(dice: Dice): ReturnType<typeof parseTopology> {
  const instances = Object.entries(CLUSTERS).map(([instance, clusters]): [string, object] => {
    const declared = Object.entries(clusters).map(([id, region], index): [string, object] => [
      id,
      { region, zone: `${region}-${'abcdef'[index]}`, role: isBatch(id) ? 'batch' : 'serving' },
    ]);
    const profiles = Object.keys(clusters).map((id): [string, object] => [
      `at-${id}`,
      { cluster: id, transactions: true, priority: isBatch(id) ? 'low' : 'high' },
    ]);
    return [instance, { clusters: Object.fromEntries(declared), appProfiles: Object.fromEntries(profiles) }];
  });
  return parseTopology({
    project: PROJECT,
    clientRegions: REGIONS,
    links: [{ between: ['us', 'eu'], delayMs: dice.between(10, 60), jitterMs: 5 }],
    instances: Object.fromEntries(instances),
    jurisdictions: {
      us: { regions: ['us', 'eu'], countries: ['US'] },
      eu: { regions: ['eu'], countries: ['DE'] },
    },
    placements: {
      us: { jurisdiction: 'us', instance: 'us' },
      eu: { jurisdiction: 'eu', instance: 'eu' },
    },
    placementGroups: { [GROUP]: { corpora: CORPORA, default: DEFAULT_PLACEMENT } },
    directory: { instance: DIRECTORY },
  });
}

/** Gives each pair of clusters a link of its own, with delays and overtaking. */
function replicateSlowly({ faults }: LocalCore, dice: Dice): void {
  for (const instance of INSTANCES) {
    const clusters = clustersOf(instance);
    for (const [index, from] of clusters.entries()) {
      for (const to of clusters.slice(index + 1)) {
        faults.changeLinks(
          from,
          to,
          {
            delayMs: dice.pick([1, 20, 100, 300]),
            jitterMs: dice.pick([0, 100, 500, 1_500]),
            dropRate: dice.pick([0, 0, 0.2]),
            retryMs: dice.between(20, 200),
            reorderWithinRow: dice.chance(0.5),
          },
          { instance },
        );
      }
    }
  }
}
