import { BigtableError } from '../../../src/bigtable/client/bigtable-error';
import type { Call, GrpcTransport } from '../../../src/bigtable/transport/create-transport';
import type { OriginCode } from '../../../src/core/consistency/row-watermark';
import type { TokenCodec } from '../../../src/core/tokens/token-codec';
import { DEFAULTS } from '../../../src/config/defaults';
import { GrpcStatus } from '../../../src/platform/network/grpc';
import type { Random } from '../../../src/platform/random';
import type { Topology, Workload } from '../../../src/routing/topology/topology';
import type { Reader, Writer } from '../../../src/consistency/store';
import type { VersionedWriter } from '../../../src/consistency/write/versioned-writer';
import { type CallFault, createLocalTransport } from '../../support/local-bigtable/local-transport';
import type { Candidates, ClusterReachability } from './availability';
import type { Dice } from './dice';
import type { SkewedClock } from './skewed-clock';
import { guardedTransport } from './guards';
import { batchStack, LATE_MAX_MS, servingStack, type StackSettings, type Stack } from './stack';
import type { RunTally } from './tally';
import type { FaultInjector } from './fault-injector';
import { type Region, TABLE, type World } from './world';

export interface ProcessOptions {
  readonly name: string;
  readonly region: Region;
  readonly workload: Workload;
  readonly topology: Topology;
  /** Clock of the machine. It continues when the process restarts. */
  readonly clock: SkewedClock;
  readonly random: Random;
  readonly world: World;
  readonly dice: Dice;
  readonly troubles: FaultInjector;
  readonly tally: RunTally;
  readonly settings: StackSettings;
}

/** A process of the application from start to death, on a machine that loses messages now and then. */
export class AppProcess implements ClusterReachability {
  readonly #options: ProcessOptions;
  readonly #transport: GrpcTransport;
  readonly #stack: Stack;
  readonly #died: Promise<never>;
  #die!: (reason: BigtableError) => void;
  #dead = false;
  /** Real time until which some of the messages that it sends or should receive are lost. */
  #lossyUntilMs = -Infinity;
  /** Delay of the next write of one row, in milliseconds. */
  #holdUpMs: number | undefined;

