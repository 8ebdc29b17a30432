import { RpcError } from '../../../src/local-bigtable/grpc/rpc-error';
import type { EmulatedCluster } from '../../../src/local-bigtable/replication/local-cluster';
import { AGGREGATORS } from '../../../src/local-bigtable/store/aggregator';
import type { RowOperation } from '../../../src/local-bigtable/store/stored-row';
import type { FamilyDefinition } from '../../../src/local-bigtable/store/stored-table';
import { prefixEnd } from '../../../src/local-bigtable/store/key-span';
import { GrpcStatus } from '../../../src/platform/network/grpc';
import {
  ArrivalCheck,
  checkCounter,
  checkOrder,
  checkQuiescence,
  checkReplica,
  checkWatermarks,
  must,
} from './checks';
import { COUNTER, type RandomChoices, FAMILIES, FAMILIES_THAT_GO, KEYS } from './random-choices';
import { Model } from './model';
import type { LinkConditions } from '../../../src/routing/topology/topology';
import { type Disk, emptyDisk } from './simulated-storage';
import { World, type WorldOptions } from './world';

/** Relative frequency of each action. */
const WEIGHTS = {
  write: 60,
  increment: 5,
  wait: 22,
  configure: 4,
  stop: 3,
  start: 4,
  skew: 4,
  dropRows: 1.5,
  changeRule: 3,
  dropFamily: 1,
  createFamily: 2,
  sweep: 3,
  addCluster: 1.5,
  removeCluster: 1.2,
  restart: 0.7,
};
type Action = keyof typeof WEIGHTS;

/** One random history of a replicated table, checked step by step against the model. */
export class History {
  readonly counts: Record<string, number> = {};
  readonly #dice: RandomChoices;
  readonly #model = new Model();
  readonly #disk: Disk | undefined;
  readonly #order: Pick<LinkConditions, 'reorderRows' | 'reorderWithinRow'>;
  readonly #arrivals = new ArrivalCheck();
  #world: World;
  #clusters: number;
  /** Latest version that was acknowledged to a client. */
  #acknowledged = 0;
  /** Versions of the increments of the counter; 0 for those before a restart. */
  #increments: number[] = [];

