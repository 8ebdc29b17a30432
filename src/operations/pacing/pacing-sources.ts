import type { CallOptions } from '../../bigtable/client/types';
import { dayAt } from '../../core/time/calendar-day';
import { campaignDayOn, type PolicyDefaults } from '../../core/campaigns/campaign-day';
import type { CampaignDay, CountSnapshot } from '../../core/pacing/pacing';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { CountFollower, FollowedDay } from '../campaign-counts/count-follower';
import type { CampaignDirectory } from '../campaigns/campaign-directory';
import type { PacingSources } from './pacing-session';

/** Dependencies of the inputs of pacing decisions. */
export interface PacingSourcesDependencies {
  readonly directory: Pick<CampaignDirectory, 'campaigns' | 'ageMs' | 'refresh' | 'scope'>;
  readonly follower: CountFollower;
  /** Returns the progress of ingestion. */
  readonly readProgress: () => Promise<{ readonly completeUpToMs: number | undefined }>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Maximum age of heartbeats while no replica lags, in milliseconds; 0 when it is negligible. */
  readonly heartbeatAgeMaxMs: number;
  readonly settings: PolicyDefaults & {
    /** Assumed staleness of counts from a replica with unknown staleness, in milliseconds. */
    readonly stalenessAssumedMs: number;
  };
}

/**
 * Reads the inputs of pacing decisions from the store. When counts or progress cannot be read, the last known ones
 * are returned: counts only grow, and the time up to which they are complete stays, so their age remains visible. The
 * same holds for the sketches of a placement that cannot be read, while the others are counted.
 */
export function createPacingSources(dependencies: PacingSourcesDependencies): PacingSources {
  const { directory, follower, clock, settings } = dependencies;
  const { scope } = directory;
  const actionCodes = new Map(scope.actions.map(({ name, code }) => [name, code]));
  const problems = createProblemLog(dependencies.logger);
  let knownDays: ReadonlyMap<string, string> = new Map();
  let known: CountSnapshot = { atMs: clock.nowMs(), completeUpToMs: undefined, counts: new Map() };

  async function readCounts(days: readonly CampaignDay[], options: CallOptions): Promise<CountSnapshot> {
    // Progress is read first, so the counts may contain more than it promises but never less.
    const progress = await dependencies.readProgress();
    const followed = followedDays(directory, days, actionCodes);
    const { atMs, stalenessMs, counts, missing, failures } = await follower.read(followed, options);
    problems.damaged([...failures.keys()]);
    problems.missing(missing);
    // A missing placement is lag: as long as it lasts, counts are complete up to the time when all were read.
    if (missing.length > 0) return { atMs, counts, completeUpToMs: known.completeUpToMs };
    const { completeUpToMs } = progress;
    const staleMs = estimatedLagMs(stalenessMs, dependencies);
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
        problems.read();
        return known;
      } catch (error) {
        options.signal?.throwIfAborted();
        problems.unread(error);
      }
      // Counts of a previous day are excluded.
      const countsOfTheDay = days.flatMap(({ campaignId, day }) => {
        const count = knownDays.get(campaignId) === day ? known.counts.get(campaignId) : undefined;
        return count === undefined ? [] : [[campaignId, count] as const];
      });
      return { ...known, counts: new Map(countsOfTheDay) };
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
    // The campaign was deleted or its action is no longer declared, so it has no count.
    return actionCode === undefined ? [] : [{ campaignId, day, actionCode }];
  });
}

/**
 * Returns the estimated lag of the counts, in milliseconds. The staleness of an answer is an upper bound, and with
 * slow heartbeats most of it is the age of the heartbeat. A staleness within that age carries no more information
 * than an unknown one.
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

/** Returns a log that reports each problem once when it begins and once when it ends. */
function createProblemLog(logger: Logger) {
  let isUnread = false;
  let damagedBefore = '';
  let missingBefore = '';
  return {
    unread(err: unknown): void {
      if (!isUnread)
        logger.error({ err }, 'counts cannot be read: campaigns are paced by the last known counts');
      isUnread = true;
    },
    read(): void {
      if (isUnread) logger.info('counts can be read again');
      isUnread = false;
    },
    missing(placements: readonly string[]): void {
      const missing = placements.join();
      if (missing === missingBefore) return;
      missingBefore = missing;
      if (missing === '') logger.info('the sketches of all placements are read again');
      else
        logger.error(
          { placements },
          'sketches of these placements cannot be read: they count as ingestion lag',
        );
    },
    damaged(campaignIds: readonly string[]): void {
      const damaged = campaignIds.join();
      if (damaged !== damagedBefore && damaged !== '')
        logger.error({ campaignIds }, 'the counts of these campaigns cannot be determined');
      damagedBefore = damaged;
    },
  };
}
