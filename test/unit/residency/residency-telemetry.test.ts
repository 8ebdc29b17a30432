import type { FeedRecord } from '../../../src/core/residency/feed-record';
import type { PlacementGroup } from '../../../src/core/residency/placement-rules';
import { NO_PLACEMENTS } from '../../../src/core/residency/placement-rules';
import { TidemarkError } from '../../../src/errors';
import { createMetrics } from '../../../src/platform/telemetry/metrics';
import type { Metrics } from '../../../src/platform/telemetry/metrics';
import { FeedFollower } from '../../../src/residency/feed-follower';
import { LocationCache } from '../../../src/residency/location-cache';
import { LocationDirectory } from '../../../src/residency/location-directory';
import { Locations, type KnownLocation, type Subject } from '../../../src/residency/locations';
import { observeResidency, residencyTelemetry } from '../../../src/residency/telemetry';
import { DEFAULTS } from '../../../src/config/defaults';
import { memoryLogger } from '../../support/memory-logger';
import { VirtualClock } from '../../support/virtual-clock';

const GROUP: PlacementGroup = {
  name: 'users',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: false,
};
const SUBJECT: Subject = { group: GROUP, key: 'key', rowKey: Buffer.from('00#ann') };
const begun = (id: string, begunAtMs: number, ...keys: string[]): FeedRecord => ({
  kind: 'begun',
  wave: {
    id,
    group: 'users',
    from: 'us',
    to: 'eu',
    begunAtMs,
    subjects: keys.map((key) => ({ key, epoch: 2 })),
  },
});

describe('Metrics of residency', () => {
  let clock: VirtualClock;
  let metrics: Metrics;
  let records: FeedRecord[];
  let isAway: boolean;
  let follower: FeedFollower;
  let directory: LocationDirectory;
  let locations: Locations;

  const reads = (): Promise<never> => Promise.reject(new TidemarkError('store_unavailable', 'away'));
  const none = { row: undefined } as never;

  beforeEach(async () => {
    clock = new VirtualClock();
    metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 1_000 });
    records = [];
    isAway = false;
    const observer = residencyTelemetry(metrics);
    follower = new FeedFollower({
      feed: {
        read: (after) => {
          if (isAway) return reads();
          const numbered = records.map((record, index) => ({ number: index + 1, record }));
          return Promise.resolve({ records: numbered.slice(after), isContinuous: true, isRebuilding: false });
        },
      },
      clock,
      random: () => 0,
      logger: memoryLogger().logger,
      limits: DEFAULTS.directory,
      onGap: () => undefined,
      onEnded: () => undefined,
      observer,
    });
    const reader = { readRow: () => (isAway ? reads() : Promise.resolve(none)), readRows: reads };
    const transactions = { begin: () => ({ read: reads, commit: reads }) };
    directory = new LocationDirectory({ reader, transactions, clock, random: () => 0, observer });
    locations = new Locations({
      rules: () => NO_PLACEMENTS,
      directory,
      follower,
      cache: new LocationCache(10),
      reader,
      clock,
      hasDataByDefault: () => Promise.resolve(false),
      observer,
    });
    const groups = new Map([['users', GROUP]]);
    observeResidency(metrics, {
      residency: { follower, rules: () => ({ ...NO_PLACEMENTS, groups }) },
      clock,
    });
  });
  afterEach(() => metrics.shutdown());

  const valueOf = async (series: string): Promise<number> => {
    const line = (await metrics.prometheus()).split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.split(' ')[1]);
  };

  it('show how long the feed was not read, from the start of the process on', async () => {
    await clock.advance(4_000);
    expect(await valueOf('tidemark_residency_feed_age')).toBe(4);
    await follower.poll();
    await clock.advance(1_500);
    expect(await valueOf('tidemark_residency_feed_age')).toBe(1.5);
  });

  it('show the users that are moving, and for how long the oldest move has been under way', async () => {
    expect(await valueOf('tidemark_residency_oldest_move')).toBe(0);
    const nowMs = clock.nowMs();
    records.push(begun('a', nowMs - 90_000, 'x', 'y'), begun('b', nowMs - 60_000, 'z'));
    records.push({ kind: 'state', waveId: 'b', state: 'overlaid' });
    await follower.poll();
    expect(await valueOf('tidemark_residency_oldest_move')).toBe(90);
    expect(await valueOf('tidemark_residency_subjects_moving{state="preparing"}')).toBe(2);
    expect(await valueOf('tidemark_residency_subjects_moving{state="overlaid"}')).toBe(1);
    records.push({ kind: 'ended', waveId: 'a' });
    await follower.poll();
    expect(await valueOf('tidemark_residency_oldest_move')).toBe(60);
    expect(await valueOf('tidemark_residency_subjects_moving{state="preparing"}')).toBe(0);
  });

  it('count lookups by kind, failures, and what needed more than the lease', async () => {
    const known: KnownLocation = {
      location: { epoch: 1, state: 'home', from: 'us', to: 'us' },
      changes: follower.changes,
    };
    await locations.find(SUBJECT, { needsPresent: false, isRetry: false }, {});
    await expect(locations.find(SUBJECT, { needsPresent: true, isRetry: true }, {})).rejects.toThrow();
    expect(await locations.confirm(SUBJECT, known, 'read', {})).toBe(true);
    isAway = true;
    await expect(locations.confirm(SUBJECT, known, 'read', {})).rejects.toThrow();
    expect(await valueOf('tidemark_residency_lookups_total{kind="nearest"}')).toBe(1);
    expect(await valueOf('tidemark_residency_lookups_total{kind="present"}')).toBe(1);
    const failed = 'tidemark_residency_directory_errors_total{operation="present",code="store_unavailable"}';
    expect(await valueOf(failed)).toBe(1);
    const byFences = 'tidemark_residency_confirmations_total{by="fences"';
    expect(await valueOf(`${byFences},outcome="right"}`)).toBe(1);
    expect(await valueOf(`${byFences},outcome="failed"}`)).toBe(1);
  });
});
