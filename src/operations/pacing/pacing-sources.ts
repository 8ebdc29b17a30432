import type { CallOptions } from '../../bigtable/client/types';
import { dayAt } from '../../core/time/calendar-day';
import { campaignDayOn, type PolicyDefaults } from '../../core/campaigns/campaign-day';
import type { CampaignDay, CountSnapshot } from '../../core/pacing/pacing';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { CountFollower, FollowedDay } from '../campaign-counts/count-follower';
import type { CampaignDirectory } from '../campaigns/campaign-directory';
import type { PacingSources } from './pacing-session';

export interface PacingSourcesDependencies {
  readonly directory: Pick<CampaignDirectory, 'campaigns' | 'ageMs' | 'refresh' | 'scope'>;
  readonly follower: CountFollower;
  /** How far ingestion is. */
  readonly readProgress: () => Promise<{ readonly completeUpToMs: number | undefined }>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The age that heartbeats may reach while no replica lags; 0 where that is little. Milliseconds. */
  readonly heartbeatAgeMaxMs: number;
  readonly settings: PolicyDefaults & {
    /** How old counts are taken to be that come from a replica of which nothing tells. */
    readonly stalenessAssumedMs: number;
  };
}

/**
 * What decisions are made on, from the store. Where counts or the progress cannot be read, what was known of them before goes on
 * being told: counts only grow, and the time up to which they are complete stands still, so that it shows how old they are.
 */
export function createPacingSources(parts: PacingSourcesDependencies): PacingSources {
  const { directory, follower, clock, settings } = parts;
  const { scope } = directory;
  const actionCodes = new Map(scope.actions.map(({ name, code }) => [name, code]));
  const alarm = createAlarm(parts.logger);
  let knownDays: ReadonlyMap<string, string> = new Map();
  let known: CountSnapshot = { atMs: clock.nowMs(), completeUpToMs: undefined, counts: new Map() };

  async function readCounts(days: readonly CampaignDay[], options: CallOptions): Promise<CountSnapshot> {
    // Before the counts: they may have more than it tells of, never less.
    const progress = await parts.readProgress();
    const followed = followedDays(directory, days, actionCodes);
    const { atMs, stalenessMs, counts, failures } = await follower.read(followed, options);
    alarm.damaged([...failures.keys()]);
    const { completeUpToMs } = progress;
    const staleMs = estimatedLagMs(stalenessMs, parts);
    return {
      atMs,
      counts,
      completeUpToMs: completeUpToMs === undefined ? undefined : Math.floor(completeUpToMs - staleMs),
    };
  }

  return {
    async campaignDays(nowMs) {
      if (directory.ageMs() === Infinity) await directory.refresh();
      const day = dayAt(nowMs, scope.timeZone);
      return directory.campaigns().flatMap((campaign) => campaignDayOn(campaign, day, settings) ?? []);
    },
    async countsOf(days, options) {
      try {
        known = await readCounts(days, options);
        knownDays = new Map(days.map(({ campaignId, day }) => [campaignId, day]));
        alarm.read();
        return known;
      } catch (error) {
        options.signal?.throwIfAborted();
        alarm.unread(error);
      }
      // Yesterday's counts are none of today's.
      const ofTheDay = days.flatMap(({ campaignId, day }) => {
        const count = knownDays.get(campaignId) === day ? known.counts.get(campaignId) : undefined;
        return count === undefined ? [] : [[campaignId, count] as const];
      });
      return { ...known, counts: new Map(ofTheDay) };
    },
  };
}

function followedDays(
  directory: PacingSourcesDependencies['directory'],
  days: readonly CampaignDay[],
  actionCodes: ReadonlyMap<string, number>,
): readonly FollowedDay[] {
  const actions = new Map(directory.campaigns().map(({ id, action }) => [id, action]));
  return days.flatMap(({ campaignId, day }) => {
    const actionCode = actionCodes.get(actions.get(campaignId) ?? '');
    // Gone meanwhile, or of an action that is not declared any more: its count cannot be told.
    return actionCode === undefined ? [] : [{ campaignId, day, actionCode }];
  });
}

/**
 * Returns how far the counts are taken to be behind. The staleness of an answer is an upper bound. With slow heartbeats most
 * of it is the heartbeat's own age: a bound within that age says no more than no bound does.
 */
function estimatedLagMs(
  stalenessMs: number | undefined,
  { heartbeatAgeMaxMs, settings }: Pick<PacingSourcesDependencies, 'heartbeatAgeMaxMs' | 'settings'>,
): number {
  const { stalenessAssumedMs } = settings;
  if (stalenessMs === undefined) return stalenessAssumedMs;
  if (heartbeatAgeMaxMs === 0) return stalenessMs;
  return Math.max(Math.min(stalenessMs, stalenessAssumedMs), stalenessMs - heartbeatAgeMaxMs);
}

/** What is wrong is told when it begins, and when it is over. */
function createAlarm(logger: Logger) {
  let isUnread = false;
  let damagedBefore = '';
  return {
    unread(err: unknown): void {
      if (!isUnread)
        logger.error({ err }, 'counts cannot be read: campaigns are paced by what was known before');
      isUnread = true;
    },
    read(): void {
      if (isUnread) logger.info('counts are read again');
      isUnread = false;
    },
    damaged(campaignIds: readonly string[]): void {
      const damaged = campaignIds.join();
      if (damaged !== damagedBefore && damaged !== '')
        logger.error({ campaignIds }, 'the counts of these campaigns cannot be told');
      damagedBefore = damaged;
    },
  };
}