  constructor(options: ProcessOptions) {
    const { world, region, workload, tally } = options;
    this.#options = options;
    this.#died = new Promise((_, reject) => (this.#die = reject));
    this.#died.catch(() => undefined);
    const { handlers } = world.core;
    const { clock } = world;
    this.#transport = createLocalTransport({
      handlers,
      clock,
      region,
      faultOf: (call) => this.#hold(call) ?? this.#linger(call) ?? this.#stall(call) ?? this.#loss(),
    });
    const createStack = workload === 'serving' ? servingStack : batchStack;
    this.#stack = createStack({
      ...options,
      shards: world.shards,
      transport: guardedTransport(this.#transport, options.settings.guards),
      onAudit: (outcome) => tally.count(`audits ${outcome}`),
      onHedge: (won) => tally.count(won ? 'hedges won' : 'hedges lost'),
    });
  }

  get name(): string {
    return this.#options.name;
  }

  get region(): Region {
    return this.#options.region;
  }

  get workload(): Workload {
    return this.#options.workload;
  }

  get clock(): SkewedClock {
    return this.#options.clock;
  }

  get codec(): TokenCodec {
    return this.#stack.codec;
  }

  get reader(): Reader {
    return this.#stack.reader;
  }

  get writer(): Writer {
    return this.#stack.writer;
  }

  get objects(): VersionedWriter {
    return this.#stack.objects;
  }

  get dead(): boolean {
    return this.#dead;
  }

  reload(topology: Topology): void {
    this.#stack.reload(topology);
  }

  /** Whether it has found that its topology lacks a cluster that other processes may write to. */
  get isOutdated(): boolean {
    return this.#stack.isOutdated();
  }

  /** Kills the process, with everything that it waits for. What it has sent stays in flight. */
  async kill(): Promise<void> {
    this.#dead = true;
    this.#die(new BigtableError(GrpcStatus.CANCELLED, 'the process died', { code: 'draining' }));
    await this.#transport.close();
    await this.#stack.stop();
  }

  /** Returns the outcome of the promise while the process lives, else the error of its death. */
  whileAlive<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#died]);
  }

  loseMessages(forMs: number): void {
    this.#lossyUntilMs = this.#options.world.clock.monotonicMs() + forMs + LOSS_NOTICED_MS;
  }

  /** Delays the next write of one row that it sends. */
  holdUpWrite(byMs: number): void {
    this.#holdUpMs = byMs;
  }

  wereHealthy(cluster: string, sinceMs: number): boolean {
    const { troubles, region } = this.#options;
    return this.#lossyUntilMs < sinceMs && troubles.wasHealthy(region, cluster, sinceMs);
  }

  hasEjected(cluster: string): boolean {
    const { router } = this.#stack;
    const known = router.origins(TABLE).find(({ id }) => id === cluster);
    if (known === undefined || router.reachabilityOf(known) === 'open') return false;
    return !this.wereHealthy(cluster, this.#options.world.clock.monotonicMs() - BACK_NOTICED_MS);
  }

  /** Returns the clusters that a read of the row may query, by this process's topology. */
  candidates(key: Buffer): Candidates {
    const { router } = this.#stack;
    const replicas = router.forRead(TABLE, key);
    const codes = (clusters: typeof replicas): ReadonlyMap<OriginCode, string> =>
      new Map(clusters.map(({ code, id }) => [code, id]));
    return {
      replicas: replicas.map(({ id }) => id),
      origins: codes(router.origins(TABLE)),
      byCode: codes(replicas),
    };
  }

  #hold({ path }: Call): CallFault | undefined {
    const afterMs = this.#holdUpMs;
    if (afterMs === undefined || !path.endsWith('/MutateRow')) return undefined;
    this.#holdUpMs = undefined;
    return { kind: 'request-delayed', afterMs };
  }

  /** Delays a write now and then until its attempt has long ended, when another attempt may have been acknowledged. */
  #linger({ path }: Call): CallFault | undefined {
    const { dice } = this.#options;
    if (!isWrite(path) || !dice.chance(LINGER_RATE)) return undefined;
    return { kind: 'request-delayed', afterMs: dice.below(LATE_MAX_MS) };
  }

  /** Delays the receipt of an answer now and then, so that answers about later moments arrive before it. */
  #stall({ path }: Call): CallFault | undefined {
    const { dice } = this.#options;
    if (!path.endsWith('/ReadRows') || !dice.chance(STALL_RATE)) return undefined;
    return { kind: 'answer-delayed', afterMs: dice.below(STALL_MS) };
  }

  #loss(): CallFault | undefined {
    const { world, dice } = this.#options;
    if (dice.chance(OVERTAKEN_RATE)) return { kind: 'request-delayed', afterMs: dice.below(OVERTAKEN_MS) };
    const isLossy = world.clock.monotonicMs() < this.#lossyUntilMs - LOSS_NOTICED_MS;
    if (!isLossy || !dice.chance(LOSS_RATE)) return undefined;
    const afterMs = dice.below(LOSS_NOTICED_MS);
    const kind = dice.pick(['request-lost', 'answer-lost', 'request-delayed', 'answer-delayed'] as const);
    const isNoticed = kind.endsWith('delayed') || dice.chance(0.5);
    return isNoticed ? { kind, afterMs } : { kind };
  }
}

const isWrite = (path: string): boolean => path.endsWith('/MutateRow') || path.endsWith('/MutateRows');

const LINGER_RATE = 0.06;
/** Rate of requests that overtake each other without any fault. */
const OVERTAKEN_RATE = 0.15;
const OVERTAKEN_MS = 80;
const STALL_RATE = 0.08;
const STALL_MS = 250;
const LOSS_RATE = 0.3;
/** Time by which a read has noticed that an ejected origin is back: the pause between probes, and the path of a probe. */
const BACK_NOTICED_MS = 2 * DEFAULTS.routing.originProbeMs + 500;
/** Time that a call may still wait after a loss, if its deadline is not earlier. */
const LOSS_NOTICED_MS = 300;
