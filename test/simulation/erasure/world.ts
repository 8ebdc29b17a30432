import { PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
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
/** The personal corpus. */
export const USERS_TABLE = AD_ACTION.corpus;
export const EVENTS = AD_ACTION.family;
export const OBJECTS = 'profile';
/** Family of objects that users must have consented to. */
export const CONSENTED = 'embedding';
/** Table of the ledger. Backups of the corpus do not contain it. */
export const LEDGER_TABLE = 'privacy_ledger';
export const LEDGER_FAMILY = '_led';

const REGION_OF: Readonly<Record<string, Region>> = { 'eu-a': 'eu', 'us-a': 'us', 'us-batch': 'us' };
export const CLUSTERS = Object.keys(REGION_OF);
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
    const create = (table: string, families: readonly string[]): Promise<unknown> =>
      tables.create(
        { name: `${INSTANCE}/tables/${table}` },
        families.map((name) => ({ name })),
        instances.getOrCreate(INSTANCE),
      );
    await create(USERS_TABLE, [
      RESERVATION_FAMILY,
      EVENTS,
      OBJECTS,
      CONSENTED,
      PRIVACY_FAMILY,
      WATERMARK_FAMILY,
    ]);
    await create(LEDGER_TABLE, [LEDGER_FAMILY, WATERMARK_FAMILY]);
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
    this.commits = new CommitLog(this.table(USERS_TABLE));
  }

  table(name: string): TableEntry {
    return this.core.dependencies.catalog.table(`${INSTANCE}/tables/${name}`);
  }

  /** Returns the cells of a user's row that a cluster shows. */
  cellsAt(cluster: string, user: string): readonly StoredCell[] {
    const local = this.core.dependencies.catalog.instance(INSTANCE).cluster(cluster);
    const replica = this.table(USERS_TABLE).replicaAt(local);
    return replica.cells(replica.row(rowKey(user).toString('latin1')));
  }

  /** Whether every cluster has every commit so far of the table. */
  isReplicated(table: string, version: number): boolean {
    return this.table(table).replicated.isReplicatedUpTo(version);
  }

  get latestVersion(): number {
    return this.core.dependencies.commits.latestVersion;
  }

  /** Removes all rows of users at all clusters, as if the table was restored from an empty backup. */
  async removeRows(): Promise<void> {
    const { commits } = this.core.dependencies;
    const version = this.table(USERS_TABLE).replicated.removeRows({ start: '', end: undefined });
    await commits.whenCommitted(version);
  }

  /** Gives each pair of clusters a link of its own, with delays and overtaking. */
  slowLinks(): void {
    const dice = this.#dice;
    for (const [index, from] of CLUSTERS.entries()) {
      for (const to of CLUSTERS.slice(index + 1)) {
        this.core.faults.changeLinks(from, to, {
          delayMs: dice.pick([1, 300, 1_500, 4_000]),
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
  const clusters = Object.entries(REGION_OF).map(([id, region], index): [string, object] => [
    id,
    { region, zone: `${region}-${'abc'[index]}`, role: isBatch(id) ? 'batch' : 'serving' },
  ]);
  const profiles = CLUSTERS.map((id): [string, object] => [
    `at-${id}`,
    { cluster: id, transactions: true, priority: isBatch(id) ? 'low' : 'high' },
  ]);
  return parseTopology({
    project: 'p',
    clientRegions: ['eu', 'us'],
    links: [{ between: ['us', 'eu'], delayMs: dice.between(10, 60), jitterMs: 5 }],
    instances: {
      i: { clusters: Object.fromEntries(clusters), appProfiles: Object.fromEntries(profiles) },
    },
  });
}
