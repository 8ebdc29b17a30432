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

describeStores('The progress of ingestion', (server) => {
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

  it('it is unknown while no process reports', async () => {
    expect(await world.read()).toMatchObject({
      completeUpToMs: undefined,
      stages: [],
      alarms: [{ kind: 'no_reports' }],
    });
  });

  it('it is what processes report at every interval', async () => {
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

  it('it is read once per interval for all callers', async () => {
    world.start('a');
    await world.pass(0);
    const readProgress = createReadProgress({ scanner: store.scanner, clock: world.clock, limits: LIMITS });
    const first = await readProgress();
    await world.pass(LIMITS.intervalMs);
    expect((await readProgress()).atMs).toBe(first.atMs + LIMITS.intervalMs);
    expect(await readProgress()).toBe(await readProgress());
  });

  it('a process without known progress is not part of it', async () => {
    const { reporter } = world.start('a', { currentProgress: () => undefined });
    await world.clock.advance(10 * LIMITS.intervalMs);
    await reporter.reportEnd();
    expect(await world.reports()).toEqual([]);
  });

  it('the newest report stays the newest when the clock is set back', async () => {
    world.start('a');
    await world.pass(0);
    const real = world.clock.nowMs;
    world.clock.nowMs = () => real() - 3_600_000;
    await world.pass(LIMITS.intervalMs);
    expect((await world.reportOf('a'))?.atMs).toBe(world.clock.nowMs());
  });

  it('a killed process holds it back until its messages have been redelivered', async () => {
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

  it('a process that has ended cleanly does not hold it back', async () => {
    const { reporter } = world.start('first', {
      currentProgress: () => ({ ...world.aSecondBehind(), heldMessages: 0 }),
    });
    world.start('other');
    await world.pass(0);
    await reporter.reportEnd();
    expect(await world.reportOf('first')).toMatchObject({ ended: true });
    await world.pass(5 * LIMITS.intervalMs);
    expect(await world.read()).toMatchObject({ completeUpToMs: world.clock.nowMs() - BEHIND_MS, alarms: [] });
  });

  it('it stands still after the last process has ended, until the subscription is forgotten', async () => {
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

  it('a subscription that is consumed or unknown cannot be forgotten', async () => {
    world.start('a');
    world.start('server', { stage: 'api' });
    await world.pass(0);
    await expect(world.forget('clicks')).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    await expect(world.forget(SOURCE)).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    await expect(world.forget('licks')).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    await expect(world.forget('')).rejects.toEqual(tidemarkError('invalid_argument', 'forget'));
    expect(await world.reports()).toHaveLength(2);
  });

  it('a process that has withdrawn is not part of it', async () => {
    const { reporter } = world.start('once');
    await world.pass(0);
    await reporter.withdraw();
    expect(await world.reports()).toEqual([]);
  });

  it('a new process removes the reports of processes that stopped long ago', async () => {
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

  it('a subscription without consumers is reported for as long as Pub/Sub retains messages', async () => {
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

  it('the retained reports replace those that are no longer read, without a later time', async () => {
    const heldFromMs = world.clock.nowMs() - 5 * MINUTE;
    // It starts at another time than the other one, so its retained reports do too, and it ends slightly earlier.
    const stuck = world.start('stuck', {
      currentProgress: () => ({ ...world.aSecondBehind(), settledUpToMs: heldFromMs }),
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

  it('a process with only a retained report is not waited for again', async () => {
    const victim = world.start('victim');
    world.start('other');
    await world.pass(0);
    victim.kill();
    for (let minute = 0; minute < 11; minute++) {
      await world.pass(MINUTE, MINUTE / 2);
      expect((await world.read()).completeUpToMs).toBe(world.clock.nowMs() - BEHIND_MS);
    }
  });

  it('a process whose clock was set back before its start counts as silent', async () => {
    world.start('right');
    await world.pass(0);
    // Its first run is over then; it would remove the reports that look old.
    await world.pass(LIMITS.intervalMs);
    world.start('late', { aheadMs: -60 * MINUTE });
    await world.clock.advance(0);
    await until(async () => (await world.reports()).length === 2);
    expect(await world.read()).toMatchObject({
      completeUpToMs: world.clock.nowMs() - BEHIND_MS,
      stages: [{ processes: 1, silent: [] }],
    });
  });

  it('reports of a clock that is ahead are read, and forgotten after the process has stopped', async () => {
    const { kill } = world.start('early', { aheadMs: 60 * MINUTE });
    await world.pass(0);
    const { alarms } = await world.read();
    expect(alarms).toMatchObject([{ kind: 'behind' }, { kind: 'clock_ahead', processes: ['early'] }]);
    kill();
    await world.forget('clicks');
    expect(await world.reports()).toEqual([]);
  });

  it('unreadable reports are ignored with an alarm until they are forgotten', async () => {
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
