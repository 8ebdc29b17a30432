import { setCell } from '../../../src/bigtable/write/mutations';
import {
  retainedReportKey,
  PROGRESS_QUALIFIER,
  PROGRESS_FAMILY,
  PROGRESS_TABLE,
} from '../../../src/operations/lag/progress-report-rows';
import { createReadProgress } from '../../../src/operations/lag/read-progress';
import type { Store } from '../../../src/store/open-store';
import { describeStores } from '../../support/bigtable-stores';
import { openTestStore } from '../../support/open-test-store';
import { BEHIND_MS, LIMITS, MINUTE, ReportingProcesses, SOURCE } from '../../support/reporting-processes';
import { applySchema } from '../../support/running-app';
import { tidemarkError } from '../../support/tidemark-error';
import { until } from '../../support/until';

const DAY = 86_400_000;

describeStores('how far ingestion is', (server) => {
  let store: Store;
  let world: ReportingProcesses;

  beforeEach(async () => {
    const { project } = server().instance();
    await applySchema(server().endpoint, { project, instance: 'tidemark' });
    store = openTestStore({
      BIGTABLE_EMULATOR_HOST: server().endpoint,
      TIDEMARK_PROJECT: project,
    });
    world = new ReportingProcesses(store);
  });

  afterEach(async () => {
    world.killAll();
    await store.close();
  });

  it('is told by nobody at first', async () => {
    expect(await world.read()).toMatchObject({
      completeUpToMs: undefined,
      stages: [],
      alarms: [{ kind: 'no_reports' }],
    });
  });

  it('is what processes tell every interval', async () => {
    world.start('a');
    await world.pass(0);
    const firstMs = world.clock.nowMs();
    expect(await world.read()).toMatchObject({
      completeUpToMs: firstMs - BEHIND_MS,
      stages: [{ stage: 'consumer', source: SOURCE, processes: 1, heldMessages: 2, eventsPerSecond: 12.5 }],
      alarms: [],
    });
    await world.pass(LIMITS.intervalMs);
    expect((await world.read()).completeUpToMs).toBe(firstMs + LIMITS.intervalMs - BEHIND_MS);
  });

  it('is read once for all who ask within an interval', async () => {
    world.start('a');
    await world.pass(0);
    const readProgress = createReadProgress({ scanner: store.scanner, clock: world.clock, limits: LIMITS });
    const first = await readProgress();
    await world.pass(LIMITS.intervalMs);
    expect((await readProgress()).atMs).toBe(first.atMs + LIMITS.intervalMs);
    expect(await readProgress()).toBe(await readProgress());
  });

  it('says nothing of a process that cannot tell anything yet', async () => {
    const { reporter } = world.start('a', { tell: () => undefined });
    await world.clock.advance(10 * LIMITS.intervalMs);
    await reporter.reportEnd();
    expect(await world.reports()).toEqual([]);
  });

  it('keeps the newest report when the clock is set back', async () => {
    world.start('a');
    await world.pass(0);
    const real = world.clock.nowMs;
    world.clock.nowMs = () => real() - 3_600_000;
    await world.pass(LIMITS.intervalMs);
    expect((await world.reportOf('a'))?.atMs).toBe(world.clock.nowMs());
  });

  it('is held back by a process that was killed until others must have its messages', async () => {
    const victim = world.start('victim');
    world.start('other');
    await world.pass(0);
    const killedMs = world.clock.nowMs();
    victim.kill();
    await world.pass(LIMITS.deadAfterMs + LIMITS.redeliveredAfterMs);
    expect(await world.read()).toMatchObject({
      completeUpToMs: killedMs - BEHIND_MS,
      stages: [{ processes: 1, silent: ['victim'] }],
      alarms: [{ kind: 'silent', processes: ['victim'] }],
    });
    await world.pass(LIMITS.intervalMs);
    expect(await world.read()).toMatchObject({ completeUpToMs: world.clock.nowMs() - BEHIND_MS, alarms: [] });
  });

  it('is not held back by a process that has ended in order', async () => {
    const { reporter } = world.start('first', {
      tell: () => ({ ...world.aSecondBehind(), heldMessages: 0 }),
    });
    world.start('other');
    await world.pass(0);
    await reporter.reportEnd();
    expect(await world.reportOf('first')).toMatchObject({ ended: true });
    await world.pass(5 * LIMITS.intervalMs);
    expect(await world.read()).toMatchObject({ completeUpToMs: world.clock.nowMs() - BEHIND_MS, alarms: [] });
  });

  it('stands still when the last one has ended, until the subscription is forgotten', async () => {
    world.start('server', { stage: 'api' });
    const { reporter } = world.start('consumer');
    await world.pass(0);
    const endedMs = world.clock.nowMs();
    await reporter.reportEnd();
    await world.pass(30 * LIMITS.intervalMs);
    expect(await world.read()).toMatchObject({
      completeUpToMs: endedMs - BEHIND_MS,
      alarms: [{ kind: 'no_consumers', stage: 'consumer', source: SOURCE }],
    });
    expect(await world.forget('clicks')).toEqual({ processes: ['consumer'] });
    expect(await world.read()).toMatchObject({ completeUpToMs: world.clock.nowMs() - BEHIND_MS, alarms: [] });
  });

  it('forgets no subscription that is being read, and none that it has not heard of', async () => {
    world.start('a');
    world.start('server', { stage: 'api' });
    await world.pass(0);
    await expect(world.forget('clicks')).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    await expect(world.forget(SOURCE)).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    await expect(world.forget('licks')).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    await expect(world.forget('')).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    expect(await world.reports()).toHaveLength(2);
  });

  it('knows nothing of a process that was to read what there was, and has withdrawn', async () => {
    const { reporter } = world.start('once');
    await world.pass(0);
    await reporter.withdraw();
    expect(await world.reports()).toEqual([]);
  });

  it('loses reports of processes that were gone long before one that comes in their place', async () => {
    const [killed, ended] = [world.start('killed'), world.start('ended')];
    const elsewhere = world.start('elsewhere', { stage: 'filter' });
    await world.pass(0);
    killed.kill();
    elsewhere.kill();
    await ended.reporter.reportEnd();
    ended.kill();
    await world.clock.advance(LIMITS.sweepAfterMs + 1);
    world.start('successor');
    await world.pass(0);
    await until(async () => (await world.reports()).length === 2);
    expect((await world.reports()).map(({ process }) => process).sort()).toEqual(['elsewhere', 'successor']);
  });

  it('says for as long as Pub/Sub keeps messages that nobody reads a subscription', async () => {
    const { reporter, kill } = world.start('consumer');
    await world.pass(0);
    const endedMs = world.clock.nowMs();
    await reporter.reportEnd();
    kill();
    await world.clock.advance(30 * DAY);
    expect(await world.read()).toMatchObject({
      completeUpToMs: endedMs - BEHIND_MS,
      alarms: [{ kind: 'no_consumers' }, { kind: 'behind' }],
    });
    await world.clock.advance(2 * DAY);
    expect(await world.read()).toMatchObject({ completeUpToMs: undefined, alarms: [{ kind: 'no_reports' }] });
  });

  it('goes by what is kept of the last ones when nothing else is read of them, and is said to be no later for it', async () => {
    const heldFromMs = world.clock.nowMs() - 5 * MINUTE;
    // Which begins to be kept at another moment than the other one, and whose last words the other one survives by a little.
    const stuck = world.start('stuck', {
      tell: () => ({ ...world.aSecondBehind(), settledUpToMs: heldFromMs }),
    });
    await world.pass(9 * MINUTE, 3 * MINUTE);
    const other = world.start('other');
    await world.pass(0);
    await world.pass(5 * LIMITS.intervalMs);
    const exact = (await world.read()).completeUpToMs!;
    stuck.kill();
    other.kill();
    await world.pass(10 * MINUTE, 10 * MINUTE);
    const kept = await world.read();
    expect(kept.stages).toMatchObject([{ processes: 0, silent: ['other', 'stuck'] }]);
    expect(kept.completeUpToMs).toBe(heldFromMs - 700);
    expect(kept.completeUpToMs).toBeLessThanOrEqual(exact);
  });

  it('does not wait once more for a process of which only what is kept is read', async () => {
    const victim = world.start('victim');
    world.start('other');
    await world.pass(0);
    victim.kill();
    for (let minute = 0; minute < 11; minute++) {
      await world.pass(MINUTE, MINUTE / 2);
      expect((await world.read()).completeUpToMs).toBe(world.clock.nowMs() - BEHIND_MS);
    }
  });

  it('takes a process for silent whose clock was set back before it began', async () => {
    world.start('right');
    await world.pass(0);
    // Its first run is over then, with which it would take away what it takes for long gone.
    await world.pass(LIMITS.intervalMs);
    world.start('late', { aheadMs: -60 * MINUTE });
    await world.clock.advance(0);
    await until(async () => (await world.reports()).length === 2);
    expect(await world.read()).toMatchObject({
      completeUpToMs: world.clock.nowMs() - BEHIND_MS,
      stages: [{ processes: 1, silent: [] }],
    });
  });

  it('reads what a process tells whose clock is ahead, and forgets it when it is gone', async () => {
    const { kill } = world.start('early', { aheadMs: 60 * MINUTE });
    await world.pass(0);
    const { alarms } = await world.read();
    expect(alarms).toMatchObject([{ kind: 'behind' }, { kind: 'clock_ahead', processes: ['early'] }]);
    kill();
    await world.forget('clicks');
    expect(await world.reports()).toEqual([]);
  });

  it('is told without the reports that nobody can read, with an alarm, until they are forgotten', async () => {
    world.start('a');
    await world.pass(0);
    const odd = setCell(PROGRESS_FAMILY, PROGRESS_QUALIFIER, world.clock.nowMs() * 1_000, Buffer.from('odd'));
    const key = retainedReportKey({ stage: 'consumer', process: 'odd' });
    await store.writer.mutateRow(PROGRESS_TABLE, { key, mutations: [odd] });
    expect(await world.read()).toMatchObject({
      completeUpToMs: world.clock.nowMs() - BEHIND_MS,
      alarms: [{ kind: 'unreadable', processes: ['consumer/odd'] }],
    });
    expect(await world.forget('consumer/odd')).toEqual({ processes: ['odd'] });
    expect(await world.read()).toMatchObject({ alarms: [] });
  });
});
