import protobuf from 'protobufjs/minimal';
import { backoffMs } from '../../platform/time/backoff';
import type { Clock } from '../../platform/time/clock';
import { GrpcStatus } from '../../platform/network/grpc';
import type { Random } from '../../platform/random';
import { decodePullResponse, type PulledMessage } from './pull-response';

/**
 * The part of a grpc-js client that is used. The official client provides it, with its channel, credentials and
 * keepalive.
 */
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
  /**
   * Internal state of Node's readable streams. Its `highWaterMark` is visible as `readableHighWaterMark`, which a
   * test checks.
   */
  readonly _readableState?: { highWaterMark: number };
}

/** Final status of a stream. */
export interface StreamStatus {
  readonly code: number;
  readonly details: string;
}

/** Limits and intervals of one stream. */
export interface PullStreamLimits {
  /** Limits of this stream in Pub/Sub's own flow control. */
  readonly messagesMax: number;
  readonly bytesMax: number;
  readonly ackDeadlineSeconds: number;
  readonly reconnectInitialDelayMs: number;
  readonly reconnectMaxDelayMs: number;
  /** Interval of empty requests that keep an idle stream open, in milliseconds. */
  readonly keepaliveIntervalMs: number;
  /** Maximum lifetime of a stream, in milliseconds, so that a connection that died without notice is replaced. */
  readonly streamMaxMs: number;
}

export interface PullStreamDependencies {
  readonly stub: PullStub;
  /** Full name: `projects/<project>/subscriptions/<name>`. */
  readonly subscription: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: PullStreamLimits;
  readonly onMessages: (messages: readonly PulledMessage[]) => void;
  /** Called when the stream ended with an error that a retry cannot fix. */
  readonly onFailure: (status: StreamStatus) => void;
}

const METHOD = '/google.pubsub.v1.Subscriber/StreamingPull';
const NOTHING = Buffer.alloc(0);
const asIs = (request: Buffer): Buffer => request;

/**
 * Status codes after which the stream is reopened, because Pub/Sub ends streams regularly. They are the official
 * client's.
 */
const RETRYABLE: ReadonlySet<number> = new Set([
  GrpcStatus.OK,
  GrpcStatus.CANCELLED,
  GrpcStatus.DEADLINE_EXCEEDED,
  GrpcStatus.RESOURCE_EXHAUSTED,
  GrpcStatus.ABORTED,
  GrpcStatus.INTERNAL,
  GrpcStatus.UNAVAILABLE,
]);

/** One StreamingPull call, reopened whenever it ends, until it is closed. */
export class PullStream {
  #call: PullCall | undefined;
  #failures = 0;
  #closed = false;
  #paused = false;
  #cancelKeepalive: (() => void) | undefined;
  #cancelReopening: (() => void) | undefined;

  constructor(readonly dependencies: PullStreamDependencies) {}

  /** Whether messages can arrive now: there is a call and it is not paused. */
  get canReceive(): boolean {
    return this.#call !== undefined && !this.#paused;
  }

  /** Whether there is a call, paused or not. */
  get hasCall(): boolean {
    return this.#call !== undefined;
  }

  open(): void {
    const { stub, clock, limits } = this.dependencies;
    const deadline = clock.nowMs() + limits.streamMaxMs;
    const call = stub.makeBidiStreamRequest(METHOD, asIs, decodePullResponse, { deadline });
    // Buffers one response beside the one being processed; the default would read 16 ahead. Only the creator of the
    // stream can set this officially, and that is the client. If the client ever uses another kind of stream, the
    // default of 16 applies.
    if (call._readableState !== undefined) call._readableState.highWaterMark = 1;
    call.on('data', (messages) => {
      this.#failures = 0;
      this.dependencies.onMessages(messages);
    });
    // Each error is followed by a status, which is handled below.
    call.on('error', () => undefined);
    call.on('status', (status) => this.#ended(status));
    call.write(this.#firstRequest());
    if (this.#paused) call.pause();
    this.#call = call;
    this.#cancelKeepalive = this.#scheduleKeepalive();
  }

  /** Stops reading, so that the connection's flow control holds the rest back. */
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
