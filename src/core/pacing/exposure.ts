/** Breakpoints held: more than one in a second for a minute. Beyond, every second one of them goes. */
const BREAKPOINTS_MAX = 128;

interface Breakpoint {
  readonly atMs: number;
  /** Seconds of full passing until then. */
  readonly seconds: number;
}

/**
 * How far a campaign was let in over time: its pass share, added up second by second. What was delivered in a stretch of time
 * follows from it, and from how much the campaign takes at a pass share of 1.
 */
export class Exposure {
  #breakpoints: Breakpoint[];
  #share: number;

  constructor(startMs: number, share: number) {
    this.#breakpoints = [{ atMs: startMs, seconds: 0 }];
    this.#share = share;
  }

  /** The share in force since the last breakpoint. */
  get share(): number {
    return this.#share;
  }

  /** From `atMs` on; times before the last change count as that. */
  setShare(atMs: number, share: number): void {
    if (share === this.#share) return;
    const last = this.#breakpoints.at(-1)!;
    if (atMs > last.atMs) this.#breakpoints.push({ atMs, seconds: this.fullPassSecondsAt(atMs) });
    this.#share = share;
    if (this.#breakpoints.length > BREAKPOINTS_MAX) this.#thinOut();
  }

  /** Seconds of full passing from the beginning until then. */
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

  /** Nobody will ask for a time before this again. */
  forgetBefore(ms: number): void {
    const points = this.#breakpoints;
    let needless = 0;
    while (needless + 1 < points.length && points[needless + 1]!.atMs <= ms) needless++;
    if (needless > 0) points.splice(0, needless);
  }

  /** Totals stay right where breakpoints remain, and are evened out between them. The first and the last stay. */
  #thinOut(): void {
    const last = this.#breakpoints.length - 1;
    this.#breakpoints = this.#breakpoints.filter((_, i) => i === 0 || i === last || i % 2 === 0);
  }
}

function between(from: Breakpoint, to: Breakpoint, ms: number): number {
  const share = (ms - from.atMs) / (to.atMs - from.atMs);
  return from.seconds + share * (to.seconds - from.seconds);
}
