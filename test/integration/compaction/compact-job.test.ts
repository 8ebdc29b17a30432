import { setCell } from '../../../src/bigtable/write/mutations';
import type { RowMutations } from '../../../src/bigtable/client/types';
import { parseBlockColumn } from '../../../src/core/blocks/block-column';
import { qualifierRange } from '../../../src/bigtable/read/filters';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { eventQualifier } from '../../../src/core/events/dedup-key';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import { TidemarkError } from '../../../src/errors';
import {
  createCompact,
  type CompactionLimits,
  type CompactionSummary,
} from '../../../src/operations/compaction/compact';
import {
  emptyCompactionTally,
  type CompactionTally,
} from '../../../src/operations/compaction/compaction-tally';
import { sampleCompactionBacklog } from '../../../src/operations/compaction/sample-backlog';
import { createReadUserEvents } from '../../../src/operations/events/read-user-events';
import { systemClock } from '../../../src/platform/time/clock';
import { seededRandom } from '../../../src/platform/random';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import type { Writer } from '../../../src/consistency/store';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { AD_ACTION, adEvent, DAY_MS, encodeStoredEvent, inputsOf } from '../../support/events';
import { tidemarkError } from '../../support/tidemark-error';

const { corpus, family, events: type } = AD_ACTION;

/** A bot has a tenth of the events that exceed the default limits: the limits of events and cells are as much smaller. */
const SMALLER = 10;
const { eventsPerBlockMax, largeBlockEvents, headsPerRead, cellsPerStep } = DEFAULTS.compaction;
const SMALL_LIMITS = {
  eventsPerBlockMax: eventsPerBlockMax / SMALLER,
  largeBlockEvents: largeBlockEvents / SMALLER,
  headsPerRead: headsPerRead / SMALLER,
  cellsPerStep: cellsPerStep / SMALLER,
};
const SMALL_COUNT_LIMITS = { ...DEFAULTS.counts, eventCellsMax: DEFAULTS.counts.eventCellsMax / SMALLER };

