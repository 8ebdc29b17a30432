/** Maximum number of breakpoints: more than one per second for a minute. Beyond it every second one is removed. */
const BREAKPOINTS_MAX = 128;

interface Breakpoint {
  readonly atMs: number;
  /** Seconds at a pass share of 1 until then. */
  readonly seconds: number;
}

/**
 * Integral of a campaign's pass share over time. It determines the delivery in an interval, together with the delivery
 * rate at a pass share of 1.
 */
export class Exposure {
  #breakpoints: Breakpoint[];
  #share: number;

  constructor(startMs: number, share: number) {
    this.#breakpoints = [{ atMs: startMs, seconds: 0 }];
    this.#share = share;
  }

  /** Pass share since the last breakpoint. */
  get share(): number {
    return this.#share;
  }

  /** Sets the pass share from `atMs` on. Times before the last change count as that time. */
  setShare(atMs: number, share: number): void {
    if (share === this.#share) return;
    const last = this.#breakpoints.at(-1)!;
    if (atMs > last.atMs) this.#breakpoints.push({ atMs, seconds: this.fullPassSecondsAt(atMs) });
    this.#share = share;
    if (this.#breakpoints.length > BREAKPOINTS_MAX) this.#thinOut();
  }

  /** Returns the seconds at a pass share of 1 from the beginning until `ms`. */
  fullPassSecondsAt(ms: number): number {
    const points = this.#breakpoints;
    const last = points.at(-1)!;
    if (ms >= last.atMs) return last.seconds + ((ms - last.atMs) / 1_000) * this.#share;
    for (let i = points.length - 2; i >= 0; i--) {
      const point = points[i]!;
      if (ms >= point.atMs) return between(point, points[i + 1]!, ms);
    }
    return points[0]!.seconds;
  }

  /** Forgets breakpoints that are only needed for times before `ms`. */
  forgetBefore(ms: number): void {
    const points = this.#breakpoints;
    let needless = 0;
    while (needless + 1 < points.length && points[needless + 1]!.atMs <= ms) needless++;
    if (needless > 0) points.splice(0, needless);
  }

  /**
   * Removes every second breakpoint but the first and the last. Totals stay exact at the remaining ones and are
   * interpolated between them.
   */
  #thinOut(): void {
    const last = this.#breakpoints.length - 1;
    this.#breakpoints = this.#breakpoints.filter((_, i) => i === 0 || i === last || i % 2 === 0);
  }
}

function between(from: Breakpoint, to: Breakpoint, ms: number): number {
  const share = (ms - from.atMs) / (to.atMs - from.atMs);
  return from.seconds + share * (to.seconds - from.seconds);
}
