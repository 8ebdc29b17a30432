import type { Clock } from '../../platform/time/clock';
import type { MoverSteps } from './steps';

export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export const momentOf = (clock: Clock): Moment => ({
  monotonicMs: clock.monotonicMs(),
  wallMs: clock.nowMs(),
});

/**
 * Waits until the time has passed since the moment by both clocks: the wall clock may be set forward, and the monotonic
 * clock is that of this machine. A wall clock that was set back to before the moment would make the wait as long as it
 * was set back, so the wait begins again then.
 */
export async function waitSince(
  since: Moment,
  waitMs: number,
  clock: Clock,
  steps: MoverSteps,
): Promise<void> {
  for (let from = since; ;) {
    if (clock.nowMs() < from.wallMs) from = momentOf(clock);
    const elapsedMs = Math.min(clock.monotonicMs() - from.monotonicMs, clock.nowMs() - from.wallMs);
    if (elapsedMs >= waitMs) return;
    // A remainder that is lost when it is added to the time would never pass.
    await steps.sleep(Math.max(TIMER_RESOLUTION_MS, waitMs - elapsedMs));
  }
}

const TIMER_RESOLUTION_MS = 1;