describe('The compaction job', () => {
  let store: EventStore;
  const dayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS;

  beforeEach(async () => {
    store = await embeddedEventStore();
  });

  afterEach(() => store.close());

  function compact(
    writer: Writer,
    {
      signal = new AbortController().signal,
      retryTimeoutMs = 50,
      tally,
      dryRun = false,
      limits = {},
    }: {
      signal?: AbortSignal;
      retryTimeoutMs?: number;
      tally?: CompactionTally;
      dryRun?: boolean;
      limits?: Partial<CompactionLimits>;
    } = {},
  ): Promise<CompactionSummary> {
    const { scanner, reader, privacy } = store.store;
    const run = createCompact({
      scanner,
      reader,
      writer,
      privacy,
      tracing: NO_TRACING,
      rate: { reserve: () => 0 },
      clock: systemClock,
      random: seededRandom(1),
      limits: {
        ...DEFAULTS.bigtable,
        ...DEFAULTS.compaction,
        replicationLagMaxMs: DEFAULTS.consistency.replicationLagMaxMs,
        retryTimeoutMs,
        ...limits,
      },
    });
    return run({ dataType: AD_ACTION, worker: { index: 0, count: 1 }, dryRun, signal, tally });
  }

  const ingestFor = (users: number) =>
    store.ingest(
      inputsOf(
        Array.from({ length: users }, (_, user) =>
          adEvent({ userId: `u${user}`, adId: 'a', eventTimeMs: dayMs + user }),
        ),
      ),
    );

  /** Returns a writer that rejects some rows with the error. */
  function rejecting(error: TidemarkError, isRejected: (row: RowMutations) => boolean): Writer {
    const { writer } = store.store;
    return {
      ...writer,
      mutateRow: (table, row, options) =>
        isRejected(row) ? Promise.reject(error) : writer.mutateRow(table, row, options),
    };
  }

  it('packs the other rows when one is rejected', async () => {
    await ingestFor(30);
    const error = new TidemarkError('store_rejected', 'the row is too large');
    const summary = await compact(rejecting(error, ({ key }) => key.equals(rowKey('u7'))));
    expect(summary).toMatchObject({ status: 'complete', rowsPacked: 29, rowsFailed: 1 });
    expect(summary.failures).toEqual({ store_rejected: { count: 1, example: 'the row is too large' } });
  });

  it('fails when all rows are rejected, and when the store stays unavailable', async () => {
    await ingestFor(30);
    const rejected = await compact(rejecting(new TidemarkError('store_rejected', 'not allowed'), () => true));
    expect(rejected).toMatchObject({ status: 'failed', error: { code: 'store_rejected' }, rowsPacked: 0 });
    const gone = await compact(rejecting(new TidemarkError('store_unavailable', 'gone'), () => true));
    expect(gone).toMatchObject({ status: 'failed', error: { code: 'store_unavailable' }, rowsFailed: 0 });
  });

  it('retries writes that fail for a transient reason', async () => {
    await ingestFor(5);
    let failures = 3;
    const passing = rejecting(new TidemarkError('store_unavailable', 'a moment'), () => failures-- > 0);
    const summary = await compact(passing, { retryTimeoutMs: DEFAULTS.compaction.retryTimeoutMs });
    expect(summary).toMatchObject({ status: 'complete', rowsPacked: 5, rowsFailed: 0 });
  });

  it('a sample of the rows shows what is left to pack, and after a round nothing', async () => {
    await ingestFor(5);
    const { scanner, writer } = store.store;
    const sample = (sampleRowsMax: number, random = 0.5) =>
      sampleCompactionBacklog({
        scanner,
        eventTypes: [AD_ACTION],
        clock: systemClock,
        random: () => random,
        graceMs: DEFAULTS.compaction.graceMs,
        limits: { sampleRowsMax, sampleTimeoutMs: 10_000 },
      });
    const dataType = `${corpus}/${family}`;
    const [{ oldestAtMs, ...before } = { oldestAtMs: 0 }] = await sample(50);
    expect(before).toEqual({ dataType, rows: 5, rowsToPack: 5 });
    expect(oldestAtMs).toBeLessThanOrEqual(dayMs);
    expect(oldestAtMs).toBeGreaterThan(dayMs - DAY_MS);
    expect(await sample(2)).toMatchObject([{ rows: 2, rowsToPack: 2 }]);
    await compact(writer);
    expect(await sample(50)).toEqual([{ dataType, rows: 5, rowsToPack: 0, oldestAtMs: undefined }]);
  });

  it('continues the totals of an earlier version, which may lack some', async () => {
    await ingestFor(2);
    const { openDaysPacked, ...earlier } = { ...emptyCompactionTally(), rows: 3, rowsPacked: 3 };
    expect(openDaysPacked).toBe(0);
    const summary = await compact(store.store.writer, { tally: earlier as CompactionTally });
    expect(summary).toMatchObject({ rows: 5, rowsPacked: 5, openDaysPacked: 0 });
  });

  it('ends when its signal aborts', async () => {
    await ingestFor(30);
    const control = new AbortController();
    const { writer } = store.store;
    const summary = await compact(
      {
        ...writer,
        mutateRow: (...args) => {
          control.abort(new Error('interrupted'));
          return writer.mutateRow(...args);
        },
      },
      { signal: control.signal },
    );
    expect(summary.status).toBe('interrupted');
    expect(summary.rowsPacked).toBeLessThanOrEqual(DEFAULTS.compaction.rowsInFlight);
  });

  it('packs a day that is not over once a user has many events of it, and merges later ones with it', async () => {
    const nowMs = Date.now();
    const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    const eventAt = (user: string, index: number) =>
      adEvent({ userId: user, adId: `${index}`, insertionId: `${index}`, eventTimeMs: todayMs + index });
    const ingestFrom = (user: string, first: number, end: number) =>
      store.ingest(inputsOf(Array.from({ length: end - first }, (_, i) => eventAt(user, first + i))));
    const { reader, writer } = store.store;
    const readUserEvents = createReadUserEvents({ reader, clock: systemClock, limits: DEFAULTS.counts });
    const stored = async (userId: string) => {
      const period = { fromMs: todayMs, toMs: todayMs + DAY_MS };
      const request = { dataType: AD_ACTION, userId, actions: type.actions, ...period };
      const { events } = await readUserEvents(request, EVENTUAL);
      const { blocks, rawCells } = events.stats;
      return { blocks, rawCells, events: events.parts.reduce((sum, { count }) => sum + count, 0) };
    };
    const least = DEFAULTS.compaction.openDayEventsMin;
    await ingestFrom('busy', 0, least);
    await ingestFrom('light', 0, least - 1);
    const found = { rows: 1, rowsPacked: 1, cellsRemoved: least };
    expect(await compact(writer, { dryRun: true })).toMatchObject({ ...found, blocksWritten: 0 });
    expect(await compact(writer)).toMatchObject({ ...found, openDaysPacked: 1, eventsPacked: least });
    expect(await stored('busy')).toEqual({ blocks: 1, rawCells: 0, events: least });
    expect(await stored('light')).toEqual({ blocks: 0, rawCells: least - 1, events: least - 1 });
    // The first of these events is a repetition.
    await ingestFrom('busy', least - 1, 2 * least - 2);
    expect(await stored('busy')).toEqual({ blocks: 1, rawCells: least - 1, events: 2 * least - 2 });
    expect(await compact(writer)).toMatchObject({ rowsPacked: 0, openDaysPacked: 0 });
    await ingestFrom('busy', 2 * least - 2, 2 * least - 1);
    expect(await compact(writer)).toMatchObject({ openDaysPacked: 1, duplicatesDropped: 1 });
    expect(await stored('busy')).toEqual({ blocks: 1, rawCells: 0, events: 2 * least - 1 });
  });

  it("packs a bot's day in parts, after which the day can be counted", async () => {
    const count = 60_000 / SMALLER;
    const [action] = type.actions.filter(({ name }) => name === 'click');
    const mutations = Array.from({ length: count }, (_, index) => {
      const eventTimeMs = dayMs + (index % 800) * 100_000 + 1;
      const event = adEvent({ userId: 'bot', adId: `${index}`, eventTimeMs });
      const qualifier = eventQualifier(event, action!);
      return setCell(family, qualifier, eventTimeMs * 1_000, encodeStoredEvent(event));
    });
    await store.store.writer.mutateRow(corpus, { key: rowKey('bot'), mutations }, { timeoutMs: 30_000 });
    const { reader, writer } = store.store;
    const readUserEvents = createReadUserEvents({ reader, clock: systemClock, limits: SMALL_COUNT_LIMITS });
    const request = {
      dataType: AD_ACTION,
      userId: 'bot',
      actions: type.actions,
      fromMs: dayMs,
      toMs: dayMs + DAY_MS,
    };
    await expect(readUserEvents(request, EVENTUAL)).rejects.toThrow(tidemarkError('too_many_events'));
    const summary = await compact(writer, { limits: SMALL_LIMITS });
    expect(summary).toMatchObject({ status: 'complete', rowsPacked: 1, rowsFailed: 0, eventsPacked: count });
    const { events } = await readUserEvents(request, EVENTUAL);
    expect(events.parts.reduce((sum, part) => sum + part.count, 0)).toBe(count);
    const filter = qualifierRange({ family });
    const { row } = await reader.readRow({ table: corpus, key: rowKey('bot'), filter }, EVENTUAL);
    expect(row!.cells.every(({ qualifier }) => parseBlockColumn(qualifier)?.isLarge)).toBe(true);
    expect(await compact(writer, { limits: SMALL_LIMITS })).toMatchObject({ rowsPacked: 0, cellsRemoved: 0 });
  });
});
