import { constants, type ServerHttp2Session } from 'node:http2';
import type { Config } from '../../config/index';
import type { Clock } from '../../platform/time/clock';

/** Reason for which the server closed a connection. */
export type ClosingReason = 'no_calls' | 'idle' | 'unresponsive' | 'too_many_pings';

export interface ConnectionGuardOptions {
  readonly clock: Clock;
  readonly limits: Config['grpc'];
  readonly onClosing: (reason: ClosingReason) => void;
}

/**
 * Limits of one connection: it must have calls from time to time, answer pings, and not send many of them. The server
 * calls `check` regularly.
 */
export class ConnectionGuard {
  readonly #session: ServerHttp2Session;
  readonly #options: ConnectionGuardOptions;
  #openCalls = 0;
  #hasHadCalls = false;
  /** Time of the last call's end, or of the connection's start, by the monotonic clock in milliseconds. */
  #idleSinceMs: number;
  #pingedMs: number;
  #awaitsAnswer = false;
  #clientPingedMs = -Infinity;
  #earlyPings = 0;
  #isClosing = false;

  constructor(session: ServerHttp2Session, options: ConnectionGuardOptions) {
    this.#session = session;
    this.#options = options;
    this.#idleSinceMs = options.clock.monotonicMs();
    this.#pingedMs = this.#idleSinceMs;
    session.on('ping', () => this.#onPing());
  }

  onCallStarted(): void {
    this.#openCalls += 1;
    this.#hasHadCalls = true;
    // Clients ping while they receive answers, to measure the bandwidth.
    this.#earlyPings = 0;
  }

  onCallEnded(): void {
    this.#openCalls -= 1;
    this.#idleSinceMs = this.#options.clock.monotonicMs();
  }

  /** Closes the connection if it is idle or its client does not answer, and pings it if that is due. */
  check(): void {
    if (this.#isClosing || this.#session.destroyed) return;
    const { clock, limits } = this.#options;
    const nowMs = clock.monotonicMs();
    const idleMs = this.#openCalls > 0 ? 0 : nowMs - this.#idleSinceMs;
    if (!this.#hasHadCalls && idleMs >= limits.firstCallTimeoutMs) return this.#destroy('no_calls');
    if (idleMs >= limits.idleTimeoutMs) return this.#closeIdle();
    const sincePingMs = nowMs - this.#pingedMs;
    if (this.#awaitsAnswer && sincePingMs >= limits.pingTimeoutMs) this.#destroy('unresponsive');
    else if (!this.#awaitsAnswer && sincePingMs >= limits.pingIntervalMs) this.#ping(nowMs);
  }

  /** Announces that the connection takes no more calls soon, without affecting those on their way. */
  announceClosing(): void {
    if (this.#session.destroyed) return;
    this.#session.goaway(constants.NGHTTP2_NO_ERROR, STREAM_ID_MAX);
  }

  /** Rejects new calls, and closes the connection when those in flight are over. */
  close(): void {
    this.#isClosing = true;
    if (!this.#session.destroyed) this.#session.close();
  }

  destroy(): void {
    this.#isClosing = true;
    this.#session.destroy();
  }

  #closeIdle(): void {
    this.#options.onClosing('idle');
    this.close();
  }

  #destroy(reason: ClosingReason, code: number = constants.NGHTTP2_NO_ERROR): void {
    this.#options.onClosing(reason);
    this.#isClosing = true;
    this.#session.destroy(undefined, code);
  }

  #ping(nowMs: number): void {
    this.#pingedMs = nowMs;
    this.#awaitsAnswer = this.#session.ping(() => (this.#awaitsAnswer = false));
  }

  #onPing(): void {
    const { clock, limits } = this.#options;
    const nowMs = clock.monotonicMs();
    const isEarly = nowMs - this.#clientPingedMs < limits.clientPingIntervalMinMs;
    this.#clientPingedMs = nowMs;
    if (!isEarly) return;
    this.#earlyPings += 1;
    if (this.#earlyPings > limits.earlyPingsMax && !this.#isClosing)
      this.#destroy('too_many_pings', constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }
}

/** Largest id of a stream: a GOAWAY with it rejects no call (RFC 9113, 6.8). */
const STREAM_ID_MAX = 2 ** 31 - 1;
