import protobuf from 'protobufjs/minimal';
import { backoffMs } from '../../platform/time/backoff';
import type { Clock } from '../../platform/time/clock';
import { GrpcStatus } from '../../platform/network/grpc';
import type { Random } from '../../platform/random';
import { decodePullResponse, type PulledMessage } from './pull-response';

/** What of a grpc-js client is used: the official client's own, with its channel, credentials and keepalive. */
export interface PullStub {
  makeBidiStreamRequest(
    path: string,
    serialize: (request: Buffer) => Buffer,
    deserialize: (response: Buffer) => readonly PulledMessage[],
    options: { readonly deadline: number },
  ): PullCall;
}

interface PullCall {
  write(request: Buffer): void;
  cancel(): void;
  pause(): void;
  resume(): void;
  isPaused(): boolean;
  on(event: 'data', listener: (messages: readonly PulledMessage[]) => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  on(event: 'status', listener: (status: StreamStatus) => void): this;
  /** Node's own of every readable stream. What is set here shows in `readableHighWaterMark`, as a test asks. */
  readonly _readableState?: { highWaterMark: number };
}

export interface StreamStatus {
  readonly code: number;
  readonly details: string;
}

export interface PullStreamLimits {
  /** Of this stream, by Pub/Sub's own flow control. */
  readonly messagesMax: number;
  readonly bytesMax: number;
  readonly ackDeadlineSeconds: number;
  readonly reconnectInitialDelayMs: number;
  readonly reconnectMaxDelayMs: number;
  /** A stream without messages is kept open by an empty request now and then. */
  readonly keepaliveIntervalMs: number;
  /** After so long it is opened anew, so that a connection that is dead without a sign does not stay. */
  readonly streamMaxMs: number;
}

export interface PullStreamDependencies {
  readonly stub: PullStub;
  /** Full name. */
  readonly subscription: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: PullStreamLimits;
  readonly onMessages: (messages: readonly PulledMessage[]) => void;
  /** It ended in a way that another attempt will not mend. */
  readonly onFailure: (status: StreamStatus) => void;
}

const METHOD = '/google.pubsub.v1.Subscriber/StreamingPull';
const NOTHING = Buffer.alloc(0);
const asIs = (request: Buffer): Buffer => request;

/** Pub/Sub ends streams as a matter of course; these are worth another one. The same as the official client's. */
const RETRYABLE: ReadonlySet<number> = new Set([
  GrpcStatus.OK,
  GrpcStatus.CANCELLED,
  GrpcStatus.DEADLINE_EXCEEDED,
  GrpcStatus.RESOURCE_EXHAUSTED,
  GrpcStatus.ABORTED,
  GrpcStatus.INTERNAL,
  GrpcStatus.UNAVAILABLE,
]);

/** One StreamingPull call, opened anew whenever it ends, until it is closed. */
export class PullStream {
  #call: PullCall | undefined;
  #failures = 0;
  #closed = false;
  #paused = false;
  #cancelKeepalive: (() => void) | undefined;
  #cancelReopening: (() => void) | undefined;

  constructor(readonly dependencies: PullStreamDependencies) {}

  /** Whether the subscription could bring something by it now. */
  get canReceive(): boolean {
    return this.#call !== undefined && !this.#paused;
  }

  /** Whether there is a call, if only a paused one. */
  get hasCall(): boolean {
    return this.#call !== undefined;
  }

  open(): void {
    const { stub, clock, limits } = this.dependencies;
    const deadline = clock.nowMs() + limits.streamMaxMs;
    const call = stub.makeBidiStreamRequest(METHOD, asIs, decodePullResponse, { deadline });
    // One response beside the one that is being worked on; by default sixteen would be read ahead. Only the stream's maker
    // can say so officially, and that is the client: where it makes another kind of stream one day, those sixteen it is.
    if (call._readableState !== undefined) call._readableState.highWaterMark = 1;
    call.on('data', (messages) => {
      this.#failures = 0;
      this.dependencies.onMessages(messages);
    });
    // Each is followed by its status.
    call.on('error', () => undefined);
    call.on('status', (status) => this.#ended(status));
    call.write(this.#firstRequest());
    if (this.#paused) call.pause();
    this.#call = call;
    this.#cancelKeepalive = this.#scheduleKeepalive();
  }

  /** Reads nothing more, so that the connection's flow control holds the rest back. */
  pause(): void {
    this.#paused = true;
    this.#call?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#call?.resume();
  }

  close(): void {
    this.#closed = true;
    this.#cancelReopening?.();
    this.#cancelKeepalive?.();
    this.#call?.cancel();
  }

  #ended(status: StreamStatus): void {
    this.#cancelKeepalive?.();
    this.#call = undefined;
    if (this.#closed) return;
    if (!RETRYABLE.has(status.code)) return this.dependencies.onFailure(status);
    const { clock, random, limits } = this.dependencies;
    const { reconnectInitialDelayMs: initialDelayMs, reconnectMaxDelayMs: maxDelayMs } = limits;
    const delayMs = backoffMs({ initialDelayMs, maxDelayMs }, this.#failures++, random);
    this.#cancelReopening = clock.schedule(delayMs, () => this.open(), { keepAlive: true });
  }

  #scheduleKeepalive(): () => void {
    const { clock, limits } = this.dependencies;
    return clock.schedule(limits.keepaliveIntervalMs, () => {
      this.#call?.write(NOTHING);
      this.#cancelKeepalive = this.#scheduleKeepalive();
    });
  }

  #firstRequest(): Buffer {
    const { subscription, limits } = this.dependencies;
    const writer = protobuf.Writer.create();
    writer.uint32((1 << 3) | 2).string(subscription);
    writer.uint32(5 << 3).int32(limits.ackDeadlineSeconds);
    writer.uint32(7 << 3).int64(limits.messagesMax);
    writer.uint32(8 << 3).int64(limits.bytesMax);
    return writer.finish() as Buffer;
  }
}
