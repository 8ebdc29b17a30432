import { Catalog, TableEntry } from '../../../src/local-bigtable/catalog/catalog';
import { NO_DETAILS } from '../../../src/local-bigtable/catalog/table-details';
import { GarbageCollector } from '../../../src/local-bigtable/background/garbage-collector';
import { Instance } from '../../../src/local-bigtable/catalog/instance';
import type { EmulatedCluster } from '../../../src/local-bigtable/replication/local-cluster';
import type { Link } from '../../../src/local-bigtable/replication/link';
import { commitFromLog } from '../../../src/local-bigtable/replication/log-record';
import { Network } from '../../../src/local-bigtable/replication/network';
import type { Replica } from '../../../src/local-bigtable/replication/replica';
import { ReplicatedTable } from '../../../src/local-bigtable/replication/replicated-table';
import { CommitQueue } from '../../../src/local-bigtable/storage/commit-queue';
import { type StoredCell, compareCells } from '../../../src/local-bigtable/store/stored-cell';
import { StoredRow } from '../../../src/local-bigtable/store/stored-row';
import {
  type Family,
  type FamilyDefinition,
  StoredTable,
} from '../../../src/local-bigtable/store/stored-table';
import type { Random } from '../../../src/platform/random';
import { Violation } from '../harness';
import { VirtualClock } from '../../support/virtual-clock';
import { cellsOf, type Disk, SimulatedStorage } from './simulated-storage';
import type { ClusterLocation, LinkConditions } from '../../../src/routing/topology/topology';

export interface WorldOptions {
  readonly random: Random;
  readonly startMs: number;
  readonly places: readonly ClusterLocation[];
  /** Families of the table: with keys after a restart. */
  readonly families: readonly (FamilyDefinition & { readonly key?: string })[];
  readonly conditions: LinkConditions;
  readonly backlogBytesMax: number;
  /** Absent: nothing is stored. */
  readonly disk: Disk | undefined;
  readonly commitDelayMs: number;
}

/** One run of a server with one replicated table: production code on a simulated clock, randomness and disk. */
export class World {
  readonly clock: VirtualClock;
  readonly commits: CommitQueue;
  readonly instance: Instance;
  readonly table: ReplicatedTable;
  readonly #entry: TableEntry;
  readonly #collector: GarbageCollector;
  readonly #storage: SimulatedStorage | undefined;

  constructor(readonly options: WorldOptions) {
    const { random, disk, families, places, conditions, backlogBytesMax } = options;
    this.clock = new VirtualClock(options.startMs);
    this.#storage = disk && this.#storageOn(disk);
    this.commits = new CommitQueue(this.#storage);
    const { clock, commits } = this;
    const network = new Network(conditions);
    this.instance = new Instance(INSTANCE, places, { clock, random, commits, network, backlogBytesMax });
    const keys = new Map(families.map(({ name, key = name }) => [name, key]));
    const settled = new StoredTable(families, keys);
    this.table = new ReplicatedTable(1, settled, { replication: this.instance, commits });
    this.#entry = new TableEntry({ name: `${INSTANCE}/tables/t` }, this.instance, this.table, NO_DETAILS);
    const catalog = new Catalog();
    catalog.add(this.#entry);
    if (disk !== undefined) this.#load(disk, settled);
    this.#collector = new GarbageCollector({ catalog, commits, clock, intervalMs: NEVER_MS, rowsPerTurn: 2 });
  }

  get clusters(): readonly EmulatedCluster[] {
    return [...this.instance.clusters.values()];
  }

  get links(): readonly Link[] {
    return this.instance.links;
  }

  get families(): ReadonlyMap<string, Family> {
    return this.table.base.families;
  }

  replica(cluster: EmulatedCluster): Replica {
    return this.#entry.replicaAt(cluster);
  }

  setStopped(cluster: EmulatedCluster, stopped: boolean): void {
    cluster.stopped = stopped;
    for (const link of this.links) if (link.from === cluster || link.to === cluster) link.refresh();
  }

  /** Lets time pass until the version is on the disk. */
  async durable(version: number): Promise<void> {
    let waiting = true;
    const durable = (this.commits.whenCommitted(version) ?? Promise.resolve()).finally(
      () => (waiting = false),
    );
    durable.catch(() => undefined);
    for (let tries = 0; waiting && tries < TRIES_MAX; tries++) await this.clock.advance(1);
    await durable;
  }

  /** Runs the garbage collector once while time stands still, so that all removals are committed at once. */
  async sweep(): Promise<void> {
    let sweeping = true;
    const swept = this.#collector.sweep().finally(() => (sweeping = false));
    for (let turn = 0; sweeping && turn < TRIES_MAX; turn++) await new Promise(setImmediate);
    if (sweeping) throw new Violation('a sweep found garbage that every cluster should still show');
    await swept;
  }

  crash(): void {
    this.#storage?.crash();
  }

  async end(): Promise<void> {
    await this.#collector.stop();
    await this.commits.close();
    this.instance.close();
  }

  #storageOn(disk: Disk): SimulatedStorage {
    const { random, commitDelayMs: delayMs } = this.options;
    disk.version = 0;
    return new SimulatedStorage({
      clock: this.clock,
      random,
      delayMs,
      disk,
      latestVersion: () => this.commits.latestVersion,
    });
  }

  #load(disk: Disk, settled: StoredTable): void {
    const rows = new Map<string, StoredCell[]>();
    for (const [key, cell] of cellsOf(disk)) rows.set(key, [...(rows.get(key) ?? []), cell]);
    for (const [key, cells] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const row = new StoredRow(key);
      for (const cell of cells.sort(compareCells)) row.append(cell);
      settled.addRow(row);
    }
    this.table.restore([...disk.log].map(([key, value]) => commitFromLog(key, value, settled.families)));
  }
}

const INSTANCE = 'projects/p/instances/i';
const TRIES_MAX = 1_000;
/** Long enough that garbage is collected only when the history requests it. */
const NEVER_MS = 1e12;
