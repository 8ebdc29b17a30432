import type { PublishedState } from '../../../../src/core/pacing/published-state';
import type { PacingControllerObserver } from '../../../../src/operations/pacing/pacing-controller';
import { observePacing } from '../../../../src/operations/pacing/pacing-metrics';
import { createMetrics, type Metrics } from '../../../../src/platform/telemetry/metrics';
import { campaignDay, DAY } from '../../../support/pacing';
import { VirtualClock } from '../../../support/virtual-clock';

const state = (campaignId: string, over: Partial<PublishedState> = {}): PublishedState => ({
  campaignId,
  day: DAY,
  state: 'active',
  passShare: 1,
  reason: 'on_pace',
  unitsPurchased: 100,
  count: 0,
  unitsPerSecond: 0,
  completeUpToMs: undefined,
  priority: 50,
  decidedAtMs: 0,
  epoch: 1,
  sequence: 1,
  ...over,
});
const STATES = [state('a'), state('b', { state: 'stopped', passShare: 0, reason: 'units_delivered' })];
const ROUND = {
  days: [campaignDay('a', 300), campaignDay('b', 100)],
  seen: {
    atMs: 0,
    completeUpToMs: 0,
    counts: new Map([
      ['a', { count: 60, relativeError: 0 }],
      ['b', { count: 120, relativeError: 0 }],
    ]),
  },
  states: STATES,
  changed: STATES.slice(1),
  durationMs: 250,
};

describe('The metrics of a pacing controller', () => {
  let clock: VirtualClock;
  let metrics: Metrics;
  let observer: PacingControllerObserver;

  beforeEach(async () => {
    clock = new VirtualClock();
    metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
    observer = observePacing(metrics, clock);
  });
  afterEach(() => metrics.shutdown());

  /** Metrics as exported to Prometheus, by name and labels. */
  async function exported(): Promise<Record<string, number>> {
    const lines = (await metrics.prometheus())
      .split('\n')
      .filter((line) => line.startsWith('tidemark_pacing_'));
    return Object.fromEntries(
      lines.map((line) => {
        const space = line.lastIndexOf(' ');
        return [line.slice('tidemark_pacing_'.length, space), Number(line.slice(space + 1))];
      }),
    );
  }

  it('the leader exports the age and the content of its last decisions', async () => {
    observer.onElected?.(7);
    await clock.advance(5_000);
    expect(await exported()).toMatchObject({
      is_leader: 1,
      epoch: 7,
      takeovers_total: 1,
      decision_age: 5_000,
    });
    observer.onRound?.(ROUND);
    await clock.advance(2_000);
    expect(await exported()).toMatchObject({
      decision_age: 2_000,
      'rounds_total{outcome="decided"}': 1,
      round_duration_seconds_sum: 0.25,
      'campaigns{state="active",reason="on_pace"}': 1,
      'campaigns{state="stopped",reason="units_delivered"}': 1,
      'changes_total{state="stopped",reason="units_delivered"}': 1,
    });
    expect(Object.keys(await exported())).not.toContain('changes_total{state="active",reason="on_pace"}');
  });

  it("delivery is compared campaign by campaign: one's excess does not offset another's lack", async () => {
    observer.onElected?.(1);
    observer.onRound?.(ROUND);
    expect(await exported()).toMatchObject({ utilisation: 160 / 400, over_delivery: 20 / 400 });
  });

  it('campaigns over their purchase by more than the tolerance are counted', async () => {
    const of = async (count: number): Promise<number> => {
      const counts = new Map([['b', { count, relativeError: 0 }]]);
      observer.onRound?.({ ...ROUND, seen: { ...ROUND.seen, counts } });
      return (await exported())['campaigns_over_delivered']!;
    };
    observer.onElected?.(1);
    expect(await of(101)).toBe(0);
    expect(await of(102)).toBe(1);
    observer.onDeposed?.(1);
    expect((await exported())['campaigns_over_delivered']).toBe(0);
  });

  describe('starved campaigns are counted', () => {
    const HOUR_MS = 3_600_000;
    /** Half of the day is over, so half of the units are due: 150 and 50. */
    const atNoon = campaignDay('a').dayStartMs + 12 * HOUR_MS;
    const round = (a: number, over: Partial<PublishedState> = {}) => ({
      ...ROUND,
      days: [campaignDay('a', 300)],
      seen: {
        atMs: atNoon,
        completeUpToMs: atNoon,
        counts: new Map([['a', { count: a, relativeError: 0 }]]),
      },
      states: [state('a', over)],
    });
    const starved = async (): Promise<number> => (await exported())['campaigns_starved']!;

    beforeEach(() => observer.onElected?.(1));

    it('after an hour of admission', async () => {
      observer.onRound?.(round(74));
      expect(await starved()).toBe(0);
      await clock.advance(HOUR_MS - 1);
      expect(await starved()).toBe(0);
      await clock.advance(1);
      expect(await starved()).toBe(1);
      observer.onRound?.(round(75));
      expect(await starved()).toBe(0);
    });

    it('unless they are or were stopped meanwhile', async () => {
      observer.onRound?.(round(0));
      await starved();
      await clock.advance(HOUR_MS);
      observer.onRound?.(round(0, { state: 'stopped', reason: 'paused' }));
      expect(await starved()).toBe(0);
      observer.onRound?.(round(0));
      expect(await starved()).toBe(0);
      await clock.advance(HOUR_MS);
      expect(await starved()).toBe(1);
    });

    it('each day anew', async () => {
      observer.onRound?.(round(0));
      await starved();
      await clock.advance(HOUR_MS);
      observer.onRound?.(round(0, { day: '2026-11-22' }));
      expect(await starved()).toBe(0);
    });

    it('by the time up to which counts are complete, whatever lags', async () => {
      const { seen, ...rest } = round(0);
      observer.onRound?.({ ...rest, seen: { ...seen, completeUpToMs: campaignDay('a').dayStartMs } });
      await starved();
      await clock.advance(HOUR_MS);
      expect(await starved()).toBe(0);
    });
  });

  it('campaigns are not exported while another controller is the leader', async () => {
    expect(await exported()).toMatchObject({ is_leader: 0, epoch: 0, decision_age: 0, utilisation: 0 });
    observer.onElected?.(1);
    observer.onRound?.(ROUND);
    expect((await exported())['campaigns{state="active",reason="on_pace"}']).toBe(1);
    observer.onDeposed?.(1);
    // A round in progress may still end.
    observer.onRound?.(ROUND);
    await clock.advance(60_000);
    expect(await exported()).toMatchObject({
      is_leader: 0,
      epoch: 0,
      leadership_losses_total: 1,
      decision_age: 0,
      utilisation: 0,
      over_delivery: 0,
      'campaigns{state="active",reason="on_pace"}': 0,
    });
  });

  it('failures are counted, and the age of decisions grows with each failed round', async () => {
    observer.onElected?.(1);
    observer.onRound?.(ROUND);
    await clock.advance(1_000);
    observer.onRoundFailed?.();
    observer.onPublishFailed?.('topic');
    observer.onPublished?.('objects', 40);
    expect(await exported()).toMatchObject({
      decision_age: 1_000,
      'rounds_total{outcome="failed"}': 1,
      'publish_failures_total{how="topic"}': 1,
      'publication_duration_seconds_sum{how="objects"}': 0.04,
    });
  });
});
