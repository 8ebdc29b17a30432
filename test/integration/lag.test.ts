import type { Stage, StageReport } from '../../src/core/lag/stage-report';
import { DEFAULTS } from '../../src/defaults';
import { setCell } from '../../src/bigtable/mutations';
import { createForgetSource } from '../../src/operations/ingestion/forget-source';
import {
  startProgressReporter,
  type ProgressReporter,
  type Told,
} from '../../src/operations/ingestion/progress-reporter';
import { PROGRESS_FAMILY, PROGRESS_KEY, PROGRESS_TABLE } from '../../src/operations/ingestion/progress-row';
import {
  createReadProgress,
  readReports,
  type IngestionProgress,
} from '../../src/operations/ingestion/read-progress';
import type { Store } from '../../src/store/open-store';
import { describeStores } from '../support/bigtable-stores';
import { memoryLogger } from '../support/memory-logger';
import { openTestStore } from '../support/open-test-store';
import { applySchema } from '../support/running-app';
import { tidemarkError } from '../support/tidemark-error';
import { until } from '../support/until';
import { VirtualClock } from '../support/virtual-clock';

/** The store may take its time on a busy machine: its calls go by the real clock. */
const LIMITS = { ...DEFAULTS.lag, callTimeoutMs: 60_000 };
const SECOND = 1_000;
const SOURCE = 'projects/ads/subscriptions/clicks';
/** What processes have settled, and the time that producers take. */
const BEHIND_MS = SECOND + 700;
const TOLD: Told = {
  ...{ settledUpToMs: 0, heldMessages: 2, eventsPerSecond: 12.5 },
  ...{ eventLagP50Ms: 100, eventLagP99Ms: 2_000, deliveryLagP50Ms: 50, deliveryLagP99Ms: 900 },
  producerDelayP99Ms: 700,
};

interface Process {
  readonly name: string;
  readonly reporter: ProgressReporter;
  /** Without a word. */
  readonly kill: () => void;
  readonly isAlive: () => boolean;
}

