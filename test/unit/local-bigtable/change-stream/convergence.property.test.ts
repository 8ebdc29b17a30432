import { AGGREGATORS } from '../../../../src/local-bigtable/store/aggregator';
import type { EmulatedCluster } from '../../../../src/local-bigtable/replication/local-cluster';
import type { RowOperation } from '../../../../src/local-bigtable/store/stored-row';
import { StoredTable } from '../../../../src/local-bigtable/store/stored-table';
import {
  operationsOrThrow,
  compileMutations,
} from '../../../../src/local-bigtable/service/compile-mutations';
import { type Random, seededRandom } from '../../../../src/platform/random';
import {
  type AssembledChange,
  type ChangeStreamClientCall,
  timestampOf,
} from '../../../support/local-bigtable/change-stream';
import { StreamWorld } from '../../../support/local-bigtable/stream-world';

/**
 * Random writes at three clusters over links that are slow, lossy, or partitioned, and may reorder rows or the writes
 * of one row. Meanwhile readers at each cluster start, stop and resume by token, and the server restarts. The seed is in the name
 * of the test.
 */

const CLUSTERS = ['a', 'b', 'c'];
const FAMILIES = [
  { name: 'f', gcRule: { kind: 'versions', max: 2 } as const },
  { name: 'g' },
  { name: 'sum', aggregator: AGGREGATORS.sum },
];
const STEPS = 250;

/** Consumer at one cluster with everything that it has received over all its calls. */
class Consumer {
  readonly changes: AssembledChange[] = [];
  #call: ChangeStreamClientCall | undefined;
  #token: string | undefined;
  #lowWatermark = 0;

  constructor(
    readonly world: StreamWorld,
    readonly at: string,
  ) {}

