import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { MessageSink } from '../grpc/server-call';
import { unavailableError } from '../grpc/rpc-error';
import type { LocalCluster } from '../replication/local-cluster';
import type { Network } from '../replication/network';
import type { LocalServices } from './local-services';
import type { LinkConditions } from '../../routing/topology/topology';

/** The way of a request from its client to a cluster and back. */
export class SimulatedPath {
  readonly #cluster: LocalCluster;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #network: Network;
  readonly #clientRegion: string | undefined;

  /** Undefined when nothing is in the way, as for most requests: those shall not pay for it. */
  static between(
    cluster: LocalCluster,
    clientRegion: string | undefined,
    context: LocalServices,
  ): SimulatedPath | undefined {
    const { slowMs, errorRate } = cluster;
    const isNone = clientRegion === undefined && slowMs === 0 && errorRate === 0;
    return isNone ? undefined : new SimulatedPath(cluster, clientRegion, context);
  }

  private constructor(
    cluster: LocalCluster,
    clientRegion: string | undefined,
    { clock, random, network }: LocalServices,
  ) {
    this.#cluster = cluster;
    this.#clock = clock;
    this.#random = random;
    this.#network = network;
    this.#clientRegion = clientRegion;
  }

  /** Resolves when the request is at the cluster and the cluster gets to it; sooner when `out` is over. */
  sendRequest(out?: MessageSink): Promise<void> {
    return pause(this.#clock, this.#oneWayMs() + this.#cluster.slowMs, out);
  }

  /** Resolves when what leaves the cluster now is back. Throws when the way has been cut meanwhile. */
  async returnAnswer(): Promise<void> {
    await pause(this.#clock, this.#oneWayMs());
    this.#checkWay();
  }

  /** Throws when the cluster cannot be reached any more, or fails as often as it has been told to. */
  checkArrival(): void {
    const { id, stopped, removed, errorRate } = this.#cluster;
    if (stopped || removed) throw unavailableError(`The cluster ${id} is unavailable`);
    this.#checkWay();
    if (errorRate > 0 && this.#random() < errorRate) {
      throw unavailableError(`The cluster ${id} fails, as it was told to`);
    }
  }

  #checkWay(): void {
    if (this.#way?.partitioned !== true) return;
    throw unavailableError(`The cluster ${this.#cluster.id} cannot be reached from ${this.#clientRegion}`);
  }

  #oneWayMs(): number {
    const { delayMs = 0, jitterMs = 0 } = this.#way ?? {};
    return jitterMs === 0 ? delayMs : delayMs + this.#random() * jitterMs;
  }

  /** As it is now: it may change while the request is under way. */
  get #way(): LinkConditions | undefined {
    const region = this.#clientRegion;
    return region === undefined ? undefined : this.#network.conditions(region, this.#cluster.region);
  }
}

/** Does not keep the process alive, unlike `sleep`: an ending server waits for calls no longer than it wants to. */
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

/** Passes messages on when they have come back to the client. It is over, too, once one of them is lost on the way. */
export class DelayedSink implements MessageSink {
  readonly #out: MessageSink;
  readonly #journey: SimulatedPath;
  #underWay = 0;
  #last: Promise<void> = Promise.resolve();
  #isCut = false;
  #whenOver: (() => void) | undefined;

  constructor(out: MessageSink, journey: SimulatedPath) {
    this.#out = out;
    this.#journey = journey;
  }

  get isEnded(): boolean {
    return this.#isCut || this.#out.isEnded;
  }

  onEnded(task: () => void): void {
    this.#whenOver = task;
    this.#out.onEnded(task);
    if (this.#isCut) task();
  }

  /** Resolves when all that was written is with the client; throws when it never will be. */
  get allDelivered(): Promise<void> {
    return this.#last;
  }

  write(frame: Buffer): Promise<void> | undefined {
    this.#underWay++;
    this.#last = Promise.all([this.#last, this.#journey.returnAnswer()]).then(() => this.#deliver(frame));
    this.#last.catch(() => this.#cut());
    return this.#underWay < MESSAGES_UNDER_WAY_MAX ? undefined : this.#last;
  }

  async #deliver(frame: Buffer): Promise<void> {
    if (!this.#out.isEnded) await this.#out.write(frame);
    this.#underWay--;
  }

  #cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#whenOver?.();
  }
}

/** Of one answer: more of it waits at the cluster. */
const MESSAGES_UNDER_WAY_MAX = 16;
