import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Clock } from '../../platform/time/clock';

export interface ClockSkewMonitorOptions {
  readonly clock: Clock;
  /** Two clocks of the fleet are never further apart. */
  readonly clockSkewMaxMs: number;
  /** An origin is trusted again so long after the last sign against it. */
  readonly quietMs: number;
}

interface Doubt {
  /** The latest heartbeat that was ahead of its time. */
  untilMs: number;
  /** When one was last seen, by the monotonic clock. */
  lastMs: number;
  over: boolean;
}

/**
 * Which origins' heartbeats are to be believed, by what they say of their senders' clocks. A heartbeat is read from the
 * sender's clock before it is sent, so by the clock of who sees it, it lies in the past, or at most the clocks'
 * difference ahead: one that is further ahead proves that two clocks are too far apart.
 *
 * What can be found so: a sender whose clock is ahead of ours by more than the allowed difference and the time that the
 * heartbeat took to get here. That is the direction that matters, since a heartbeat ahead of its time claims writes that
 * were acknowledged after it. Every process looks, at every replica, so the one with the fastest way decides.
 *
 * What cannot: a clock that is ahead by more than allowed, but by less than that and the fastest way. Nor a sender whose
 * clock is behind: its heartbeats look late, claim too little, and make reads slower, not wrong. It is found the other
 * way round, since that process, looking at the heartbeats of others, finds those to be ahead. Nor can who finds it tell
 * which of the two clocks is wrong; where it finds all origins ahead, it is its own. And a process that starts after the
 * time which a false heartbeat named sees nothing odd in it, for as long as it has seen none that is newer.
 *
 * An origin in doubt is believed again when nothing was found for a while, and then only what is newer than anything
 * that was found: an old heartbeat that was once ahead of its time stays false when its time has come. Until then it is
 * the newest that there is and found at each look, so one from far ahead keeps its origin in doubt for long. That costs
 * time and no answer; who cannot wait deletes the heartbeats (docs/consistency.md, Clocks). The program does not: it may
 * be its own clock that is wrong.
 */
export class ClockSkewMonitor {
  readonly #options: ClockSkewMonitorOptions;
  readonly #doubts = new Map<OriginCode, Doubt>();

  constructor(options: ClockSkewMonitorOptions) {
    this.#options = options;
  }

  /** Whether a heartbeat, seen before this is called, proves that its sender's clock and ours are too far apart. */
  isAhead(atMs: number): boolean {
    const { clock, clockSkewMaxMs } = this.#options;
    return atMs > clock.nowMs() + clockSkewMaxMs;
  }

  /** Takes in a heartbeat that is ahead; true when the origin was not in doubt before. */
  recordAhead(origin: OriginCode, atMs: number): boolean {
    const known = this.#doubts.get(origin);
    const untilMs = Math.max(atMs, known?.untilMs ?? -Infinity);
    this.#doubts.set(origin, { untilMs, lastMs: this.#options.clock.monotonicMs(), over: false });
    return known === undefined || known.over;
  }

  /** Whether a heartbeat that is not ahead may be believed. */
  isTrusted(origin: OriginCode, atMs: number): boolean {
    const doubt = this.#doubts.get(origin);
    return doubt === undefined || (doubt.over && atMs > doubt.untilMs);
  }

  isDistrusted(origin: OriginCode): boolean {
    return this.#doubts.get(origin)?.over === false;
  }

  /** The origins that are in doubt no more since nothing was found for long enough. */
  restoreTrust(): OriginCode[] {
    const { clock, quietMs } = this.#options;
    const cleared: OriginCode[] = [];
    for (const [origin, doubt] of this.#doubts) {
      if (doubt.over || clock.monotonicMs() - doubt.lastMs < quietMs) continue;
      doubt.over = true;
      cleared.push(origin);
    }
    return cleared;
  }
}