describeStores('how far ingestion is', (server) => {
  let store: Store;
  let clock: VirtualClock;
  let log: ReturnType<typeof memoryLogger>;
  const processes: Process[] = [];

  beforeEach(async () => {
    const { project } = server().instance();
    await applySchema(server().endpoint, { project, instance: 'tidemark' });
    store = openTestStore({
      ...{ BIGTABLE_EMULATOR_HOST: server().endpoint, TIDEMARK_PROJECT: project },
    });
    clock = new VirtualClock(Date.now());
    log = memoryLogger();
  });

  afterEach(async () => {
    for (const { kill } of processes.splice(0)) kill();
    await store.close();
  });

  /** A process that is a second behind, as far as it tells nothing else. */
  function start(
    name: string,
    tell: () => Told | undefined = aSecondBehind,
    stage: Stage = 'consumer',
  ): Process {
    let isAlive = true;
    const reporter = startProgressReporter({
      ...{ reader: store.reader, writer: store.writer, random: () => 0, logger: log.logger },
      clock: {
        ...{ nowMs: () => clock.nowMs(), monotonicMs: clock.monotonicMs },
        schedule: (delayMs, task) => clock.schedule(delayMs, () => (isAlive ? task() : undefined)),
      },
      ...{ limits: LIMITS, stage, source: stage === 'api' ? '' : SOURCE, process: name, tell },
    });
    const process = { reporter, kill: () => void (isAlive = false), isAlive: () => isAlive, name };
    processes.push(process);
    return process;
  }

  const aSecondBehind = (): Told => ({ ...TOLD, settledUpToMs: clock.nowMs() - SECOND });
  const reports = async (): Promise<readonly StageReport[]> =>
    (await readReports({ reader: store.reader, clock, limits: LIMITS })).reports;
  const reportOf = async (name: string): Promise<StageReport | undefined> =>
    (await reports()).find(({ process }) => process === name);
  const forget = (source: string): Promise<object> =>
    createForgetSource({ reader: store.reader, writer: store.writer, clock, limits: LIMITS })(source);
  const read = (): Promise<IngestionProgress> =>
    createReadProgress({ reader: store.reader, clock, limits: LIMITS })();
  /** Lets time pass, an interval after the other, until those that live have told what there was to tell in each. */
  async function pass(ms: number): Promise<void> {
    const steps = Math.ceil(ms / LIMITS.intervalMs);
    for (let step = Math.min(1, steps); step <= steps; step++) {
      await clock.advance(steps === 0 ? 0 : ms / steps);
      const nowMs = clock.nowMs();
      const telling = processes.filter(({ isAlive }) => isAlive()).map(({ name }) => name);
      await until(async () => {
        // Who was still at work on the last report has his turn now.
        await clock.advance(0);
        const told = (await reports()).filter(({ atMs, ended }) => atMs === nowMs || ended);
        return telling.every((name) => told.some(({ process }) => process === name));
      });
    }
  }

  it('is told by nobody at first', async () => {
    expect(await read()).toMatchObject({
      completeUpToMs: undefined,
      stages: [],
      alarms: [{ kind: 'untold' }],
    });
  });

  it('is what processes tell every interval', async () => {
    start('a');
    await pass(0);
    const firstMs = clock.nowMs();
    expect(await read()).toMatchObject({
      completeUpToMs: firstMs - BEHIND_MS,
      stages: [{ stage: 'consumer', source: SOURCE, processes: 1, heldMessages: 2, eventsPerSecond: 12.5 }],
      alarms: [],
    });
    await pass(LIMITS.intervalMs);
    expect((await read()).completeUpToMs).toBe(firstMs + LIMITS.intervalMs - BEHIND_MS);
  });

  it('is read once for all who ask within an interval', async () => {
    start('a');
    await pass(0);
    const readProgress = createReadProgress({ reader: store.reader, clock, limits: LIMITS });
    const first = await readProgress();
    await pass(LIMITS.intervalMs);
    expect((await readProgress()).atMs).toBe(first.atMs + LIMITS.intervalMs);
    expect(await readProgress()).toBe(await readProgress());
  });

  it('says nothing of a process that cannot tell anything yet', async () => {
    const { reporter } = start('a', () => undefined);
    await clock.advance(10 * LIMITS.intervalMs);
    await reporter.end();
    expect(await reports()).toEqual([]);
  });

  it('keeps the newest report when the clock is set back', async () => {
    start('a');
    await pass(0);
    const real = clock.nowMs;
    clock.nowMs = () => real() - 3_600_000;
    await pass(LIMITS.intervalMs);
    expect((await reportOf('a'))?.atMs).toBe(clock.nowMs());
  });

  it('is held back by a process that was killed until others must have its messages', async () => {
    const victim = start('victim');
    start('other');
    await pass(0);
    const killedMs = clock.nowMs();
    victim.kill();
    await pass(LIMITS.deadAfterMs + LIMITS.redeliveredAfterMs);
    expect(await read()).toMatchObject({
      completeUpToMs: killedMs - BEHIND_MS,
      stages: [{ processes: 1, silent: ['victim'] }],
      alarms: [{ kind: 'silent', processes: ['victim'] }],
    });
    await pass(LIMITS.intervalMs);
    expect(await read()).toMatchObject({ completeUpToMs: clock.nowMs() - BEHIND_MS, alarms: [] });
  });

  it('is not held back by a process that has ended in order', async () => {
    const { reporter } = start('first', () => ({ ...aSecondBehind(), heldMessages: 0 }));
    start('other');
    await pass(0);
    await reporter.end();
    expect(await reportOf('first')).toMatchObject({ ended: true });
    await pass(5 * LIMITS.intervalMs);
    expect(await read()).toMatchObject({ completeUpToMs: clock.nowMs() - BEHIND_MS, alarms: [] });
  });

  it('stands still when the last one has ended, until the subscription is forgotten', async () => {
    start('server', aSecondBehind, 'api');
    const { reporter } = start('consumer');
    await pass(0);
    const endedMs = clock.nowMs();
    await reporter.end();
    await pass(30 * LIMITS.intervalMs);
    expect(await read()).toMatchObject({
      completeUpToMs: endedMs - BEHIND_MS,
      alarms: [{ kind: 'unattended', stage: 'consumer', source: SOURCE }],
    });
    expect(await forget('clicks')).toEqual({ processes: ['consumer'] });
    expect(await read()).toMatchObject({ completeUpToMs: clock.nowMs() - BEHIND_MS, alarms: [] });
  });

  it('forgets no subscription that is being read, and none that it has not heard of', async () => {
    start('a');
    start('server', aSecondBehind, 'api');
    await pass(0);
    await expect(forget('clicks')).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    await expect(forget(SOURCE)).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    await expect(forget('licks')).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    await expect(forget('')).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    expect(await reports()).toHaveLength(2);
  });

  it('knows nothing of a process that was to read what there was, and has withdrawn', async () => {
    const { reporter } = start('once');
    await pass(0);
    await reporter.withdraw();
    expect(await reports()).toEqual([]);
  });

  it('loses reports of processes that were gone long before one that comes in their place', async () => {
    const [killed, ended] = [start('killed'), start('ended')];
    const elsewhere = start('elsewhere', aSecondBehind, 'filter');
    await pass(0);
    killed.kill();
    elsewhere.kill();
    await ended.reporter.end();
    ended.kill();
    await clock.advance(LIMITS.sweepAfterMs + 1);
    start('successor');
    await pass(0);
    await until(async () => (await reports()).length === 2);
    expect((await reports()).map(({ process }) => process).sort()).toEqual(['elsewhere', 'successor']);
  });

  it('is told without the reports that nobody can read, with an alarm', async () => {
    start('a');
    await pass(0);
    const cell = setCell(
      PROGRESS_FAMILY,
      Buffer.from('consumer/odd'),
      clock.nowMs() * 1_000,
      Buffer.from('odd'),
    );
    await store.writer.mutateRow(PROGRESS_TABLE, { key: PROGRESS_KEY, mutations: [cell] });
    expect(await read()).toMatchObject({
      completeUpToMs: clock.nowMs() - BEHIND_MS,
      alarms: [{ kind: 'unreadable', processes: ['consumer/odd'] }],
    });
  });
});
