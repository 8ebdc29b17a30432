import type { CallerLimits } from '../../core/access/caller';
import { DEFAULTS } from '../../config/defaults';
import type { Clock } from '../../platform/time/clock';

/** Why a request is not let in, and when to ask again. */
export interface ExceededLimit {
  readonly reason: 'rate' | 'in_flight';
  readonly message: string;
  readonly waitSeconds: number;
}

/** What is remembered of a caller. */
interface CallerState {
  inFlight: number;
  /** When all that he has asked for would have come, had he kept exactly to his rate. In the past: he may have his whole burst. */
  theoreticalArrivalMs: number;
}

/** Callers are looked through once there are so many, and then each time their number has doubled. */
const SWEEP_FROM = 1_024;
const CALLERS_MAX = DEFAULTS.access.callersTrackedMax;

/**
 * Holds each caller to his rate and his number of requests in flight, in this process. The rate is a token bucket, kept as ATM's
 * generic cell rate algorithm keeps it (ITU-T I.371): one time instead of a number of tokens that something has to refill. Limits
 * come with each request, so those that change count at once.
 */
export class CallerLimiter {
  readonly #clock: Clock;
  readonly #inFlightMax: number;
  readonly #states = new Map<string, CallerState>();
  #sweepAt = SWEEP_FROM;

  /** `inFlightMax`: of callers whose limits have no such number. */
  constructor(clock: Clock, inFlightMax = Infinity) {
    this.#clock = clock;
    this.#inFlightMax = inFlightMax;
  }

  /** Callers that are remembered. */
  get callers(): number {
    return this.#states.size;
  }

  /** Undefined where the request may begin; `leave` is to be called when that is over. A refused one costs nothing. */
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

  /** Who has nothing in flight and his whole burst left is like one who was never here. */
  #sweep(nowMs: number): void {
    const states = this.#states;
    for (const [id, { inFlight, theoreticalArrivalMs: dueMs }] of states)
      if (inFlight === 0 && dueMs <= nowMs) states.delete(id);
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

/** Takes the request's turn; or, where it comes too early, takes nothing and tells how long to wait, milliseconds. */
function acquireRate(state: CallerState, limits: CallerLimits, nowMs: number): number {
  const { requestsPerSecond } = limits;
  if (requestsPerSecond === undefined) return 0;
  const msPerRequest = 1_000 / requestsPerSecond;
  const burstMs = (limits.burst ?? Math.max(1, requestsPerSecond)) * msPerRequest;
  // More is owed than these limits ever let anybody owe: others did, and that is forgiven.
  const isOwedByOthers = state.theoreticalArrivalMs > nowMs + burstMs + 2 * ROUNDING_MS;
  if (isOwedByOthers || state.theoreticalArrivalMs < nowMs) state.theoreticalArrivalMs = nowMs;
  const waitMs = state.theoreticalArrivalMs + msPerRequest - nowMs - burstMs;
  if (waitMs > ROUNDING_MS) return waitMs;
  state.theoreticalArrivalMs += msPerRequest;
  return 0;
}

/** Sums of fractions of milliseconds are a little off, the more so the longer the process has run. */
const ROUNDING_MS = 1e-3;

function rateExceeded({ requestsPerSecond }: CallerLimits, waitMs: number): ExceededLimit {
  const message = `over ${requestsPerSecond} requests per second`;
  return { reason: 'rate', message, waitSeconds: Math.ceil(waitMs / 1_000) };
}

function inFlightExceeded(most: number): ExceededLimit {
  return { reason: 'in_flight', message: `${most} requests are in flight already`, waitSeconds: 1 };
}
