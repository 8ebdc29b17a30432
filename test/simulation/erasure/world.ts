import { LEDGER_FAMILY, LEDGER_TABLE } from '../../../src/core/privacy/ledger-table';
import { PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { rowKey } from '../../../src/core/rows/row-key';
import {
  openCore,
  type LocalCore,
  type StoredCell,
  type TableEntry,
} from '../../../src/local-bigtable/index';
import { seededRandom } from '../../../src/platform/random';
import { storeTopology, type StoreTopology } from '../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { AD_ACTION } from '../../support/events';
import { VirtualClock } from '../../support/virtual-clock';
import type { Dice } from '../consistency/dice';
import type { Region } from '../residency/world';
import { CommitLog } from './commit-log';

const INSTANCE = 'projects/p/instances/i';
/** Instance of the ledger. Restores of the corpus do not touch it. */
const LEDGER_INSTANCE = 'projects/p/instances/l';
/** The personal corpus. */
export const USERS_TABLE = AD_ACTION.corpus;
export const EVENTS = AD_ACTION.family;
export const OBJECTS = 'profile';
/** Family of objects that users must have consented to. */
export const CONSENTED = 'embedding';
/** Corpora of the schema; only one of them is personal. */
export const CORPORA = loadSchema().corpora();

const REGION_OF: Readonly<Record<string, Region>> = { 'eu-a': 'eu', 'us-a': 'us', 'us-batch': 'us' };
/** Clusters of the corpus. */
export const CLUSTERS = Object.keys(REGION_OF);
const LEDGER_REGION_OF: Readonly<Record<string, Region>> = { 'ledger-eu': 'eu', 'ledger-us': 'us' };
export const LEDGER_CLUSTERS = Object.keys(LEDGER_REGION_OF);
export const USERS = ['ann', 'bob'] as const;
export type User = (typeof USERS)[number];

const isBatch = (cluster: string): boolean => cluster.endsWith('-batch');
const START_MS = Date.UTC(2026, 0, 1, 10);

/** The side of Bigtable: one instance with three clusters on the embedded core. */
export class World {
  readonly clock = new VirtualClock(START_MS);
  readonly core: LocalCore;
  readonly topology: StoreTopology;
  readonly commits: CommitLog;
  readonly #dice: Dice;

  static async open(dice: Dice): Promise<World> {
    const clock = new VirtualClock(START_MS);
    const topology = topologyOf(dice);
    const core = await openCore({ topology, clock, random: seededRandom(dice.below(2 ** 32)) });
    const { tables, instances } = core.dependencies;
    const create = (instance: string, table: string, families: readonly string[]): Promise<unknown> =>
      tables.create(
        { name: `${instance}/tables/${table}` },
        families.map((name) => ({ name })),
        instances.getOrCreate(instance),
      );
    const { dataTypes } = CORPORA.find(({ name }) => name === USERS_TABLE)!;
    const families = dataTypes.map(({ family }) => family);
    await create(INSTANCE, USERS_TABLE, [RESERVATION_FAMILY, ...families, PRIVACY_FAMILY, WATERMARK_FAMILY]);
    await create(LEDGER_INSTANCE, LEDGER_TABLE, [LEDGER_FAMILY, WATERMARK_FAMILY]);
    const world = new World({ clock, core, dice, topology: storeTopology(topology) });
    world.slowLinks();
    return world;
  }

  private constructor(parts: {
    readonly clock: VirtualClock;
    readonly core: LocalCore;
    readonly dice: Dice;
    readonly topology: StoreTopology;
  }) {
    this.clock = parts.clock;
    this.core = parts.core;
    this.topology = parts.topology;
    this.#dice = parts.dice;
    this.commits = new CommitLog(this.#users);
  }

  get #users(): TableEntry {
    return this.core.dependencies.catalog.table(`${INSTANCE}/tables/${USERS_TABLE}`);
  }

  /** Returns the cells of a user's row that a cluster shows. */
  cellsAt(cluster: string, user: string): readonly StoredCell[] {
    const local = this.core.dependencies.catalog.instance(INSTANCE).cluster(cluster);
    const replica = this.#users.replicaAt(local);
    return replica.cells(replica.row(rowKey(user).toString('latin1')));
  }

  /** Whether every cluster of a table has its commits up to a version. */
  isReplicated(table: string, version: number): boolean {
    const instance = table === LEDGER_TABLE ? LEDGER_INSTANCE : INSTANCE;
    const { catalog } = this.core.dependencies;
    return catalog.table(`${instance}/tables/${table}`).replicated.isReplicatedUpTo(version);
  }

  get latestVersion(): number {
    return this.core.dependencies.commits.latestVersion;
  }

  /** Removes all rows of users at all clusters, as if the table was restored from an empty backup. */
  async removeRows(): Promise<void> {
    const { commits } = this.core.dependencies;
    const version = this.#users.replicated.removeRows({ start: '', end: undefined });
    await commits.whenCommitted(version);
  }

  /** Gives each pair of clusters a link of its own, with delays and overtaking. */
  slowLinks(): void {
    for (const clusters of [CLUSTERS, LEDGER_CLUSTERS]) this.#slowLinksAmong(clusters);
  }

  #slowLinksAmong(clusters: readonly string[]): void {
    const dice = this.#dice;
    for (const [index, from] of clusters.entries()) {
      for (const to of clusters.slice(index + 1)) {
        this.core.faults.changeLinks(from, to, {
          delayMs: dice.pick([1, 300, 1_500, 4_000, 8_000]),
          jitterMs: dice.pick([0, 100, 1_000]),
          dropRate: dice.pick([0, 0, 0.2]),
          retryMs: dice.between(20, 200),
          reorderWithinRow: dice.chance(0.6),
        });
      }
    }
  }

  /** Ends every fault, and the delays of the links with them. */
  heal(): void {
    this.core.faults.reset();
  }

  async close(): Promise<void> {
    await this.core.close();
  }
}

function topologyOf(dice: Dice): ReturnType<typeof parseTopology> {
  return parseTopology({
    project: 'p',
    clientRegions: ['eu', 'us'],
    links: [{ between: ['us', 'eu'], delayMs: dice.between(10, 60), jitterMs: 5 }],
    instances: { i: instanceOf(REGION_OF), l: instanceOf(LEDGER_REGION_OF) },
    privacy: { ledger: { instance: 'l' } },
  });
}

function instanceOf(regionOf: Readonly<Record<string, Region>>): object {
  const clusters = Object.entries(regionOf).map(([id, region], index): [string, object] => [
    id,
    { region, zone: `${region}-${'abc'[index]}`, role: isBatch(id) ? 'batch' : 'serving' },
  ]);
  const profiles = Object.keys(regionOf).map((id): [string, object] => [
    `at-${id}`,
    { cluster: id, transactions: true, priority: isBatch(id) ? 'low' : 'high' },
  ]);
  return { clusters: Object.fromEntries(clusters), appProfiles: Object.fromEntries(profiles) };
}
