import type { Clock } from '../../platform/time/clock';
import { GrpcStatus } from '../../platform/network/grpc';
import { BigtableError } from '../client/bigtable-error';
import type { Call, CallHandle, CallHandler } from './call';
import { Channel, type ChannelOptions } from './channel';
import { DeferredCall } from './deferred-call';
import type { Session } from './session';

export interface PoolOptions {
  readonly channel: ChannelOptions;
  readonly channels: number;
  readonly streamsPerChannelStep: number;
  readonly callsQueuedMax: number;
  readonly closeTimeoutMs: number;
  readonly clock: Clock;
}

/**
 * Distributes calls over a fixed number of channels. The least loaded channel is selected in steps: calls that share a
 * connection share its packets and system calls, so another connection pays off only above a certain load. Calls
 * without room wait in one bounded queue, in order. They fail when no channel can become ready.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #channels: readonly Channel[];
  readonly #waiting = new Set<DeferredCall>();
  /** Called when no channel is connecting. */
  readonly #awaitConnections = new Set<() => void>();
  #closing: (() => void) | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#channels = Array.from(
      { length: options.channels },
      () => new Channel(options.channel, () => this.#onChange()),
    );
  }

  readonly start = (call: Call, handler: CallHandler): CallHandle => {
    const session = this.#waiting.size === 0 ? this.#pick() : undefined;
    if (session !== undefined && this.#closed === undefined) return session.start(call, handler);
    return this.#defer(call, handler);
  };

  connect(): Promise<void> {
    for (const channel of this.#channels) channel.connect();
    return new Promise((resolve) => {
      this.#awaitConnections.add(resolve);
      this.#notifyConnected();
    });
  }

  /** Waits for calls in flight, at most for the close timeout. */
  close(): Promise<void> {
    this.#closed ??= this.#drain().then(() => {
      const error = new BigtableError(GrpcStatus.CANCELLED, 'the client was closed');
      for (const waiting of this.#waiting) waiting.fail(error);
      this.#waiting.clear();
      for (const channel of this.#channels) channel.close(error);
    });
    return this.#closed;
  }

  #defer(call: Call, handler: CallHandler): CallHandle {
    const deferred: DeferredCall = new DeferredCall(call, handler, () => this.#waiting.delete(deferred));
    if (this.#closed !== undefined) deferred.fail(closedError());
    else if (this.#waiting.size >= this.#options.callsQueuedMax)
      deferred.fail(overloadedError(this.#waiting.size));
    else {
      this.#waiting.add(deferred);
      this.#onChange();
    }
    return deferred;
  }

  /** Returns the least loaded session with room. Opens another channel when even that one is busy. */
  #pick(): Session | undefined {
    let picked: Session | undefined;
    let pickedStep = Infinity;
    for (const channel of this.#channels) {
      const session = channel.ready;
      if (session === undefined) continue;
      const step = Math.floor(session.active / this.#options.streamsPerChannelStep);
      if (step < pickedStep) [picked, pickedStep] = [session, step];
    }
    if (pickedStep > 0) this.#connectOne();
    return picked;
  }

  #connectOne(): void {
    if (this.#channels.some((channel) => channel.connecting)) return;
    this.#channels.find((channel) => channel.mayConnect)?.connect();
  }

  #onChange(): void {
    for (const waiting of this.#waiting) {
      const session = this.#pick();
      if (session === undefined) break;
      this.#waiting.delete(waiting);
      waiting.begin((call, handler) => session.start(call, handler));
    }
    if (this.#waiting.size > 0 && !this.#channels.some((channel) => channel.mayBecomeReady))
      this.#failWaiting();
    this.#notifyConnected();
    this.#closing?.();
  }

  #notifyConnected(): void {
    if (this.#channels.some((channel) => channel.connecting)) return;
    for (const resolve of this.#awaitConnections) resolve();
    this.#awaitConnections.clear();
  }

  #failWaiting(): void {
    const cause = this.#channels.find((channel) => channel.lastFailure !== undefined)?.lastFailure;
    const error = cause ?? new BigtableError(GrpcStatus.UNAVAILABLE, 'no connection', { broken: true });
    const failed = [...this.#waiting];
    this.#waiting.clear();
    for (const waiting of failed) waiting.fail(error);
  }

  #drain(): Promise<void> {
    const { clock, closeTimeoutMs } = this.#options;
    return new Promise((resolve) => {
      const cancelTimeout = clock.schedule(closeTimeoutMs, resolve, { keepAlive: true });
      this.#closing = () => {
        if (this.#waiting.size > 0 || this.#channels.some((channel) => channel.active > 0)) return;
        cancelTimeout();
        resolve();
      };
      this.#closing();
    });
  }
}

function closedError(): BigtableError {
  return new BigtableError(GrpcStatus.CANCELLED, 'the client is closed', { code: 'draining' });
}

function overloadedError(waiting: number): BigtableError {
  return new BigtableError(GrpcStatus.RESOURCE_EXHAUSTED, `${waiting} calls wait for Bigtable already`, {
    code: 'overloaded',
  });
}
