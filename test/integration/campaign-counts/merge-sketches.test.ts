import { qualifierRange } from '../../../src/bigtable/read/filters';
import type { CallOptions, Cell, Row } from '../../../src/bigtable/client/types';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { parseSketchColumn, sketchRowKey } from '../../../src/core/sketches/sketch-row';
import { DEFAULTS } from '../../../src/config/defaults';
import { createCountCampaigns } from '../../../src/operations/campaign-counts/count-campaigns';
import {
  createMergeSketches,
  type MergeSketchesJob,
  type MergeSketchesDependencies,
  type MergeSketchesSummary,
} from '../../../src/operations/campaign-counts/merge-sketches';
import { systemClock } from '../../../src/platform/time/clock';
import {
  columnOf,
  countedAdAction,
  FAMILY,
  queryOf,
  storeSketches,
  TABLE,
  type StoredSketch,
} from '../../support/campaign-sketches';
import { embeddedEventStore, googleEventStore, type EventStore } from '../../support/event-store';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import { runCommandLine } from '../../support/run-command';
import { itemsFrom } from '../../support/sketches';

const skipReason = googleBigtableSkipReason();
const DAY = '2026-11-21';
const HOUR_MS = 3_600_000;
const NOW = Date.now();
/** Options under which all writers are inactive. */
const OLD_MS = NOW - 3 * HOUR_MS;
const AD_ACTION = countedAdAction();
const sketches = AD_ACTION.events.sketches[0]!;
const [IMPRESSION, CLICK] = ['impression', 'click'].map(
  (name) => AD_ACTION.events.actions.find((action) => action.name === name)!.code,
) as [number, number];

