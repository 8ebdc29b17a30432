export interface DelayWindowLimits {
  /**
   * Bounds of the window, in calls. Below 1, one call is in flight for that share of the time: only at signs of
   * overload.
   */
  readonly callsMin: number;
  readonly callsMax: number;
  /** Queueing delay that is accepted, as a share of the delay without a queue, and its least value in milliseconds. */
  readonly targetShare: number;
  readonly targetMinMs: number;
  /** Calls by which the window changes in the time of as many calls as it has, at most. */
  readonly gain: number;
  /** Number of the latest calls whose fastest one shows the present delay. */
  readonly currentSamples: number;
  /**
   * The delay without a queue is the least one of the latest intervals: their number, and their length in milliseconds.
   */
  readonly baseIntervals: number;
  readonly baseIntervalMs: number;
  /**
   * Factor, 0 to 1, by which the window shrinks at a sign of overload, and the least time between two, in milliseconds.
   */
  readonly decreaseFactor: number;
  readonly decreaseIntervalMs: number;
}

/**
 * Number of calls that background work may have in flight, from the delays of its calls: congestion control as in
 * LEDBAT (RFC 6817). What a call takes longer than the fastest one of the last minutes, it has waited in a queue, in
 * which the calls of others wait too. So the window grows while calls hardly wait, and shrinks before others are slowed
 * down much.
 *
 * Delays are compared per path, such as a cluster: calls of one path must take equally long when nothing else runs.
 */
export class DelayWindow {
  readonly #limits: DelayWindowLimits;
  readonly #paths = new Map<string, PathDelays>();
  #calls: number;
  #decreasedMs = -Infinity;

  constructor(limits: DelayWindowLimits) {
    this.#limits = limits;
    this.#calls = Math.max(limits.callsMin, Math.min(1, limits.callsMax));
  }

  /** Number of calls that may be in flight; below 1, the share of the time in which one may be. */
  get calls(): number {
    return this.#calls;
  }

  /** Adjusts the window by a call that has taken `delayMs` until `nowMs`, which is monotonic. */
  record(path: string, delayMs: number, nowMs: number): void {
    const delays = this.#paths.get(path) ?? new PathDelays(this.#limits);
    this.#paths.set(path, delays);
    delays.record(delayMs, nowMs);
    const { targetShare, targetMinMs, gain } = this.#limits;
    const targetMs = Math.max(targetMinMs, delays.baseMs * targetShare);
    const offTarget = (targetMs - (delays.currentMs - delays.baseMs)) / targetMs;
    if (offTarget > 0 && this.#isDecreased(nowMs)) return;
    // A window of less than one call changes by a share of itself, so it grows from small values slowly, too.
    const next = this.#calls + (gain * clamp(offTarget, -1, 1)) / Math.max(this.#calls, 1 / this.#calls);
    this.#set(Math.max(next, Math.min(this.#calls, 1)));
  }

  /** Shrinks the window at a sign of overload, such as a call that has failed. It does not grow for an interval. */
  decrease(nowMs: number): void {
    if (this.#isDecreased(nowMs)) return;
    this.#decreasedMs = nowMs;
    this.#set(this.#calls * this.#limits.decreaseFactor);
  }

  #isDecreased(nowMs: number): boolean {
    return nowMs < this.#decreasedMs + this.#limits.decreaseIntervalMs;
  }

  #set(calls: number): void {
    this.#calls = clamp(calls, this.#limits.callsMin, this.#limits.callsMax);
  }
}

type PathLimits = Pick<DelayWindowLimits, 'currentSamples' | 'baseIntervals' | 'baseIntervalMs'>;

class PathDelays {
  readonly #limits: PathLimits;
  /** Delays of the latest calls, overwritten in turn. */
  readonly #latest: number[] = [];
  /** Least delays of the latest intervals. */
  readonly #least: number[] = [];
  #samples = 0;
  #intervalFromMs = -Infinity;

  constructor(limits: PathLimits) {
    this.#limits = limits;
  }

  record(delayMs: number, nowMs: number): void {
    const { currentSamples, baseIntervals, baseIntervalMs } = this.#limits;
    this.#latest[this.#samples++ % currentSamples] = delayMs;
    if (nowMs >= this.#intervalFromMs + baseIntervalMs) {
      this.#intervalFromMs = nowMs;
      this.#least.push(delayMs);
      if (this.#least.length > baseIntervals) this.#least.shift();
    } else {
      this.#least.push(Math.min(this.#least.pop()!, delayMs));
    }
  }

  /** Delay without a queue, in milliseconds. */
  get baseMs(): number {
    return least(this.#least);
  }

  get currentMs(): number {
    return least(this.#latest);
  }
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
