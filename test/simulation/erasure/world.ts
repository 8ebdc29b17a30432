import { LEDGER_FAMILY, LEDGER_TABLE } from '../../../src/core/privacy/ledger-table';
import { PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import type { DirectoryEntry } from '../../../src/core/residency/location';
import { LOCATION_FAMILY } from '../../../src/core/residency/location-family';
import { DIRECTORY_TABLE, fenceTable, tableInInstance } from '../../../src/core/residency/placement-rules';
import { decodeEntry, ENTRY_QUALIFIER } from '../../../src/core/residency/stored-location';
import { SubjectKeys } from '../../../src/core/residency/subject-key';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
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
import { AD_ACTION } from '../../support/events';
import { VirtualClock } from '../../support/virtual-clock';
import type { Dice } from '../consistency/dice';
import { CommitLog } from './commit-log';
import {
  clustersOf,
  GROUP,
  INSTANCE_OF,
  instancePath,
  PLACEMENTS,
  topologyOf,
  type InstanceName,
  type PlacementName,
} from './topology';

/** The personal corpus. */
export const USERS_TABLE = AD_ACTION.corpus;
export const EVENTS = AD_ACTION.family;
export const OBJECTS = 'profile';
/** Family of objects that users must have consented to. */
export const CONSENTED = 'embedding';
/** Corpora of the schema; only one of them is personal. */
export const CORPORA = loadSchema().corpora();
export const LEDGER_CLUSTERS = clustersOf('l');
export const USERS = ['ann', 'bob'] as const;
export type User = (typeof USERS)[number];
/** Secret of the location directory. */
export const DIRECTORY_SECRET = Buffer.alloc(32, 7);

/** Delays of links, in milliseconds. */
const SLOW_DELAYS_MS = [1, 300, 1_500, 4_000, 8_000];
const FAST_DELAYS_MS = [1, 100, 500, 2_000];
const START_MS = Date.UTC(2026, 0, 1, 10);
const SUBJECT_KEYS = new SubjectKeys(DIRECTORY_SECRET);

/** The side of Bigtable, on the embedded core: one instance with three clusters, or two placements and a directory. */
export class World {
  readonly clock: VirtualClock;
  readonly core: LocalCore;
  readonly topology: StoreTopology;
  readonly commits: CommitLog;
  /** Whether users move between placements. */
  readonly hasMoves: boolean;
  /** Whether links are so slow that few moves and erasures end before the next ones. */
  readonly isSlow: boolean;
  readonly #dice: Dice;

  static async open(
    dice: Dice,
    { hasMoves, isSlow }: { readonly hasMoves: boolean; readonly isSlow: boolean },
  ): Promise<World> {
    const clock = new VirtualClock(START_MS);
    const topology = topologyOf(dice, { corpus: USERS_TABLE, hasMoves });
    const core = await openCore({ topology, clock, random: seededRandom(dice.below(2 ** 32)) });
    const { tables, instances } = core.dependencies;
    const create = (instance: InstanceName, table: string, families: readonly string[]): Promise<unknown> =>
      tables.create(
        { name: `${instancePath(instance)}/tables/${table}` },
        families.map((name) => ({ name })),
        instances.getOrCreate(instancePath(instance)),
      );
    const { dataTypes } = CORPORA.find(({ name }) => name === USERS_TABLE)!;
    const data = dataTypes.map(({ family }) => family);
    const families = [RESERVATION_FAMILY, ...data, PRIVACY_FAMILY, WATERMARK_FAMILY, LOCATION_FAMILY];
    await create('i', USERS_TABLE, families);
    await create('l', LEDGER_TABLE, [LEDGER_FAMILY, WATERMARK_FAMILY]);
    if (hasMoves) {
      const control = [LOCATION_FAMILY, WATERMARK_FAMILY];
      await create('w', USERS_TABLE, families);
      for (const placement of PLACEMENTS)
        await create(INSTANCE_OF[placement], tableInInstance(fenceTable(placement)), control);
      await create('d', DIRECTORY_TABLE, control);
    }
    const world = new World({ clock, core, dice, topology: storeTopology(topology), hasMoves, isSlow });
    world.slowLinks();
    return world;
  }

  private constructor(parts: {
    readonly clock: VirtualClock;
    readonly core: LocalCore;
    readonly dice: Dice;
    readonly topology: StoreTopology;
    readonly hasMoves: boolean;
    readonly isSlow: boolean;
  }) {
    this.clock = parts.clock;
    this.core = parts.core;
    this.topology = parts.topology;
    this.hasMoves = parts.hasMoves;
    this.isSlow = parts.isSlow;
    this.#dice = parts.dice;
    this.commits = new CommitLog(this.placements.map((each) => this.#usersIn(each)));
  }

  /** Placements of users. Without moves there is one, which the topology does not name. */
  get placements(): readonly PlacementName[] {
    return this.hasMoves ? PLACEMENTS : ['home'];
  }

  /** Clusters of the corpus. */
  get clusters(): readonly string[] {
    return this.placements.flatMap((each) => clustersOf(INSTANCE_OF[each]));
  }

  #usersIn(placement: PlacementName): TableEntry {
    return this.core.dependencies.catalog.table(
      `${instancePath(INSTANCE_OF[placement])}/tables/${USERS_TABLE}`,
    );
  }

  /** Returns the cells of a user's row that a cluster shows. */
  cellsAt(cluster: string, user: string): readonly StoredCell[] {
    const placement = this.placements.find((each) => clustersOf(INSTANCE_OF[each]).includes(cluster))!;
    const { catalog } = this.core.dependencies;
    const local = catalog.instance(instancePath(INSTANCE_OF[placement])).cluster(cluster);
    const replica = this.#usersIn(placement).replicaAt(local);
    return replica.cells(replica.row(rowKey(user).toString('latin1')));
  }

  /** Returns the clusters that have a user's row at rest. */
  homeClustersOf(user: string): readonly string[] {
    const placement = this.entryOf(user)?.from ?? 'home';
    return clustersOf(INSTANCE_OF[placement as PlacementName]);
  }

  /** Returns the placements that have cells of a user who is at rest in another one. */
  strayPlacementsOf(user: string): readonly PlacementName[] {
    const home = this.entryOf(user)?.from ?? 'home';
    const others = this.placements.filter((each) => each !== home);
    return others.filter((each) =>
      clustersOf(INSTANCE_OF[each]).some((cluster) => this.cellsAt(cluster, user).length > 0),
    );
  }

  /** Returns the newest entry of a user that a cluster of the directory shows. */
  entryOf(user: string): DirectoryEntry | undefined {
    if (!this.hasMoves) return undefined;
    const { catalog } = this.core.dependencies;
    const key = rowKey(SUBJECT_KEYS.of(GROUP, user)).toString('latin1');
    const table = catalog.table(`${instancePath('d')}/tables/${DIRECTORY_TABLE}`);
    const cells = clustersOf('d').flatMap((cluster) => {
      const replica = table.replicaAt(catalog.instance(instancePath('d')).cluster(cluster));
      const found = replica.cells(replica.row(key));
      return found.filter(({ qualifier }) => ENTRY_QUALIFIER.equals(Buffer.from(qualifier)));
    });
    const [newest] = cells.sort((a, b) => b.timestampMs - a.timestampMs);
    return newest === undefined ? undefined : decodeEntry(Buffer.from(newest.value, 'latin1'));
  }

  /** Whether every cluster of a table has its commits up to a version. `table`: its name in the store. */
  isReplicated(table: string, version: number): boolean {
    const { id } = instanceForTable(this.topology, table);
    const path = `${instancePath(id as InstanceName)}/tables/${tableInInstance(table)}`;
    return this.core.dependencies.catalog.table(path).replicated.isReplicatedUpTo(version);
  }

  /** Whether every cluster of users' tables has their commits up to a version. */
  isReplicatedAmongUsers(version: number): boolean {
    return this.placements.every((each) => this.#usersIn(each).replicated.isReplicatedUpTo(version));
  }

  get latestVersion(): number {
    return this.core.dependencies.commits.latestVersion;
  }

  /** Removes all rows of users at all clusters, as if the table was restored from an empty backup. */
  async removeRows(): Promise<void> {
    const { commits } = this.core.dependencies;
    for (const placement of this.placements) {
      const rows = { start: '', end: undefined };
      await commits.whenCommitted(this.#usersIn(placement).replicated.removeRows(rows));
    }
  }

  /** Gives each pair of clusters a link of its own, with delays and overtaking. */
  slowLinks(): void {
    const placed = this.placements.map((each) => INSTANCE_OF[each]);
    const instances: readonly InstanceName[] = this.hasMoves ? [...placed, 'd', 'l'] : [...placed, 'l'];
    for (const instance of instances) this.#slowLinksIn(instance);
  }

  #slowLinksIn(instance: InstanceName): void {
    const dice = this.#dice;
    const delaysMs = this.isSlow ? SLOW_DELAYS_MS : FAST_DELAYS_MS;
    const clusters = clustersOf(instance);
    for (const [index, from] of clusters.entries()) {
      for (const to of clusters.slice(index + 1)) {
        this.core.faults.changeLinks(from, to, {
          delayMs: dice.pick(delaysMs),
          jitterMs: dice.pick([0, 100, 1_000]),
          dropRate: dice.pick([0, 0, 0.2]),
          retryMs: dice.between(20, 200),
          reorderWithinRow: dice.chance(0.6),
        });
      }
    }
  }

  /** Cuts a cluster of the corpus off from the others. Returns the time of the end, by the monotonic clock. */
  cutOff(cluster: string, forMs: number): number {
    for (const other of clustersOf('i'))
      if (other !== cluster) this.core.faults.partition(cluster, other, { forMs });
    return this.clock.monotonicMs() + forMs;
  }

  /** Ends every fault, and the delays of the links with them. */
  heal(): void {
    this.core.faults.reset();
  }

  async close(): Promise<void> {
    await this.core.close();
  }
}
