import { setCell } from '../../../src/bigtable/write/mutations';
import { dayAt, type CalendarDay } from '../../../src/core/time/calendar-day';
import { eventQualifier } from '../../../src/core/events/dedup-key';
import type { ActionEvent } from '../../../src/core/events/event';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import { TidemarkError } from '../../../src/errors';
import {
  createRecountDay,
  newRecount,
  type RecountJob,
  type RecountLimits,
  type RecountResult,
} from '../../../src/operations/reconcile/recount-day';
import { RecountState, type RecountStateJson } from '../../../src/operations/reconcile/recount-state';
import { systemClock } from '../../../src/platform/time/clock';
import { seededRandom } from '../../../src/platform/random';
import type { RowScan, Scanner } from '../../../src/consistency/store';
import { campaignId } from '../../support/campaigns';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { CAMPAIGN_ACTION, DAY_MS } from '../../support/events';
import { campaignEvent, compactAll, randomViews, setsOf, sizesOf, userId } from '../../support/reconcile';
import { tidemarkError } from '../../support/tidemark-error';

const { corpus, family, events: type } = CAMPAIGN_ACTION;
const [SKETCHES] = type.sketches;
const CODEC_OF = new Map(type.actions.map((action) => [action.name, action]));
const DAY: CalendarDay = dayAt(Date.now() - 3 * DAY_MS, 'UTC');
const ALONE = { index: 0, count: 1 };

