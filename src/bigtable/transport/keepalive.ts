import type { ClientHttp2Session } from 'node:http2';
import type { Clock } from '../../platform/time/clock';

/** Interval between pings, and time limit of their answers. */
export interface KeepaliveLimits {
  readonly keepaliveIntervalMs: number;
  readonly keepaliveTimeoutMs: number;
}

/**
 * Detects dead connections that TCP does not report. While calls are in flight, a PING is sent every interval, and a
 * missing answer destroys the session. Idle connections are not pinged (servers respond to that with GOAWAY), but the
 * first call after a long pause is accompanied by a PING.
 */
export class Keepalive {
  readonly #http2: ClientHttp2Session;
  readonly #clock: Clock;
  readonly #limits: KeepaliveLimits;
  #cancelTimer: (() => void) | undefined;
  #provenMs: number;
  #pinging = false;
  #running = false;

  constructor(http2: ClientHttp2Session, clock: Clock, limits: KeepaliveLimits) {
    this.#http2 = http2;
    this.#clock = clock;
    this.#limits = limits;
    this.#provenMs = clock.monotonicMs();
  }

  /** Starts pings, because the connection carries calls. */
  start(): void {
    this.#running = true;
    if (this.#cancelTimer === undefined && !this.#pinging) this.#wait();
  }

  /**
   * Stops pings, because no call is left. The timer remains, so that intermittent use sets one timer per interval
   * instead of one per call.
   */
  stop(): void {
    this.#running = false;
    if (this.#http2.destroyed) this.#cancelTimer?.();
  }

  #wait(): void {
    const idleMs = this.#clock.monotonicMs() - this.#provenMs;
    const delayMs = Math.max(0, this.#limits.keepaliveIntervalMs - idleMs);
    this.#cancelTimer = this.#clock.schedule(delayMs, () => {
      this.#cancelTimer = undefined;
      if (this.#running && !this.#http2.destroyed) this.#ping();
    });
  }

  #ping(): void {
    const cancelTimeout = this.#clock.schedule(this.#limits.keepaliveTimeoutMs, () => {
      this.#http2.destroy(new Error(`no answer to a PING within ${this.#limits.keepaliveTimeoutMs} ms`));
    });
    this.#pinging = true;
    const sent = this.#http2.ping((error) => {
      cancelTimeout();
      this.#pinging = false;
      if (error !== null) return;
      this.#provenMs = this.#clock.monotonicMs();
      if (this.#running) this.#wait();
    });
    if (!sent) cancelTimeout();
  }
}
