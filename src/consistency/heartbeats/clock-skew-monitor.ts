import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Clock } from '../../platform/time/clock';

export interface ClockSkewMonitorOptions {
  readonly clock: Clock;
  /** Largest difference between two clocks of the fleet, in milliseconds. */
  readonly clockSkewMaxMs: number;
  /** Time without a heartbeat ahead of its time after which an origin is trusted again, in milliseconds. */
  readonly quietMs: number;
}

interface Doubt {
  /** Latest heartbeat that was ahead of its time, in milliseconds. */
  latestAheadMs: number;
  /** Monotonic time when one was last seen, in milliseconds. */
  lastSeenMs: number;
  over: boolean;
}

/**
 * Decides which origins' heartbeats can be trusted, by what they show of their senders' clocks. A heartbeat is read
 * from the sender's clock before it is sent. So by the clock of a process that sees it, it lies in the past, or at most
 * the clocks' difference ahead. One that is further ahead proves that two clocks are too far apart.
 *
 * Detected: a sender whose clock is ahead of ours by more than the allowed difference and the time that the heartbeat
 * took to arrive. This is the direction that matters, because a heartbeat ahead of its time claims writes that were
 * acknowledged after it. Every process checks the heartbeats of every replica, so the process with the fastest path
 * decides.
 *
 * Not detected: a clock that is ahead by more than allowed, but by less than that and the fastest path. A sender whose
 * clock is behind is not detected either: its heartbeats look late, claim too little, and make reads slower, not wrong.
 * It is found the other way round, because that process finds the heartbeats of others to be ahead. The process that
 * detects a difference cannot know which of the two clocks is wrong; where it finds all origins ahead, it is its own.
 * And a process that starts after the time which a false heartbeat named finds nothing unusual in it, until it has seen
 * a newer one.
 *
 * A distrusted origin is trusted again when nothing was found for a while, and then only for heartbeats that are newer
 * than anything that was found: an old heartbeat that was once ahead of its time stays false when its time has come.
 * Until then it is the newest one and found by each poll, so one from far ahead keeps its origin distrusted for long.
 * That costs time and no answer; an operator who cannot wait deletes the heartbeats (docs/consistency.md, Clocks). The
 * program does not delete them, because its own clock may be the wrong one.
 */
export class ClockSkewMonitor {
  readonly #options: ClockSkewMonitorOptions;
  readonly #doubts = new Map<OriginCode, Doubt>();

  constructor(options: ClockSkewMonitorOptions) {
    this.#options = options;
  }

  /** Whether a heartbeat, seen before this call, proves that its sender's clock and ours are too far apart. */
  isAhead(atMs: number): boolean {
    const { clock, clockSkewMaxMs } = this.#options;
    return atMs > clock.nowMs() + clockSkewMaxMs;
  }

  /** Records a heartbeat that is ahead of its time. Returns true if the origin was trusted before. */
  recordAhead(origin: OriginCode, atMs: number): boolean {
    const known = this.#doubts.get(origin);
    const latestAheadMs = Math.max(atMs, known?.latestAheadMs ?? -Infinity);
    this.#doubts.set(origin, { latestAheadMs, lastSeenMs: this.#options.clock.monotonicMs(), over: false });
    return known === undefined || known.over;
  }

  /** Whether a heartbeat that is not ahead of its time can be trusted. */
  isTrusted(origin: OriginCode, atMs: number): boolean {
    const doubt = this.#doubts.get(origin);
    return doubt === undefined || (doubt.over && atMs > doubt.latestAheadMs);
  }

  isDistrusted(origin: OriginCode): boolean {
    return this.#doubts.get(origin)?.over === false;
  }

  /** Ends the distrust of origins for which nothing was found for long enough, and returns their codes. */
  restoreTrust(): OriginCode[] {
    const { clock, quietMs } = this.#options;
    const cleared: OriginCode[] = [];
    for (const [origin, doubt] of this.#doubts) {
      if (doubt.over || clock.monotonicMs() - doubt.lastSeenMs < quietMs) continue;
      doubt.over = true;
      cleared.push(origin);
    }
    return cleared;
  }
}