  constructor(dice: RandomChoices) {
    this.#dice = dice;
    this.#clusters = 1 + dice.below(5);
    this.#order = { reorderRows: dice.chance(0.3), reorderWithinRow: dice.chance(0.2) };
    this.#disk = dice.chance(0.6) ? emptyDisk() : undefined;
    this.#world = new World({
      random: dice.random,
      startMs: Date.UTC(2026, 0, 1),
      places: Array.from({ length: this.#clusters }, (_, id) => dice.place(id)),
      families: FAMILIES,
      conditions: { ...dice.conditions(this.#order), partitioned: false },
      backlogBytesMax: dice.pick([1_500, 1_000_000, 1_000_000]),
      disk: this.#disk,
      commitDelayMs: dice.pick([1, 30]),
    });
  }

  async run(steps: number): Promise<string> {
    for (let step = 0; step < steps; step++) {
      const action = this.#dice.weighted(WEIGHTS);
      await this.#act(action);
      this.#check(action !== 'write' || this.#dice.chance(0.3));
    }
    await this.#quiesce();
    return JSON.stringify(this.#model.keys().map((key) => [key, this.#model.row(key)]));
  }

  /** Performs an action. Actions that are currently impossible are skipped. */
  async #act(action: Action): Promise<void> {
    const done = await this.#actions[action]();
    if (done !== false) this.counts[action] = (this.counts[action] ?? 0) + 1;
  }

  readonly #actions: Readonly<Record<Action, () => Promise<void | false> | void | false>> = {
    write: () => this.#write(),
    increment: () => this.#increment(),
    wait: () => this.#pass(this.#dice.pick([0, 1, 10, 50, 500])),
    configure: () => this.#configure(),
    stop: () => this.#setStopped(true),
    start: () => this.#setStopped(false),
    skew: () => {
      this.#anyCluster().clockSkewMs = (this.#dice.below(400) - 200) * this.#dice.pick([1, 50]);
    },
    dropRows: () => this.#dropRows(),
    changeRule: () => this.#changeFamily('a', { name: 'a', ...this.#maybeRule() }),
    dropFamily: () => this.#dropFamily(),
    createFamily: () => this.#createFamily(),
    sweep: () => this.#sweep(),
    addCluster: () => this.#addCluster(),
    removeCluster: () => this.#removeCluster(),
    restart: () => this.#restart(),
  };

  #write(): false | void {
    const cluster = this.#serving();
    if (cluster === undefined) return false;
    return this.#commit(
      cluster,
      this.#dice.key(),
      this.#dice.operations(this.#world.families, cluster.nowMs()),
    );
  }

  /** Increments the counter at the first cluster, as a profile with single-row transactions does. */
  #increment(): false | void {
    const home = this.#world.clusters[0]!;
    if (home.stopped) return false;
    const count = Number(this.#world.replica(home).row(COUNTER.key)?.cells[0]?.value ?? 0);
    const target = { family: COUNTER.family, qualifier: '', timestampMs: 0 };
    if (this.#commit(home, COUNTER.key, [{ kind: 'set', ...target, value: String(count + 1) }]) === false)
      return false;
    this.#increments.push(this.#world.commits.latestVersion);
  }

  #commit(cluster: EmulatedCluster, key: string, operations: readonly RowOperation[]): false | void {
    const { table, commits } = this.#world;
    const reading = this.#world.replica(cluster);
    let version: number;
    try {
      version = reading.commit(key, operations);
    } catch (error) {
      // The replication backlog is full. Nothing must have changed, which the next check verifies.
      if (error instanceof RpcError && error.status === GrpcStatus.RESOURCE_EXHAUSTED) return false;
      throw error;
    }
    const commit = table.pendingRow(key)?.commits.find((each) => each.version === version);
    this.#checkStamp(cluster, commit?.commitMicros);
    this.#model.accept({
      key,
      operations,
      commitMicros: commit?.commitMicros,
      origin: cluster.id,
      version,
      commit,
    });
    if (this.#dice.chance(0.5)) void this.#acknowledge(commits.whenCommitted(version), version);
  }

  async #acknowledge(durable: Promise<void> | undefined, version: number): Promise<void> {
    const world = this.#world;
    await durable?.catch(() => undefined);
    if (world === this.#world) this.#acknowledged = Math.max(this.#acknowledged, version);
  }

  /** Checks that no commit has a timestamp up to a published watermark. */
  #checkStamp(cluster: EmulatedCluster, commitMicros: number | undefined): void {
    const published = this.#publishedWatermarks.get(cluster) ?? 0;
    must(
      commitMicros === undefined || commitMicros > published,
      () => `${cluster.id} commits at ${commitMicros} after it passed ${published}`,
    );
  }

  readonly #publishedWatermarks = new Map<EmulatedCluster, number>();

  async #pass(byMs: number): Promise<void> {
    this.#arrivals.before(this.#world, this.#model);
    await this.#world.clock.advance(byMs);
    this.#arrivals.after(this.#model);
  }

  #configure(): false | void {
    if (this.#world.links.length === 0) return false;
    this.#dice.pick(this.#world.links).configure(this.#dice.conditions(this.#order));
  }

  #setStopped(stopped: boolean): false | void {
    const candidates = this.#world.clusters.filter((cluster) => cluster.stopped !== stopped);
    if (candidates.length === 0) return false;
    this.#world.setStopped(this.#dice.pick(candidates), stopped);
  }

  async #dropRows(): Promise<void> {
    const prefix = this.#dice.pick([...KEYS, 'k']);
    const version = this.#world.table.removeRows({ start: prefix, end: prefixEnd(prefix) });
    this.#model.dropRows(prefix);
    await this.#world.durable(version);
  }

  async #dropFamily(): Promise<void | false> {
    const name = this.#dice.pick(FAMILIES_THAT_GO);
    if (!this.#world.families.has(name)) return false;
    await this.#changeFamily(name, undefined);
  }

  async #createFamily(): Promise<void | false> {
    const name = this.#dice.pick(FAMILIES_THAT_GO);
    if (this.#world.families.has(name)) return false;
    const aggregate = this.#dice.chance(0.5)
      ? { aggregator: this.#dice.pick(Object.values(AGGREGATORS)) }
      : undefined;
    await this.#changeFamily(name, { name, ...aggregate, ...this.#maybeRule() });
  }

  async #changeFamily(name: string, family: FamilyDefinition | undefined): Promise<void> {
    const before = this.#world.families.get(name);
    const others = [...this.#world.families.values()].filter((each) => each.name !== name);
    const families = family === undefined ? others : [...others, family];
    const added = before === undefined ? [name] : [];
    const version = this.#world.table.setFamilies({ families, added });
    if (before !== undefined && family === undefined) this.#model.dropFamily(before.key);
    await this.#world.durable(version);
  }

  /** Removals must be durable, because the model forgets the collected cells. */
  async #sweep(): Promise<void> {
    await this.#world.durable(this.#world.commits.latestVersion);
    const { clusters, table } = this.#world;
    const nowMs = Math.min(...clusters.map((cluster) => cluster.nowMs()));
    this.#model.collect(this.#world.families, clusters, nowMs);
    const version = table.collectGarbage([...table.base.scan({ start: '', end: undefined })], nowMs);
    // The collector uses the slowest clock as well, so it finds nothing more.
    await this.#world.sweep();
    await this.#world.durable(version);
  }

  #addCluster(): void | false {
    if (this.#world.clusters.length >= CLUSTERS_MAX) return false;
    this.#world.instance.addCluster(
      this.#dice.place(this.#dice.chance(0.3) ? this.#freeId() : this.#clusters++),
    );
  }

  /** Returns a free id; ids of removed clusters are reused. */
  #freeId(): number {
    const id = Array.from({ length: this.#clusters }, (_, each) => each).find(
      (each) => !this.#world.instance.clusters.has(`c${each}`),
    );
    return id ?? this.#clusters++;
  }

  #removeCluster(): void | false {
    if (this.#world.clusters.length < 2) return false;
    const cluster = this.#anyCluster();
    this.#world.instance.removeCluster(cluster.id);
    let rejected = false;
    try {
      this.#world.replica(cluster).commit('k', [{ kind: 'delete-row' }]);
    } catch {
      rejected = true;
    }
    must(rejected, () => `${cluster.id} takes writes after its removal`);
  }

  /** Kills the process and starts it again. */
  #restart(): void | false {
    const disk = this.#disk;
    if (disk === undefined) return false;
    const { options, clock, families, clusters } = this.#world;
    this.#world.crash();
    must(
      this.#acknowledged <= disk.version,
      () => `${this.#acknowledged} was acknowledged, ${disk.version} is kept`,
    );
    this.#model.restart(disk.version);
    this.#increments = this.#increments.filter((version) => version <= disk.version).map(() => 0);
    this.#acknowledged = 0;
    this.#publishedWatermarks.clear();
    const restarted: WorldOptions = {
      ...options,
      startMs: clock.nowMs() + this.#dice.below(100),
      places: clusters.map(({ id, region, zone }) => ({ id, region, zone })),
      families: [...families.values()],
    };
    this.#world = new World(restarted);
    checkCounter(this.#world, this.#increments.length);
  }

  #check(thoroughly: boolean): void {
    for (const { from, deliveredUpTo } of this.#world.links) {
      this.#publishedWatermarks.set(from, Math.max(this.#publishedWatermarks.get(from) ?? 0, deliveredUpTo));
    }
    checkOrder(this.#world, this.#model, this.#order);
    checkWatermarks(this.#world, this.#model);
    const clusters = thoroughly ? this.#world.clusters : [this.#anyCluster()];
    for (const cluster of clusters) checkReplica(this.#world, this.#model, cluster);
  }

  /** Heals everything and waits until nothing happens any more. */
  async #quiesce(): Promise<void> {
    for (const cluster of this.#world.clusters) this.#world.setStopped(cluster, false);
    for (const link of this.#world.links) link.configure({ partitioned: false });
    const isUnderWay = (): boolean => this.#world.links.some(({ backlog }) => backlog > 0);
    await this.#world.durable(this.#world.commits.latestVersion);
    for (let tries = 0; isUnderWay() && tries < 1_000; tries++) await this.#pass(1_000);
    await this.#world.durable(this.#world.commits.latestVersion);
    this.#check(true);
    checkQuiescence(this.#world, this.#model, this.#disk);
    checkCounter(this.#world, this.#increments.length);
    await this.#world.end();
    must(this.#world.clock.pending === 0, () => `${this.#world.clock.pending} timers are left`);
  }

  #anyCluster(): EmulatedCluster {
    return this.#dice.pick(this.#world.clusters);
  }

  #serving(): EmulatedCluster | undefined {
    const serving = this.#world.clusters.filter(({ stopped }) => !stopped);
    return serving.length === 0 ? undefined : this.#dice.pick(serving);
  }

  #maybeRule(): Pick<FamilyDefinition, 'gcRule'> {
    return this.#dice.chance(0.7) ? { gcRule: this.#dice.gcRule() } : {};
  }
}

const CLUSTERS_MAX = 5;
