import type { CampaignDay, CountSnapshot, PacingDecision } from '../../src/core/pacing/pacing';
import { DEFAULTS } from '../../src/config/defaults';
import type { PacerPort, PacingSources } from '../../src/operations/pacing/pacing-session';

export const DAY = '2026-11-21';

export function campaignDay(campaignId: string, unitsPurchased = 100): CampaignDay {
  const dayStartMs = Date.parse(DAY);
  return {
    campaignId,
    day: DAY,
    dayStartMs,
    dayEndMs: dayStartMs + 86_400_000,
    unitsPurchased,
    priority: 50,
    policy: { name: 'threshold', share: 1 },
    isPaused: false,
  };
}

/** Campaigns and their counts, set by the test. */
export class PlainSources implements PacingSources {
  readonly counts = new Map<string, number>();
  days: readonly CampaignDay[] = [];
  failure: Error | undefined;

  async campaignDays(): Promise<readonly CampaignDay[]> {
    if (this.failure !== undefined) throw this.failure;
    return this.days;
  }

  async countsOf(days: readonly CampaignDay[]): Promise<CountSnapshot> {
    const counts = days.flatMap(({ campaignId }) => {
      const count = this.counts.get(campaignId);
      return count === undefined ? [] : [[campaignId, { count, relativeError: 0 }] as const];
    });
    return { atMs: Date.now(), completeUpToMs: Date.now(), counts: new Map(counts) };
  }
}

/** Stops a campaign when its units are counted; does not throttle. */
export class PlainPacer implements PacerPort {
  readonly restored: PacingDecision[] = [];

  decide(_nowMs: number, days: readonly CampaignDay[], seen: CountSnapshot): readonly PacingDecision[] {
    return days.map(({ campaignId, day, unitsPurchased, priority }) => {
      const count = seen.counts.get(campaignId)?.count ?? 0;
      const isOver = count >= unitsPurchased;
      return {
        campaignId,
        day,
        unitsPurchased,
        priority,
        count,
        unitsPerSecond: 0,
        completeUpToMs: seen.completeUpToMs,
        passShare: isOver ? 0 : 1,
        state: isOver ? 'stopped' : 'active',
        reason: isOver ? 'units_delivered' : 'on_pace',
      };
    });
  }

  restore(decisions: readonly PacingDecision[]): void {
    this.restored.push(...decisions);
  }
}

export const CONTROLLER_LIMITS = { ...DEFAULTS.pacing, fullIntervalMs: 3_600_000 };
