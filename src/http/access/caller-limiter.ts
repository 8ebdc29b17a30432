import type { CallerLimits } from '../../core/access/caller';
import { DEFAULTS } from '../../config/defaults';
import type { Clock } from '../../platform/time/clock';

/** A limit that a request exceeds, and the time until a retry. */
export interface ExceededLimit {
  readonly reason: 'rate' | 'in_flight';
  readonly message: string;
  readonly waitSeconds: number;
}

/** State of a caller. */
interface CallerState {
  inFlight: number;
  /**
   * Time at which the admitted requests would have arrived at exactly the rate, in milliseconds. In the past: the whole
   * burst is free.
   */
  theoreticalArrivalMs: number;
}

/** Number of callers from which idle ones are removed, and then again each time the number has doubled. */
const SWEEP_FROM = 1_024;
const CALLERS_MAX = DEFAULTS.access.callersTrackedMax;

/**
 * Enforces the rate and the number of requests in flight of each caller, in this process. The rate is a token bucket,
 * implemented as the generic cell rate algorithm (ITU-T I.371): it stores one time instead of a number of tokens that
 * must be refilled. Limits are passed with each request, so changes take effect at once.
 */
export class CallerLimiter {
  readonly #clock: Clock;
  readonly #inFlightMax: number;
  readonly #states = new Map<string, CallerState>();
  #sweepAt = SWEEP_FROM;

  /** `inFlightMax`: maximum number of requests in flight for callers whose limits set none. */
  constructor(clock: Clock, inFlightMax = Infinity) {
    this.#clock = clock;
    this.#inFlightMax = inFlightMax;
  }

  /** Number of callers with state. */
  get callers(): number {
    return this.#states.size;
  }

  /**
   * Admits a request, or returns the exceeded limit. Call `release` when an admitted one is over. A rejected one costs
   * nothing.
   */
  acquire(callerId: string, limits: CallerLimits): ExceededLimit | undefined {
    const nowMs = this.#clock.monotonicMs();
    const state = this.#stateOf(callerId, nowMs);
    const { requestsInFlightMax = this.#inFlightMax } = limits;
    if (state.inFlight >= requestsInFlightMax) return inFlightExceeded(requestsInFlightMax);
    const waitMs = acquireRate(state, limits, nowMs);
    if (waitMs > 0) return rateExceeded(limits, waitMs);
    state.inFlight += 1;
    return undefined;
  }

  release(callerId: string): void {
    const state = this.#states.get(callerId);
    if (state !== undefined) state.inFlight -= 1;
  }

  #stateOf(callerId: string, nowMs: number): CallerState {
    const known = this.#states.get(callerId);
    if (known !== undefined) return known;
    if (this.#states.size >= this.#sweepAt) this.#sweep(nowMs);
    const state = { inFlight: 0, theoreticalArrivalMs: -Infinity };
    this.#states.set(callerId, state);
    return state;
  }

  /** Removes callers without requests in flight whose burst is full again: a new state would be equal. */
  #sweep(nowMs: number): void {
    const states = this.#states;
    for (const [id, { inFlight, theoreticalArrivalMs }] of states)
      if (inFlight === 0 && theoreticalArrivalMs <= nowMs) states.delete(id);
    if (states.size >= CALLERS_MAX) this.#forgetHalf();
    this.#sweepAt = Math.min(CALLERS_MAX, Math.max(SWEEP_FROM, 2 * states.size));
  }

  #forgetHalf(): void {
    for (const [id, { inFlight }] of this.#states) {
      if (this.#states.size <= CALLERS_MAX / 2) return;
      if (inFlight === 0) this.#states.delete(id);
    }
  }
}

/**
 * Takes one request from the rate and returns 0. If it exceeds the rate, takes nothing and returns the time to wait, in
 * milliseconds.
 */
function acquireRate(state: CallerState, limits: CallerLimits, nowMs: number): number {
  const { requestsPerSecond } = limits;
  if (requestsPerSecond === undefined) return 0;
  const msPerRequest = 1_000 / requestsPerSecond;
  const burstMs = (limits.burst ?? Math.max(1, requestsPerSecond)) * msPerRequest;
  // The debt exceeds what these limits allow, so it stems from earlier limits and is dropped.
  const isFromEarlierLimits = state.theoreticalArrivalMs > nowMs + burstMs + 2 * ROUNDING_MS;
  if (isFromEarlierLimits || state.theoreticalArrivalMs < nowMs) state.theoreticalArrivalMs = nowMs;
  const waitMs = state.theoreticalArrivalMs + msPerRequest - nowMs - burstMs;
  if (waitMs > ROUNDING_MS) return waitMs;
  state.theoreticalArrivalMs += msPerRequest;
  return 0;
}

/** Tolerance for rounding errors in sums of fractional milliseconds, which grow with the uptime of the process. */
const ROUNDING_MS = 1e-3;

function rateExceeded({ requestsPerSecond }: CallerLimits, waitMs: number): ExceededLimit {
  const message = `rate limit of ${requestsPerSecond} requests per second exceeded`;
  return { reason: 'rate', message, waitSeconds: Math.ceil(waitMs / 1_000) };
}

function inFlightExceeded(max: number): ExceededLimit {
  return { reason: 'in_flight', message: `limit of ${max} requests in flight exceeded`, waitSeconds: 1 };
}
