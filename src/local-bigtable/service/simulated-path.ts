import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { MessageSink } from '../grpc/server-call';
import { unavailableError } from '../grpc/rpc-error';
import type { EmulatedCluster } from '../replication/local-cluster';
import type { Network } from '../replication/network';
import type { LocalDependencies } from './local-dependencies';
import type { LinkConditions } from '../../routing/topology/topology';

/** Simulated network path of a request between a client and a cluster. */
export class SimulatedPath {
  readonly #cluster: EmulatedCluster;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #network: Network;
  readonly #clientRegion: string | undefined;

  /** Creates a path; undefined when there is no delay or fault, so that most requests have no overhead. */
  static between(
    cluster: EmulatedCluster,
    clientRegion: string | undefined,
    dependencies: LocalDependencies,
  ): SimulatedPath | undefined {
    const { slowMs, errorRate } = cluster;
    const isDirect = clientRegion === undefined && slowMs === 0 && errorRate === 0;
    return isDirect ? undefined : new SimulatedPath(cluster, clientRegion, dependencies);
  }

  private constructor(
    cluster: EmulatedCluster,
    clientRegion: string | undefined,
    { clock, random, network }: LocalDependencies,
  ) {
    this.#cluster = cluster;
    this.#clock = clock;
    this.#random = random;
    this.#network = network;
    this.#clientRegion = clientRegion;
  }

  /** Resolves when the cluster starts to process the request, or earlier when `out` ends. */
  sendRequest(out?: MessageSink): Promise<void> {
    return pause(this.#clock, this.#oneWayMs() + this.#cluster.slowMs, out);
  }

  /**
   * Resolves when data that leaves the cluster now has reached the client. Throws when the path has been partitioned
   * meanwhile.
   */
  async returnAnswer(): Promise<void> {
    await pause(this.#clock, this.#oneWayMs());
    this.#checkReachable();
  }

  /** Throws when the cluster is unreachable, or at random according to its error rate. */
  checkArrival(): void {
    const { id, stopped, removed, errorRate } = this.#cluster;
    if (stopped || removed) throw unavailableError(`The cluster ${id} is unavailable`);
    this.#checkReachable();
    if (errorRate > 0 && this.#random() < errorRate) {
      throw unavailableError(`The cluster ${id} failed: injected by errorRate`);
    }
  }

  #checkReachable(): void {
    if (this.#conditions?.partitioned !== true) return;
    throw unavailableError(`The cluster ${this.#cluster.id} cannot be reached from ${this.#clientRegion}`);
  }

  #oneWayMs(): number {
    const { delayMs = 0, jitterMs = 0 } = this.#conditions ?? {};
    return jitterMs === 0 ? delayMs : delayMs + this.#random() * jitterMs;
  }

  /** Current conditions of the path. They may change while the request is in flight. */
  get #conditions(): LinkConditions | undefined {
    const region = this.#clientRegion;
    return region === undefined ? undefined : this.#network.conditions(region, this.#cluster.region);
  }
}

/**
 * Waits without keeping the process alive, unlike `sleep`, so that a stopping server waits no longer than its grace
 * period.
 */
async function pause(clock: Clock, delayMs: number, out?: MessageSink): Promise<void> {
  if (delayMs === 0) return;
  await new Promise<void>((resolve) => {
    const cancel = clock.schedule(delayMs, resolve);
    out?.onEnded(() => {
      cancel();
      resolve();
    });
  });
}

/** Delivers messages to the client after the delay of the path. It ends when a message is lost. */
export class DelayedSink implements MessageSink {
  readonly #out: MessageSink;
  readonly #path: SimulatedPath;
  #inFlight = 0;
  #last: Promise<void> = Promise.resolve();
  #isBroken = false;
  #onEnded: (() => void) | undefined;

  constructor(out: MessageSink, path: SimulatedPath) {
    this.#out = out;
    this.#path = path;
  }

  get isEnded(): boolean {
    return this.#isBroken || this.#out.isEnded;
  }

  onEnded(task: () => void): void {
    this.#onEnded = task;
    this.#out.onEnded(task);
    if (this.#isBroken) task();
  }

  /** Resolves when all written messages have reached the client. Throws when one is lost. */
  get allDelivered(): Promise<void> {
    return this.#last;
  }

  write(frame: Buffer): Promise<void> | undefined {
    this.#inFlight++;
    this.#last = Promise.all([this.#last, this.#path.returnAnswer()]).then(() => this.#deliver(frame));
    this.#last.catch(() => this.#break());
    return this.#inFlight < MESSAGES_IN_FLIGHT_MAX ? undefined : this.#last;
  }

  async #deliver(frame: Buffer): Promise<void> {
    if (!this.#out.isEnded) await this.#out.write(frame);
    this.#inFlight--;
  }

  #break(): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#onEnded?.();
  }
}

/** Maximum number of messages of one answer in flight. Further ones wait at the cluster. */
const MESSAGES_IN_FLIGHT_MAX = 16;
