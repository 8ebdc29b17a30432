import { familyIs } from '../../../src/bigtable/read/filters';
import { setCell } from '../../../src/bigtable/write/mutations';
import type { RowRange } from '../../../src/bigtable/client/types';
import { encodeStageReport } from '../../../src/codec/messages/stage-report';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import type { StageReport } from '../../../src/core/lag/stage-report';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import { TidemarkError } from '../../../src/errors';
import { createListCampaigns } from '../../../src/operations/campaigns/list-campaigns';
import {
  currentReportKey,
  retainedReportKey,
  PROGRESS_QUALIFIER,
  PROGRESS_FAMILY,
  PROGRESS_TABLE,
} from '../../../src/operations/lag/progress-report-rows';
import { readProgressReports } from '../../../src/operations/lag/read-progress';
import { removeProgressReports } from '../../../src/operations/lag/remove-reports';
import { writeSnapshot } from '../../../src/operations/pacing/pacing-rows';
import type { Store } from '../../../src/store/open-store';
import type { RowScan } from '../../../src/consistency/store';
import { describeStores } from '../../support/bigtable-stores';
import { openTestStore } from '../../support/open-test-store';
import { LIMITS, MINUTE, ReportingProcesses, SECOND, SOURCE } from '../../support/reporting-processes';
import { applySchema } from '../../support/running-app';
import { until } from '../../support/until';

