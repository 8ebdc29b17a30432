import { DEFAULTS } from '../../../../../src/config/defaults';
import { RUN_FAMILY } from '../../../../../src/core/pipelines/pipelines-table';
import {
  decodeSuccess,
  SUCCESS_QUALIFIER,
  successKey,
} from '../../../../../src/core/pipelines/success-record';
import { SuccessStore } from '../../../../../src/operations/pipelines/full-pass/success-store';
import { watchSuccesses } from '../../../../../src/operations/pipelines/full-pass/watch-successes';
import { createTelemetry } from '../../../../../src/platform/telemetry/telemetry';
import { loadConfig } from '../../../../../src/config/index';
import { memoryLogger } from '../../../../support/memory-logger';
import { MemoryTransactions } from '../../../../support/memory-transactions';
import { until } from '../../../../support/until';
import { VirtualClock } from '../../../../support/virtual-clock';

const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

describe('The success of a pipeline', () => {
  const open = () => {
    const clock = new VirtualClock();
    const transactions = new MemoryTransactions(RUN_FAMILY);
    const limits = { ...DEFAULTS.bigtable, ...DEFAULTS.pipelines };
    const store = new SuccessStore({ transactions, clock, random: () => 0.5, limits });
    const stored = async () => {
      const { row } = await transactions.begin('pipelines', successKey('a')).read({ filter: {} }, {});
      const cells = row!.cells.filter(({ qualifier }) => qualifier.equals(SUCCESS_QUALIFIER));
      return decodeSuccess(cells.sort((a, b) => b.timestampMicros - a.timestampMicros)[0]!.value);
    };
    const runAt = (runTimeMs: number, runId = `r${runTimeMs}`) => ({
      pipeline: 'a',
      runId,
      corpus: 'users',
      runTimeMs,
      ranges: 64,
      writes: ['profile'],
    });
    return { clock, store, stored, runAt };
  };

  it('is the last run that has completed, and the first start counts until then', async () => {
    const { clock, store, stored, runAt } = open();
    const firstMs = clock.nowMs();
    await store.begin(runAt(firstMs), HOUR_MS, signal);
    expect(await stored()).toEqual({ pipeline: 'a', everyMs: HOUR_MS, sinceMs: firstMs, last: undefined });
    await clock.advance(HOUR_MS);
    await store.begin(runAt(clock.nowMs()), HOUR_MS, signal);
    expect(await stored()).toMatchObject({ sinceMs: firstMs, last: undefined });
    const runTimeMs = clock.nowMs();
    await clock.advance(1_000);
    await store.succeed(runAt(runTimeMs), 7, signal);
    const last = { runId: `r${runTimeMs}`, runTimeMs, endedAtMs: runTimeMs + 1_000, objects: 7 };
    expect(await stored()).toMatchObject({ sinceMs: firstMs, last });
    await store.begin(runAt(clock.nowMs()), undefined, signal);
    expect(await stored()).toMatchObject({ everyMs: undefined, last });
  });

  it('is not replaced by that of an older run, which was continued later', async () => {
    const { clock, store, stored, runAt } = open();
    const [older, newer] = [runAt(clock.nowMs(), 'older'), runAt(clock.nowMs() + 1, 'newer')];
    await store.succeed(newer, 7, signal);
    await store.succeed(older, 7, signal);
    expect((await stored()).last?.runId).toBe('newer');
  });

  it('is reported with its age by servers, also while the store is unavailable', async () => {
    const telemetry = await createTelemetry(loadConfig({ BIGTABLE_EMULATOR_HOST: 'x:1' }).telemetry, 'api');
    const clock = new VirtualClock();
    const last = {
      runId: 'r',
      runTimeMs: clock.nowMs() - 9_000,
      endedAtMs: clock.nowMs() - 4_000,
      objects: 1,
    };
    let isAway = false;
    const watch = watchSuccesses({
      readSuccesses: () =>
        isAway
          ? Promise.reject(new Error('away'))
          : Promise.resolve([
              { pipeline: 'a', everyMs: HOUR_MS, sinceMs: 0, last },
              { pipeline: 'b', sinceMs: clock.nowMs() - 2_000 },
            ]),
      clock,
      random: () => 0,
      logger: memoryLogger().logger,
      metrics: telemetry.metrics,
      limits: { watchIntervalMs: 1_000, callTimeoutMs: 1_000 },
    });
    const value = async (name: string, pipeline: string): Promise<number> => {
      const text = await telemetry.metrics.prometheus();
      const found = new RegExp(
        `^tidemark_pipeline_${name}\\{.*pipeline="${pipeline}".*\\} (\\S+)$`,
        'm',
      ).exec(text);
      return Number(found?.[1]);
    };
    await until(async () => {
      await clock.advance(1);
      return (await value('success_age', 'a')) >= 4;
    });
    expect(await value('success_age', 'b')).toBeCloseTo(2, 1);
    expect([await value('run_interval', 'a'), await value('run_duration', 'a')]).toEqual([3_600, 5]);
    expect(await value('run_interval', 'b')).toBeNaN();
    isAway = true;
    await clock.advance(10_000);
    expect(await value('success_age', 'a')).toBeGreaterThanOrEqual(14);
    await watch.stop();
    await telemetry.shutdown();
  });
});