describe('The recount of a day', () => {
  let store: EventStore;

  beforeEach(async () => {
    store = await embeddedEventStore();
  });
  afterEach(() => store.close());

  /** The users' rows alone: no campaigns, no sketches. */
  async function put(events: readonly ActionEvent[]): Promise<void> {
    const codec = store.schema.eventCodec(CAMPAIGN_ACTION);
    const rows = events.map((event) => {
      const qualifier = eventQualifier(event, CODEC_OF.get(event.action)!);
      const cell = setCell(family, qualifier, event.eventTimeMs * 1_000, codec.toStored(event));
      return { key: rowKey(event.userId), mutations: [cell] };
    });
    for (let at = 0; at < rows.length; at += 10_000) {
      const outcomes = await store.store.writer.mutateRows(corpus, rows.slice(at, at + 10_000));
      for (const outcome of outcomes) if (outcome instanceof TidemarkError) throw outcome;
    }
  }

  const limits: RecountLimits = DEFAULTS.reconciliation;

  function recount(
    changes: Partial<RecountJob> = {},
    parts: { readonly scanner?: Scanner; readonly limits?: Partial<RecountLimits> } = {},
  ): Promise<RecountResult> {
    const { scanner = store.store.scanner } = parts;
    const run = createRecountDay({ scanner, clock: systemClock, limits: { ...limits, ...parts.limits } });
    const signal = new AbortController().signal;
    return run({
      dataType: CAMPAIGN_ACTION,
      sketch: SKETCHES!,
      day: DAY,
      worker: ALONE,
      signal,
      ...changes,
    });
  }

  function numbersOf({ state }: Pick<RecountResult, 'state'>): Map<string, number> {
    const numbers = new Map<string, number>();
    for (const entity of state.recount.entities()) {
      for (const { name: action } of type.actions) {
        const cell = state.recount.cell(entity, action);
        for (const kind of ['events', 'users'] as const) {
          cell?.[kind].exact.forEach((count, period) => {
            if (count > 0)
              numbers.set(`${entity} ${action} ${period === 0 ? 'all' : period - 1} ${kind}`, count);
          });
        }
      }
    }
    return numbers;
  }

  const views = (seed: number, events = 800): ActionEvent[] =>
    randomViews(seededRandom(seed), { day: DAY, users: 60, campaigns: 4, events });
  const written = (state: RecountState): RecountStateJson =>
    JSON.parse(JSON.stringify(state)) as RecountStateJson;

  it('a recount resumes where another one stopped, at any row, and counts nothing twice', async () => {
    const events = views(1);
    await put(events);
    const sizes = sizesOf(setsOf(events, DAY));
    for (const stopAfter of [1, 7, 30, 59, 60, 200]) {
      const control = new AbortController();
      let calls = 0;
      let noted: RecountStateJson | undefined;
      const onProgress = (state: RecountState): void => {
        // The state as in a file: later progress is lost with the process.
        if (++calls <= stopAfter) noted = written(state);
        if (calls === stopAfter + 5) control.abort(new Error('killed'));
      };
      const first = await recount({ onProgress, signal: control.signal });
      expect(first.status).toBe('interrupted');
      const state = RecountState.fromJSON(noted!, newRecount(CAMPAIGN_ACTION, limits));
      const second = await recount({ state });
      expect(second).toMatchObject({ status: 'complete', state: { tally: { rows: 60, rowsFailed: 0 } } });
      expect(numbersOf(second)).toEqual(sizes);
    }
  });

  it('a large row is read in parts, and again when it is compacted meanwhile', async () => {
    const bot = Array.from({ length: 3_000 }, (_, n) =>
      campaignEvent(1, 1 + (n % 3), DAY.startMs + n * 20_000),
    );
    const events = [...bot, ...views(2, 300)];
    await put(events);
    const sizes = sizesOf(setsOf(events, DAY));
    let parts = 0;
    let packed = false;
    const { scanner } = store.store;
    const isPart = ({ ranges }: RowScan): boolean => ranges?.[0]?.end?.key.equals(rowKey(userId(1))) === true;
    const packing: Scanner = {
      ...scanner,
      async *scan(scan, options) {
        if (isPart(scan) && ++parts === 6 && !packed) {
          packed = true;
          await compactAll(store);
        }
        yield* scanner.scan(scan, options);
      },
    };
    const result = await recount({}, { scanner: packing, limits: { cellsPerRead: 250 } });
    expect(packed).toBe(true);
    expect(result).toMatchObject({ status: 'complete', state: { tally: { rowsLarge: 1, rowsFailed: 0 } } });
    expect(numbersOf(result)).toEqual(sizes);
    expect(numbersOf(await recount({}, { limits: { cellsPerRead: 2 } }))).toEqual(sizes);
  });

  it('a column with more versions than one read allows does not block the recount', async () => {
    const versions = Array.from({ length: 50 }, (_, n) => campaignEvent(1, 1, DAY.startMs + 400_000 + n));
    const events = [...versions, campaignEvent(1, 1, DAY.startMs + 800_000)];
    await put(events);
    const result = await recount({}, { limits: { cellsPerRead: 4 } });
    expect(numbersOf(result).get(`${campaignId(1)} view all events`)).toBe(2);
  });

  it('an unavailable store fails the recount as a whole, not row by row', async () => {
    await put(views(3, 200));
    const { scanner } = store.store;
    const failing: Scanner = {
      ...scanner,
      async *scan(scan, options) {
        for await (const row of scanner.scan(scan, options)) {
          if (row.key[0]! > 0x38) throw new TidemarkError('store_unavailable', 'gone');
          yield row;
        }
      },
    };
    const result = await recount({}, { scanner: failing });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'store_unavailable' } });
    expect(result.state.isComplete).toBe(false);
    expect((await recount({ state: result.state })).status).toBe('complete');
    const sizes = sizesOf(setsOf(views(3, 200), DAY));
    expect(numbersOf(result)).toEqual(sizes);
  });

  it('a row counts once when sections are cut within shards', async () => {
    const events = views(4, 600);
    await put(events);
    const { scanner } = store.store;
    const samples = [5, 17, 33, 50].map((n) => ({ key: rowKey(userId(n)), offsetBytes: 0 }));
    const cutting: Scanner = { ...scanner, sampleKeys: async () => samples };
    const shares = [0, 1, 2].map((index) => recount({ worker: { index, count: 3 } }, { scanner: cutting }));
    const together = newRecount(CAMPAIGN_ACTION, limits);
    for (const { state } of await Promise.all(shares)) together.merge(written(state).counts);
    const sizes = sizesOf(setsOf(events, DAY));
    expect(numbersOf({ state: new RecountState({ recount: together, sections: [], startedMs: 0 }) })).toEqual(
      sizes,
    );
    expect(numbersOf(await recount({}, { scanner: cutting }))).toEqual(sizes);
  });

  it.each([
    ['that has not started', dayAt(Date.now() + 2 * DAY_MS, 'UTC'), 'has not started'],
    ['that the log has no longer', dayAt(Date.now() - 91 * DAY_MS, 'UTC'), 'is older than the retention'],
  ])('a day %s is rejected', async (_, day, problem) => {
    await expect(recount({ day })).rejects.toThrow(tidemarkError('invalid_argument', 'day'));
    await expect(recount({ day })).rejects.toThrow(problem);
  });

  it('more entities than fit into memory are rejected with advice', async () => {
    await put(views(5, 200));
    const result = await recount({}, { limits: { entitiesMax: 2 } });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'answer_too_large' } });
    const some = await recount({ only: new Set([campaignId(1)]) }, { limits: { entitiesMax: 2 } });
    expect(some.status).toBe('complete');
  });
});
