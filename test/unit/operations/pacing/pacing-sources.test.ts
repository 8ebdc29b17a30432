import type { Campaign } from '../../../../src/core/campaigns/campaign';
import { campaignScopeOf } from '../../../../src/core/campaigns/campaign-scope';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../../src/config/defaults';
import type { FollowedCounts, FollowedDay } from '../../../../src/operations/campaign-counts/count-follower';
import { createPacingSources } from '../../../../src/operations/pacing/pacing-sources';
import { createLogger } from '../../../../src/platform/telemetry/logger';
import { VirtualClock } from '../../../support/virtual-clock';

const NOON = Date.UTC(2026, 10, 21, 12);
const campaign = (id: string, action = 'view'): Campaign => ({
  id,
  action,
  priority: 50,
  isPaused: false,
  flights: [{ firstDay: '2026-11-21', lastDay: '2026-11-21', unitsPerDay: 100 }],
});

describe('what decisions are made on', () => {
  const clock = new VirtualClock(NOON);
  let campaigns: Campaign[];
  let looks: number;
  let ageMs: number;
  let asked: readonly FollowedDay[];
  let found: Omit<FollowedCounts, 'atMs'>;
  let failure: Error | undefined;
  let completeUpToMs: number | undefined;
  let heartbeatAgeMaxMs = 0;

  beforeEach(() => {
    [campaigns, looks, ageMs, failure, completeUpToMs] = [[campaign('a')], 0, 0, undefined, NOON - 1_000];
    found = {
      counts: new Map([['a', { count: 5, relativeError: 0 }]]),
      failures: new Map(),
      stalenessMs: 200,
    };
  });

  const sources = () =>
    createPacingSources({
      directory: {
        scope: campaignScopeOf(loadSchema().eventTypes()),
        campaigns: () => campaigns,
        ageMs: () => ageMs,
        refresh: async () => void looks++,
      },
      follower: {
        async read(days) {
          asked = days;
          if (failure !== undefined) throw failure;
          return { ...found, atMs: clock.nowMs() };
        },
      },
      readProgress: async () => ({ completeUpToMs }),
      logger: createLogger({ level: 'silent', service: 'test' }),
      clock,
      settings: DEFAULTS.pacing,
      heartbeatAgeMaxMs,
    });

  it('are the campaigns with a flight on the day, by their own actions', async () => {
    campaigns = [campaign('a'), campaign('b', 'click'), campaign('gone', 'hover')];
    const made = sources();
    const days = await made.campaignDays(NOON, {});
    expect(days.map(({ campaignId, day }) => `${campaignId} ${day}`)).toEqual([
      'a 2026-11-21',
      'b 2026-11-21',
      'gone 2026-11-21',
    ]);
    await made.countsOf(days, {});
    expect(asked.map(({ campaignId, actionCode }) => `${campaignId} ${actionCode}`)).toEqual(['a 1', 'b 2']);
    expect(await made.campaignDays(NOON + 24 * 3_600_000, {})).toEqual([]);
  });

  it('are taken to be as old as replicas usually are where only slow heartbeats bound their age', async () => {
    const ageOf = async (stalenessMs: number): Promise<number> => {
      found = { ...found, stalenessMs };
      return NOON - 1_000 - (await sources().countsOf([], {})).completeUpToMs!;
    };
    expect(await ageOf(60_000)).toBe(60_000);
    heartbeatAgeMaxMs = 150_000;
    const { stalenessAssumedMs } = DEFAULTS.pacing;
    expect([await ageOf(300), await ageOf(60_000)]).toEqual([300, stalenessAssumedMs]);
    // A replica that lags shows heartbeats that are older than they ever are.
    expect(await ageOf(500_000)).toBe(350_000);
    heartbeatAgeMaxMs = 0;
  });

  it('are looked for where they were not yet', async () => {
    ageMs = Infinity;
    await sources().campaignDays(NOON, {});
    expect(looks).toBe(1);
  });

  it('are complete up to what ingestion tells, less what the replica lags behind, or may', async () => {
    const made = sources();
    expect(await made.countsOf([], {})).toMatchObject({ completeUpToMs: NOON - 1_200, counts: found.counts });
    found = { ...found, stalenessMs: undefined };
    const assumed = NOON - 1_000 - DEFAULTS.pacing.stalenessAssumedMs;
    expect(await made.countsOf([], {})).toMatchObject({ completeUpToMs: assumed });
    completeUpToMs = undefined;
    expect((await made.countsOf([], {})).completeUpToMs).toBeUndefined();
  });

  it('are what was known before, as old as it is, while nothing can be read', async () => {
    const made = sources();
    const days = await made.campaignDays(NOON, {});
    const before = await made.countsOf(days, {});
    failure = new Error('away');
    await clock.advance(60_000);
    expect(await made.countsOf(days, {})).toEqual(before);
    expect(before.counts.get('a')?.count).toBe(5);
  });

  it('are no counts of the day before, where the day changes while nothing can be read', async () => {
    const made = sources();
    const days = await made.campaignDays(NOON, {});
    await made.countsOf(days, {});
    failure = new Error('away');
    const tomorrow = days.map((each) => ({ ...each, day: '2026-11-22' }));
    expect((await made.countsOf(tomorrow, {})).counts.size).toBe(0);
  });

  it('are nothing that goes on once the round is over', async () => {
    failure = new Error('away');
    const over = AbortSignal.abort(new Error('over'));
    await expect(sources().countsOf([], { signal: over })).rejects.toThrow('over');
  });
});
