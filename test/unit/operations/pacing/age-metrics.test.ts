import type { Cell } from '../../../../src/bigtable/client/types';
import { encodeLease, LEASE_FAMILY, LEASE_QUALIFIER } from '../../../../src/core/pacing/lease';
import { observeCampaignDirectory } from '../../../../src/operations/campaigns/campaign-directory-metrics';
import { createPacingWatch, type PacingWatch } from '../../../../src/operations/pacing/pacing-watch';
import { createMetrics, type Metrics } from '../../../../src/platform/telemetry/metrics';
import type { RowAnswer, RowRead } from '../../../../src/consistency/store';
import { memoryLogger } from '../../../support/memory-logger';
import { VirtualClock } from '../../../support/virtual-clock';

const LIMITS = {
  pollIntervalMs: 500,
  pollTimeoutMs: 2_000,
  pollIdleTimeoutMs: 60_000,
  silentAfterMs: 10_000,
};

describe('The metrics of the age of cached data', () => {
  let metrics: Metrics;
  beforeEach(async () => {
    metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
  });
  afterEach(() => metrics.shutdown());

  const exported = async (name: string): Promise<readonly string[]> =>
    (await metrics.prometheus()).split('\n').filter((line) => line.startsWith(name));

  describe('of campaign states', () => {
    let clock: VirtualClock;
    let watch: PacingWatch;
    let rounds: number;
    const age = async (): Promise<number> =>
      Number((await exported('tidemark_pacing_view_age_seconds '))[0]!.split(' ')[1]);

    beforeEach(() => {
      clock = new VirtualClock();
      rounds = 0;
      const readRow = async ({ key }: RowRead): Promise<RowAnswer> => {
        const lease = { holder: 'a', epoch: 1, sequence: 1, rounds, writtenAtMs: clock.nowMs() };
        const value = encodeLease({ ...lease, durationMs: 3_000, isReleased: false });
        const column = { family: LEASE_FAMILY, qualifier: LEASE_QUALIFIER, timestampMicros: 1_000 };
        const cells: Cell[] = rounds === 0 ? [] : [{ ...column, value, labels: [] }];
        return { row: { key, cells } } as unknown as RowAnswer;
      };
      const { logger } = memoryLogger();
      watch = createPacingWatch({
        reader: { readRow },
        clock,
        random: () => 0.5,
        limits: LIMITS,
        logger,
        metrics,
      });
    });
    afterEach(() => watch.stop());

    it('the age counts from the last round of the controller while there are requests', async () => {
      expect(await age()).toBe(-1);
      rounds = 1;
      await watch.current();
      expect(await age()).toBe(0);
      await clock.advance(30_000);
      expect(await age()).toBeCloseTo(30, 0);
      rounds = 2;
      await clock.advance(1_000);
      expect(await age()).toBeLessThan(1.5);
      await clock.advance(LIMITS.pollIdleTimeoutMs);
      expect(await age()).toBe(-1);
    });

    it('there is no age when there was never a controller', async () => {
      await watch.current();
      await clock.advance(5_000);
      expect(await age()).toBe(-1);
    });
  });

  it('the age of campaigns is exported with their number', async () => {
    let ageMs = Infinity;
    const directory = {
      ageMs: () => ageMs,
      campaigns: () => [],
      unreadable: () => [{ id: 'c', problem: 'no flights' }],
      leftOut: () => 3,
    };
    observeCampaignDirectory(metrics, directory);
    const name = 'tidemark_campaigns_directory_age_seconds';
    expect(await exported(`${name} `)).toEqual([`${name} -1`]);
    ageMs = 1_500;
    expect(await exported(`${name} `)).toEqual([`${name} 1.5`]);
    expect(await exported('tidemark_campaigns_directory_campaigns{')).toEqual([
      'tidemark_campaigns_directory_campaigns{outcome="held"} 0',
      'tidemark_campaigns_directory_campaigns{outcome="unreadable"} 1',
      'tidemark_campaigns_directory_campaigns{outcome="beyond_limit"} 3',
    ]);
  });
});