  start(): void {
    if (this.#call !== undefined) return;
    const heartbeatDuration = { nanos: 50_000_000 };
    this.#call = this.world.read(this.at, {
      heartbeatDuration,
      ...(this.#token === undefined
        ? { startTime: timestampOf(this.world.startMs * 1_000) }
        : { token: this.#token }),
    });
  }

  /** Retains the received changes and checks them against earlier watermarks. */
  stop(): void {
    const call = this.#call;
    if (call === undefined) return;
    for (const event of call.events) {
      if (event.kind === 'change') {
        expect(event.change.commitMicros).toBeGreaterThan(this.#lowWatermark);
        this.changes.push(event.change);
        this.#promise(event.change.lowWatermark, event.change.token);
      } else if (event.kind === 'heartbeat') this.#promise(event.lowWatermark, event.token.token!);
    }
    call.cancel();
    this.#call = undefined;
  }

  #promise(lowWatermark: number, token: string): void {
    expect(lowWatermark).toBeGreaterThanOrEqual(this.#lowWatermark);
    this.#lowWatermark = lowWatermark;
    this.#token = token;
  }
}

class Scenario {
  readonly #world: StreamWorld;
  readonly #random: Random;
  readonly #consumers: Consumer[];
  readonly #reorderRows: boolean;
  readonly #reorderWithinRow: boolean;
  #writes = 0;

  constructor(world: StreamWorld, seed: number) {
    this.#world = world;
    this.#random = seededRandom(seed);
    this.#reorderRows = seed % 2 === 1;
    this.#reorderWithinRow = seed % 4 === 3;
    this.#consumers = [...CLUSTERS, 'a'].map((at) => new Consumer(world, at));
    this.#configureLinks(20);
  }

  async run(): Promise<void> {
    for (const consumer of this.#consumers) consumer.start();
    for (let step = 0; step < STEPS; step++) await this.#step();
    this.#configureLinks(1);
    for (const consumer of this.#consumers) consumer.start();
    await this.#world.clock.advance(60_000);
    await this.#world.runPending();
    for (const consumer of this.#consumers) consumer.stop();
  }

  check(): void {
    const [first, ...others] = this.#consumers;
    const addresses = (changes: readonly AssembledChange[]): string[] =>
      changes.map(({ commitMicros: stamp, origin }) => `${stamp} ${origin}`);
    const expected = addresses(first!.changes).sort();
    expect(first!.changes.filter(({ type }) => type === 'USER').length).toBeGreaterThanOrEqual(this.#writes);
    for (const { changes } of this.#consumers) {
      expect(new Set(addresses(changes)).size).toBe(changes.length);
      checkOrder(changes);
      expect(contentOf(replayed(changes))).toEqual(contentOf(this.#world.table.replicated.base));
    }
    for (const { changes } of others) expect(addresses(changes).sort()).toEqual(expected);
  }

  async #step(): Promise<void> {
    const dice = this.#random();
    if (dice < 0.7) this.#write();
    else if (dice < 0.8) this.#consumerOf().stop();
    else if (dice < 0.9) this.#consumerOf().start();
    else if (dice < 0.93) this.#configureLinks(20);
    else if (dice < 0.95) this.#cut();
    else if (dice < 0.97) await this.#world.core.collector.sweep();
    else if (dice < 0.985) this.#world.table.replicated.removeRows({ start: `r${this.#pick(5)}`, end: 'r4' });
    else await this.#restart();
    await this.#world.clock.advance(this.#pick(30));
  }

  #write(): void {
    const at = CLUSTERS[this.#pick(CLUSTERS.length)]!;
    const count = 1 + this.#pick(2);
    const operations = Array.from({ length: count }, () => this.#operation());
    this.#world.write(at, `r${this.#pick(8)}`, operations);
    // The deletion of a row appears as deletions of all families, because another cluster may be writing.
    this.#writes++;
  }

  #operation(): RowOperation {
    const qualifier = `q${this.#pick(2)}`;
    const timestampMs = 1 + this.#pick(4);
    const dice = this.#random();
    if (dice < 0.5)
      return { kind: 'set', family: 'f', qualifier, timestampMs, value: String(this.#random()) };
    if (dice < 0.6)
      return { kind: 'set', family: 'g', qualifier, timestampMs, value: String(this.#random()) };
    if (dice < 0.8) {
      const { sum: aggregator } = AGGREGATORS;
      const input = `\0\0\0\0\0\0\0${String.fromCharCode(this.#pick(200))}`;
      return { kind: 'aggregate', family: 'sum', qualifier, timestampMs: 0, aggregator, input };
    }
    if (dice < 0.9) return { kind: 'delete-column', family: 'f', qualifier, fromMs: 0, toMs: timestampMs };
    return dice < 0.95 ? { kind: 'delete-family', family: 'sum' } : { kind: 'delete-row' };
  }

  #configureLinks(scale: number): void {
    for (const link of this.#world.instance.links) {
      link.configure({
        delayMs: this.#random() * 5 * scale,
        jitterMs: this.#random() * 5 * scale,
        dropRate: this.#random() * 0.2,
        reorderRows: this.#reorderRows,
        reorderWithinRow: this.#reorderWithinRow,
        partitioned: false,
      });
    }
  }

  #cut(): void {
    const { links } = this.#world.instance;
    links[this.#pick(links.length)]!.configure({ partitioned: true });
  }

  async #restart(): Promise<void> {
    for (const consumer of this.#consumers) consumer.stop();
    await this.#world.reopen();
    this.#configureLinks(20);
  }

  #consumerOf(): Consumer {
    return this.#consumers[this.#pick(this.#consumers.length)]!;
  }

  #pick(count: number): number {
    return Math.floor(this.#random() * count);
  }
}

/** "Data change records for each row key and each cluster are in commit timestamp order." */
function checkOrder(changes: readonly AssembledChange[]): void {
  const latest = new Map<string, number>();
  for (const { key, origin, commitMicros: stamp } of changes) {
    const address = JSON.stringify([key, origin]);
    expect(stamp).toBeGreaterThan(latest.get(address) ?? 0);
    latest.set(address, stamp);
  }
}

/** Applies the changes to an empty table. A consumer sorts by time and origin, like the tiebreaker. */
function replayed(changes: readonly AssembledChange[]): StoredTable {
  const table = new StoredTable(FAMILIES);
  for (const { key, mutations } of [...changes].sort(inCommitOrder)) {
    table.apply(key, operationsOrThrow(compileMutations(mutations, table.families, 0)), 1);
  }
  return table;
}

const inCommitOrder = (a: AssembledChange, b: AssembledChange): number =>
  a.commitMicros - b.commitMicros || a.tiebreaker - b.tiebreaker;

function contentOf(table: StoredTable): unknown[] {
  return [...table.scan({ start: '', end: undefined })].map(({ key, cells }) => [key, cells]);
}

function settledAt(world: StreamWorld, cluster: EmulatedCluster): unknown[] {
  return [...world.table.replicaAt(cluster).scan({ start: '', end: undefined })].map(({ key, cells }) => [
    key,
    cells,
  ]);
}

describe('a change stream under random events', () => {
  it.each(Array.from({ length: 4 }, (_, index) => index + 1))(
    'each reader receives every change once, in order, and can rebuild the table (seed %i)',
    async (seed) => {
      const world = await StreamWorld.open({
        families: FAMILIES,
        clusters: CLUSTERS,
        random: seededRandom(seed),
      });
      const scenario = new Scenario(world, seed);
      await scenario.run();
      scenario.check();
      const [first, ...others] = CLUSTERS.map((id) => settledAt(world, world.cluster(id)));
      for (const other of others) expect(other).toEqual(first);
      await world.close();
    },
  );
});