describeStores('Rows of progress reports', (server) => {
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

  /** Keys of the rows with a report, as text. */
  async function rows(): Promise<string[]> {
    const keys: string[] = [];
    const scan = { table: PROGRESS_TABLE, filter: familyIs(PROGRESS_FAMILY) };
    for await (const { key } of store.scanner.scan(scan)) keys.push(key.toString());
    return keys;
  }

  const currentRow = (
    process: string,
    reportedMs: number,
    stage: StageReport['stage'] = 'consumer',
  ): string => currentReportKey({ stage, process }, reportedMs).toString();
  const keptRow = (process: string): string => retainedReportKey({ stage: 'consumer', process }).toString();
  const put = (key: Buffer, value: Buffer, atMs = world.clock.nowMs()) =>
    store.writer.mutateRow(PROGRESS_TABLE, {
      key,
      mutations: [setCell(PROGRESS_FAMILY, PROGRESS_QUALIFIER, atMs * 1_000, value)],
    });
  const reportOf = (process: string): StageReport => ({
    ...world.aSecondBehind(),
    stage: 'api',
    source: '',
    process,
    ended: false,
    atMs: world.clock.nowMs(),
  });

  /** Keys that are scanned when reports are read. */
  async function scans(): Promise<readonly RowScan[]> {
    const seen: RowScan[] = [];
    const scan: Store['scanner']['scan'] = (request, options) => {
      seen.push(request);
      return store.scanner.scan(request, options);
    };
    await readProgressReports({ scanner: { scan }, clock: world.clock, limits: LIMITS });
    return seen;
  }

  it('each row is of one process and one minute; retained reports are written every ten minutes', async () => {
    const firstMs = world.clock.nowMs();
    world.start('a');
    world.start('b');
    world.start('server', { stage: 'api' });
    await world.pass(0);
    const ofMinute = (ms: number): string[] => [
      currentRow('server', ms, 'api'),
      currentRow('a', ms),
      currentRow('b', ms),
    ];
    // Writes go to a real store, which the test's clock does not wait for.
    await until(async () => (await rows()).length === 5);
    expect(await rows()).toEqual([keptRow('a'), keptRow('b'), ...ofMinute(firstMs)]);
    await world.pass(10 * SECOND);
    expect(await rows()).toHaveLength(5);
    await world.pass(MINUTE, MINUTE / 2);
    const laterMs = world.clock.nowMs();
    await until(async () => (await rows()).length === 8);
    expect(await rows()).toEqual([keptRow('a'), keptRow('b'), ...ofMinute(firstMs), ...ofMinute(laterMs)]);
  });

  it('reports are retained at the start of a process, every ten minutes, and at its end', async () => {
    const { reporter, kill } = world.start('a');
    const kept = async (): Promise<number[]> => {
      const times: number[] = [];
      const range = { start: { key: Buffer.from(keptRow('a')), inclusive: true } };
      const end = { key: Buffer.from(`${keptRow('a')}!`), inclusive: false };
      const scan = { table: PROGRESS_TABLE, ranges: [{ ...range, end }], filter: familyIs(PROGRESS_FAMILY) };
      for await (const { cells } of store.scanner.scan(scan)) {
        times.push(...cells.map(({ timestampMicros }) => timestampMicros / 1_000));
      }
      return times;
    };
    await world.pass(0);
    const beganMs = world.clock.nowMs();
    await world.pass(9 * MINUTE, MINUTE);
    expect(await kept()).toEqual([beganMs]);
    await world.pass(MINUTE, MINUTE / 2);
    const [againMs] = await kept();
    expect(againMs).toBeGreaterThanOrEqual(beganMs + 9 * MINUTE + MINUTE / 2);
    await world.pass(SECOND);
    await reporter.reportEnd();
    kill();
    expect((await kept())[0]).toBeGreaterThan(againMs!);
    expect(await world.reportOf('a')).toMatchObject({ ended: true });
  });

  it('a current report is written only after the retained one', async () => {
    const written: string[] = [];
    const mutateRow: Store['writer']['mutateRow'] = async (table, row, options) => {
      written.push(row.key.toString());
      if (row.key.toString() === keptRow('a')) throw new TidemarkError('store_unavailable', 'not now');
      return store.writer.mutateRow(table, row, options);
    };
    const { writer } = store;
    world = new ReportingProcesses({ ...store, writer: { ...writer, mutateRow } });
    world.start('a');
    await world.clock.advance(5 * SECOND);
    expect(new Set(written)).toEqual(new Set([keptRow('a')]));
    expect(await rows()).toEqual([]);
  });

  it('one request reads all relevant rows and none of earlier minutes', async () => {
    const longAgoMs = world.clock.nowMs();
    world.start('a');
    await world.pass(3 * MINUTE, MINUTE / 2);
    const read = await scans();
    expect(read).toHaveLength(1);
    const isRead = (key: string): boolean => read[0]!.ranges!.some((range) => holds(range, Buffer.from(key)));
    const nowMs = world.clock.nowMs();
    expect([keptRow('a'), currentRow('a', nowMs), currentRow('a', nowMs - MINUTE)].map(isRead)).toEqual([
      true,
      true,
      true,
    ]);
    expect(isRead(currentRow('a', nowMs + 60 * MINUTE))).toBe(true);
    expect(isRead(currentRow('a', longAgoMs))).toBe(false);
    expect(await rows()).toContain(currentRow('a', longAgoMs));
  });

  it('reads skip neighbouring rows and the single row of earlier versions', async () => {
    const published = { epoch: 1, sequence: 2, decidedAtMs: 0, controller: 'a', states: [] };
    await writeSnapshot(store.writer, published, { timestampMs: world.clock.nowMs() });
    await put(rowKey('ingestion'), Buffer.from('odd'));
    await put(rowKey('ingestion/kept/consumer/odd'), Buffer.from('odd'));
    world.start('a');
    await world.pass(0);
    expect(await world.read()).toMatchObject({ stages: [{ processes: 1 }], alarms: [] });
    expect(await world.reports()).toHaveLength(1);
  });

  it('lists of campaigns neither show nor read the reports', async () => {
    world.start('a');
    await world.pass(0);
    const read: RowScan[] = [];
    const scan: Store['scanner']['scan'] = (request, options) => {
      read.push(request);
      return store.scanner.scan(request, options);
    };
    const scanner = { ...store.scanner, scan };
    const list = createListCampaigns({ scanner, schema: loadSchema(), limits: DEFAULTS.campaigns });
    expect(await list({})).toMatchObject({ campaigns: [], unreadable: [] });
    for (const key of await rows()) {
      const isRead = read.some(({ ranges }) => ranges!.some((range) => holds(range, Buffer.from(key))));
      expect([key, isRead]).toEqual([key, false]);
    }
  });

  it('reports of five hundred processes are read at once', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `server-${String(at).padStart(3, '0')}.7.0a1b2c`);
    const atMs = world.clock.nowMs();
    const mutationsOf = (process: string) => [
      setCell(PROGRESS_FAMILY, PROGRESS_QUALIFIER, atMs * 1_000, encodeStageReport(reportOf(process))),
    ];
    const outcomes = await store.writer.mutateRows(
      PROGRESS_TABLE,
      names.map((process) => ({
        key: currentReportKey({ stage: 'api', process }, atMs),
        mutations: mutationsOf(process),
      })),
      { timeoutMs: LIMITS.callTimeoutMs },
    );
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([]);
    expect(await world.read()).toMatchObject({ stages: [{ stage: 'api', processes: 500 }], alarms: [] });
    expect((await world.reports()).map(({ process }) => process)).toEqual(names);
    expect(await scans()).toHaveLength(1);
  });

  it('forgetting a subscription removes only its own reports', async () => {
    const other = 'projects/ads/subscriptions/more-clicks';
    const [a, b] = [world.start('a'), world.start('b')];
    world.start('c', { source: other });
    world.start('server', { stage: 'api' });
    await world.pass(MINUTE, MINUTE / 2);
    await Promise.all([a.reporter.reportEnd(), b.reporter.reportEnd()]);
    expect(await world.forget('clicks')).toEqual({ processes: ['a', 'b'] });
    expect((await world.reports()).map(({ process }) => process).sort()).toEqual(['c', 'server']);
    await expect(world.forget('clicks')).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it('reports newer than the removed ones are kept', async () => {
    const key = retainedReportKey({ stage: 'consumer', process: 'a' });
    const firstMs = world.clock.nowMs();
    await put(key, Buffer.from('first'), firstMs);
    await put(key, Buffer.from('second'), firstMs + 1);
    await removeProgressReports(store.writer, [{ key, timestampMicros: firstMs * 1_000 }], {});
    expect(await rows()).toEqual([key.toString()]);
    await removeProgressReports(store.writer, [{ key, timestampMicros: (firstMs + 1) * 1_000 }], {});
    expect(await rows()).toEqual([]);
  });

  it('withdrawing removes the reports of every minute that is read', async () => {
    const { reporter } = world.start('once');
    await world.pass(2 * MINUTE, MINUTE / 2);
    await reporter.withdraw();
    expect(await world.reports()).toEqual([]);
    expect(await rows()).not.toContain(keptRow('once'));
  });

  it('corrupted reports leave a process with its other report and do not affect other processes', async () => {
    world.start('a');
    world.start('b');
    await world.pass(0);
    await put(Buffer.from(keptRow('a')), Buffer.from('odd'));
    expect(await world.read()).toMatchObject({
      stages: [{ source: SOURCE, processes: 2 }],
      alarms: [{ kind: 'unreadable', processes: ['consumer/a'] }],
    });
  });

  it('a new process removes the rows of the processes it replaces, once', async () => {
    const gone = world.start('gone');
    await world.pass(0);
    gone.kill();
    await world.clock.advance(LIMITS.sweepAfterMs + 1);
    world.start('successor');
    await world.pass(0);
    await until(async () => !(await rows()).includes(keptRow('gone')));
    expect((await world.reports()).map(({ process }) => process)).toEqual(['successor']);
  });
});

function holds({ start, end }: RowRange, key: Buffer): boolean {
  const isBehindStart = start === undefined || start.key.compare(key) <= 0;
  return isBehindStart && (end === undefined || end.key.compare(key) > 0);
}