describe.each([
  { name: 'the embedded Bigtable', start: () => embeddedEventStore(), skip: undefined },
  { name: "Google's emulator", start: googleEventStore, skip: skipReason },
])('Merging of sketches, on $name', ({ start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let store: EventStore;
  const id = 'c1';

  beforeEach(async () => {
    if (skip === undefined) store = await start();
  });
  afterEach(() => store?.close());

  const put = (...written: readonly Partial<StoredSketch>[]): Promise<void> =>
    storeSketches(
      store.store.writer,
      written.map((sketch) => ({
        id,
        day: DAY,
        actionCode: IMPRESSION,
        writer: 'a',
        items: [],
        atMs: OLD_MS,
        ...sketch,
      })),
    );

  const merge = (
    job: Partial<MergeSketchesJob> = {},
    changes: Partial<MergeSketchesDependencies> = {},
  ): Promise<MergeSketchesSummary> => {
    const { scanner, reader, writer } = store.store;
    const limits = DEFAULTS.campaignCounts;
    const run = createMergeSketches({
      scanner,
      reader,
      writer,
      clock: systemClock,
      sketches,
      table: sketches.corpus,
      limits,
      ...changes,
    });
    const signal = new AbortController().signal;
    return run({
      worker: { index: 0, count: 1 },
      includesDay: () => true,
      idleMs: HOUR_MS,
      dryRun: false,
      signal,
      ...job,
    });
  };

  const cells = async (day = DAY): Promise<readonly Cell[]> => {
    const read = { table: TABLE, key: sketchRowKey(id, day), filter: qualifierRange({ family: FAMILY }) };
    return (await store.store.reader.readRow(read, EVENTUAL)).row?.cells ?? [];
  };
  const counts = async (body: object = {}): Promise<unknown> => {
    const { reader, sketchTables } = store.store;
    const count = createCountCampaigns({
      reader,
      partsOf: sketchTables.counted,
      clock: systemClock,
      limits: DEFAULTS.campaignCounts,
      tokens: DEFAULTS.tokens,
    });
    const query = queryOf(AD_ACTION, {
      campaigns: [id],
      days: [DAY],
      reach: true,
      breakdown: 'viewType',
      ...body,
    });
    return (await count({ query, consistency: EVENTUAL })).campaigns;
  };

  when('each sketch becomes one column, no count changes, and a second run has nothing to do', async () => {
    const home = { index: sketches.breakdowns.findIndex(({ name }) => name === 'viewType'), value: 'home' };
    await put(
      { items: itemsFrom(0, 30) },
      { part: 'added', items: itemsFrom(28, 10) },
      { writer: 'b', items: itemsFrom(10, 50), atMs: OLD_MS + 1 },
      { writer: 'c', items: itemsFrom(0, 2_000) },
      { kind: 'users', items: [1, 2] },
      { kind: 'users', writer: 'b', items: [2, 3] },
      { hour: 4, items: [1] },
      { hour: 4, writer: 'b', items: [2] },
      { hour: 5, items: [3] },
      { breakdown: home, items: [1] },
      { breakdown: home, writer: 'b', items: [2] },
      { actionCode: CLICK, items: [1, 2] },
    );
    const before = [await counts(), await counts({ by: 'hour' })];
    const summary = await merge();
    expect(summary).toMatchObject({
      status: 'complete',
      rows: 1,
      rowsMerged: 1,
      rowsFailed: 0,
      columnsLeft: 0,
      failures: {},
      columnsRemoved: 10,
      columnsWritten: 4,
    });
    expect([await counts(), await counts({ by: 'hour' })]).toEqual(before);
    const left = await cells();
    const columns = left.map(({ qualifier }) => parseSketchColumn(qualifier)!);
    expect(columns).toHaveLength(6);
    expect(new Set(columns.map(({ part }) => part))).toEqual(new Set(['whole']));
    // Retained as long as the newest part would have been.
    expect(left[0]!.timestampMicros).toBe((OLD_MS + 1) * 1_000);
    expect(await merge()).toMatchObject({ rows: 1, rowsMerged: 0, columnsRemoved: 0, columnsWritten: 0 });
  });

  when('columns of active writers are left unchanged', async () => {
    await put(
      { items: [1], atMs: OLD_MS },
      { part: 'added', items: [2], atMs: NOW },
      { writer: 'b', items: [3] },
      { writer: 'c', items: [4] },
    );
    const before = await counts();
    expect(await merge()).toMatchObject({ columnsRemoved: 2, columnsWritten: 1 });
    expect(await counts()).toEqual(before);
    const kept = await cells();
    expect(kept).toHaveLength(3);
    for (const part of ['whole', 'added'] as const) {
      const own = columnOf({ writer: 'a', actionCode: IMPRESSION, part });
      expect(kept.some(({ qualifier }) => qualifier.equals(own))).toBe(true);
    }
  });

  when('no earlier version of a deleted column reappears', async () => {
    await put({ items: [1], atMs: OLD_MS - 2 });
    await put({ items: [1, 2], atMs: OLD_MS - 1 }, { writer: 'b', items: [3] });
    await merge();
    expect(await cells()).toHaveLength(1);
  });

  when.each([
    ['is written', false],
    ['is written, and merged by another,', true],
  ])('nothing is lost when a column %s between the read and the write', async (_what, isMerged) => {
    await put({ items: [1] }, { writer: 'b', items: [2] }, { writer: 'c', items: [3] });
    const { reader } = store.store;
    const interrupted: MergeSketchesDependencies['reader'] = {
      async readRow(...args) {
        const answer = await reader.readRow(...args);
        // A writer taken for inactive resumes, and another one is added.
        await put({ items: [1, 4], atMs: OLD_MS + 5 }, { writer: 'd', items: [5], atMs: OLD_MS + 6 });
        if (isMerged) await merge();
        return answer;
      },
    };
    await merge({}, { reader: interrupted });
    const expected = [{ counts: [[{ events: { count: 5 } }, {}]] }];
    const body = { actions: ['impression', 'click'] };
    expect(await counts(body)).toMatchObject(expected);
    expect(await cells()).toHaveLength(isMerged ? 2 : 3);
    await merge();
    expect(await counts(body)).toMatchObject(expected);
    expect(await cells()).toHaveLength(1);
  });

  when('a column that already contains the union, or is the union, is merged correctly', async () => {
    await put({ items: [1, 2] }, { writer: 'b', items: [3] });
    await merge();
    const before = [await counts(), (await cells())[0]!.qualifier];
    await put({ writer: 'c', items: [2, 3] });
    expect(await merge()).toMatchObject({ columnsRemoved: 2, columnsWritten: 1 });
    const after = await cells();
    expect([await counts(), after[0]!.qualifier, after.length]).toEqual([...before, 1]);
  });

  when('a sketch with a corrupted part is left unchanged and reported', async () => {
    await put(
      { items: [1] },
      { writer: 'b', items: Buffer.from('no sketch') },
      { hour: 1, items: [1] },
      { hour: 1, writer: 'b', items: [2] },
    );
    const { columnsLeft, columnsRemoved, failures } = await merge();
    expect([columnsLeft, columnsRemoved]).toEqual([2, 2]);
    expect(failures).toMatchObject({
      data_corrupted: { count: 1, example: expect.stringContaining(DAY) as string },
    });
    expect(await cells()).toHaveLength(3);
  });

  when('only selected days are processed, rows by pages and large rows by slices', async () => {
    const days = Array.from({ length: 7 }, (_, i) => `2026-11-1${i}`);
    for (const day of days) {
      await put(
        ...[0, 1, 2, 3].flatMap((hour) =>
          ['a', 'b', 'c'].map((writer) => ({ day, hour, writer, items: [hour, writer.charCodeAt(0)] })),
        ),
      );
    }
    const limits = { ...DEFAULTS.campaignCounts, mergeRowsPerPage: 2, mergeColumnsPerStep: 4 };
    const dry = await merge({ dryRun: true }, { limits });
    expect(dry).toMatchObject({ rows: 7, rowsMerged: 7, columnsRemoved: 7 * 12, columnsWritten: 0 });
    expect(await cells(days[0])).toHaveLength(12);
    const wants = (day: string): boolean => day !== days[3];
    expect(await merge({ includesDay: wants }, { limits })).toMatchObject({
      rows: 6,
      columnsRemoved: 72,
      columnsWritten: 24,
    });
    for (const day of days) expect(await cells(day)).toHaveLength(day === days[3] ? 12 : 4);
    const workers = await Promise.all(
      [0, 1, 2].map((index) => merge({ worker: { index, count: 3 } }, { limits })),
    );
    expect(workers.reduce((sum, { columnsRemoved }) => sum + columnsRemoved, 0)).toBe(12);
  });

  when('the run ends when it is aborted, and when consecutive rows fail', async () => {
    await put({ items: [1] }, { writer: 'b', items: [2] });
    const ended = new AbortController();
    ended.abort();
    expect(await merge({ signal: ended.signal })).toMatchObject({ status: 'interrupted', columnsRemoved: 0 });
    const full = new Error('full');
    const reader = { readRow: () => Promise.reject(full) };
    await expect(merge({}, { reader })).rejects.toBe(full);
    expect(await cells()).toHaveLength(2);
  });

  when('ends at once when it is interrupted while a scan waits for the store', async () => {
    const interrupt = new AbortController();
    // oxlint-disable-next-line require-yield
    async function* scan(_range: unknown, { signal }: CallOptions = {}): AsyncGenerator<Row> {
      setImmediate(() => interrupt.abort(new Error('interrupted')));
      await new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('aborted'))));
    }
    const scanner = { ...store.store.scanner, scan };
    expect(await merge({ signal: interrupt.signal }, { scanner })).toMatchObject({
      status: 'interrupted',
      rows: 0,
    });
  });

  when('the command merges sketches', async () => {
    const days = [3, 4].map((ago) => new Date(NOW - ago * 24 * HOUR_MS).toISOString().slice(0, 10));
    for (const day of days) await put({ day, items: [1] }, { day, writer: 'b', items: [2] });
    const compact = async (...args: string[]) => {
      const env = { BIGTABLE_EMULATOR_HOST: store.endpoint };
      const { ended, stdout, stderr } = await runCommandLine(['campaigns', 'compact', ...args], { env });
      return { ended, stdout, stderr };
    };
    expect(await compact('--dry-run')).toMatchObject({
      ended: 0,
      stdout: 'campaign_counts/campaign_counts: 4 columns to merge, in 2 of 2 rows. Nothing was changed.\n',
    });
    const { ended, stdout } = await compact('--day', days[0]!, '--json');
    expect([ended, JSON.parse(stdout)]).toMatchObject([
      0,
      { sketches: 'campaign_counts/campaign_counts', dryRun: false, status: 'complete', columnsRemoved: 2 },
    ]);
    expect((await compact('--older-than', '480h')).stdout).toMatch(/; 0 of 0 rows had columns/);
    expect((await compact('--idle', '4h')).stdout).toMatch(/; 0 of 2 rows had columns/);
    expect((await compact()).stdout).toMatch(
      /1 of 2 rows had columns to merge\n {2}merged 2 columns of \d+ bytes into 1 of/,
    );
    expect(await compact('--day', 'today', '--json')).toMatchObject({ ended: 1 });
  });
});
