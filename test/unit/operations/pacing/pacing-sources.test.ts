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

describe('The inputs of pacing decisions', () => {
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
      missing: [],
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

  it('they are the campaigns with a flight on the day, with their own actions', async () => {
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

  it('the assumed staleness applies when only slow heartbeats bound it', async () => {
    const ageOf = async (stalenessMs: number): Promise<number> => {
      found = { ...found, stalenessMs };
      return NOON - 1_000 - (await sources().countsOf([], {})).completeUpToMs!;
    };
    expect(await ageOf(60_000)).toBe(60_000);
    heartbeatAgeMaxMs = 150_000;
    const { stalenessAssumedMs } = DEFAULTS.pacing;
    expect([await ageOf(300), await ageOf(60_000)]).toEqual([300, stalenessAssumedMs]);
    // A lagging replica shows heartbeats older than they normally become.
    expect(await ageOf(500_000)).toBe(350_000);
    heartbeatAgeMaxMs = 0;
  });

  it('campaigns are read first when they are unknown', async () => {
    ageMs = Infinity;
    await sources().campaignDays(NOON, {});
    expect(looks).toBe(1);
  });

  it('counts are complete up to the progress of ingestion less the lag of the replica', async () => {
    const made = sources();
    expect(await made.countsOf([], {})).toMatchObject({ completeUpToMs: NOON - 1_200, counts: found.counts });
    found = { ...found, stalenessMs: undefined };
    const assumed = NOON - 1_000 - DEFAULTS.pacing.stalenessAssumedMs;
    expect(await made.countsOf([], {})).toMatchObject({ completeUpToMs: assumed });
    completeUpToMs = undefined;
    expect((await made.countsOf([], {})).completeUpToMs).toBeUndefined();
  });

  it('the last known counts, with their age, are returned while reads fail', async () => {
    const made = sources();
    const days = await made.campaignDays(NOON, {});
    const before = await made.countsOf(days, {});
    failure = new Error('away');
    await clock.advance(60_000);
    expect(await made.countsOf(days, {})).toEqual(before);
    expect(before.counts.get('a')?.count).toBe(5);
  });

  it('counts are complete up to the last time when all placements were read', async () => {
    const made = sources();
    await made.countsOf([], {});
    const partial = new Map([['a', { count: 7, relativeError: 0, isPartial: true as const }]]);
    found = { ...found, counts: partial, missing: ['eu'] };
    completeUpToMs = NOON + 59_000;
    await clock.advance(60_000);
    expect(await made.countsOf([], {})).toMatchObject({ completeUpToMs: NOON - 1_200, counts: partial });
    found = { ...found, missing: [] };
    expect((await made.countsOf([], {})).completeUpToMs).toBe(NOON + 59_000 - 200);
  });

  it('counts are never complete while a placement has not been read', async () => {
    found = { ...found, missing: ['eu'] };
    expect(await sources().countsOf([], {})).toMatchObject({
      completeUpToMs: undefined,
      counts: found.counts,
    });
  });

  it('counts of the previous day are not returned when the day changes while reads fail', async () => {
    const made = sources();
    const days = await made.campaignDays(NOON, {});
    await made.countsOf(days, {});
    failure = new Error('away');
    const tomorrow = days.map((each) => ({ ...each, day: '2026-11-22' }));
    expect((await made.countsOf(tomorrow, {})).counts.size).toBe(0);
  });

  it('no work continues after the round is over', async () => {
    failure = new Error('away');
    const over = AbortSignal.abort(new Error('over'));
    await expect(sources().countsOf([], { signal: over })).rejects.toThrow('over');
  });
});
