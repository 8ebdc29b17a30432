import fc from 'fast-check';
import { countedFromMs } from '../../../../src/core/columns/counted-from';
import { readEvents } from '../../../../src/core/columns/read-events';
import type { EventCell } from '../../../../src/core/columns/event-cell';
import { packCells } from '../../../../src/core/compaction/pack-cells';
import { overhangSecondsOf, planPacking } from '../../../../src/core/compaction/plan-packing';
import { countEvents } from '../../../../src/core/counts/count-events';
import { qualifierRanges, eventRange } from '../../../../src/core/counts/event-range';
import { parseWindow, type TimeWindow } from '../../../../src/core/counts/windows';
import { eventQualifier } from '../../../../src/core/events/dedup-key';
import type { ActionEvent } from '../../../../src/core/events/event';
import { validateEvent } from '../../../../src/core/events/validate-event';
import type { EventDataType } from '../../../../src/core/schema/schema';
import { declaredFamilies } from '../../../../src/core/schema/schema-plan';
import { DEFAULTS } from '../../../../src/config/defaults';
import { eventRulesOf } from '../../../../src/operations/events/ingest-events';
import { inOrder } from '../../../support/compaction';
import { AD_ACTION, click, DAY_MS, encodeStoredEvent } from '../../../support/events';
import { tidemarkError } from '../../../support/tidemark-error';

const NOW_MS = Date.UTC(2026, 10, 21, 12, 0, 5);
const HOUR_MS = 3_600_000;
/** Dedup windows that event types commonly have, up to a week. */
const WINDOW_SECONDS = [0, 1, 10, 40, 3_600, 86_400, 7 * 86_400];
const ZONES = ['UTC', 'Asia/Jakarta', 'America/Los_Angeles', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

/** A type whose clicks and impressions have different dedup windows. */
const eventType = fc
  .record({
    click: fc.constantFrom(...WINDOW_SECONDS),
    impression: fc.constantFrom(...WINDOW_SECONDS),
    retentionDays: fc.integer({ min: 7, max: 390 }),
    moreMs: fc.integer({ min: 0, max: DAY_MS }),
  })
  .map(({ retentionDays, moreMs, ...windows }): EventDataType => {
    const actions = AD_ACTION.events.actions
      .filter(({ name }) => name in windows)
      .map((action) => ({
        ...action,
        dedup: { ...action.dedup, windowSeconds: windows[action.name as keyof typeof windows] },
      }));
    const maxAgeMs = retentionDays * DAY_MS + moreMs;
    return { ...AD_ACTION, events: { ...AD_ACTION.events, actions }, retention: { maxAgeMs } };
  });

/**
 * Time after the end of the retention at which an event arrives, in milliseconds: mostly negative, often close to 0.
 */
const beyondMs = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -8 * DAY_MS, max: 8 * DAY_MS }) },
  { weight: 2, arbitrary: fc.integer({ min: -2_000, max: 2_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -390 * DAY_MS, max: 0 }) },
  { weight: 2, arbitrary: fc.constantFrom(-1, 0, 1) },
);

const window = fc.record({
  kind: fc.constantFrom('rolling', 'absolute', 'days', 'hours'),
  timeZone: fc.constantFrom(...ZONES),
});

/** Returns a window of that kind which contains the moment. */
function windowAround(
  { kind, timeZone }: { readonly kind: string; readonly timeZone: string },
  atMs: number,
  nowMs: number,
): TimeWindow {
  const context = { asOfMs: nowMs, latestMs: nowMs, windowsMax: 64, windowDaysMax: 400 };
  const ageMs = Math.max(0, nowMs - atMs);
  const body = {
    rolling: `${Math.floor(ageMs / 1_000) + 1}s`,
    absolute: { from: atMs, to: atMs + 1 },
    days: { days: Math.ceil(ageMs / DAY_MS) + 2, timeZone },
    hours: { hours: Math.ceil(ageMs / HOUR_MS) + 2, timeZone },
  }[kind];
  return parseWindow(body, 'windows[0]', context);
}

/** Returns the row after the store has collected garbage, by the GC rule that the schema gives to the family. */
function collected(
  cells: readonly EventCell[],
  dataType: EventDataType,
  nowMs: number,
): readonly EventCell[] {
  const [state] = declaredFamilies({ name: dataType.corpus, dataTypes: [dataType], sketches: [] });
  const rule = state!.gcRule;
  if (rule === undefined || !('maxAgeMs' in rule)) return cells;
  return cells.filter(({ timestampMicros }) => timestampMicros / 1_000 >= nowMs - rule.maxAgeMs);
}

function compacted(
  cells: readonly EventCell[],
  dataType: EventDataType,
  nowMs: number,
): readonly EventCell[] {
  const { events, retention } = dataType;
  const rules = {
    nowMs,
    graceMs: DEFAULTS.compaction.graceMs,
    openDayEventsMin: 1,
    overhangSeconds: overhangSecondsOf(events.actions),
    duplicatesKeptFromMs: Infinity,
    retainedFromMs: countedFromMs(events, retention, nowMs),
  };
  const packings = planPacking(cells, rules).periods.map((period) =>
    packCells(period, events, DEFAULTS.compaction),
  );
  const removed = new Set(packings.flatMap((packing) => packing.removed));
  return inOrder([
    ...cells.filter((cell) => !removed.has(cell)),
    ...packings.flatMap(({ blocks }) => blocks),
  ]);
}

/** Returns the count of the window, from only the columns that a query reads. */
function countIn(
  window: TimeWindow,
  cells: readonly EventCell[],
  dataType: EventDataType,
  nowMs: number,
): number {
  const { events, retention } = dataType;
  const fromMs = countedFromMs(events, retention, nowMs);
  const range = eventRange({ actions: events.actions, ...window }, { countedFromMs: fromMs, nowMs });
  if (range === undefined) return 0;
  const spans = qualifierRanges(range);
  const read = cells.filter(({ qualifier }) =>
    spans.some(({ start, end }) => start.compare(qualifier) <= 0 && end.compare(qualifier) > 0),
  );
  const query = { actions: events.actions, where: [], entities: [], windows: [window], groupBy: [] };
  return countEvents(query, readEvents(read, events).parts, fromMs).total.counts[0] ?? 0;
}

function cellOf(event: ActionEvent, { events }: EventDataType): EventCell {
  const action = events.actions.find(({ name }) => name === event.action)!;
  return {
    qualifier: eventQualifier(event, action),
    timestampMicros: event.eventTimeMs * 1_000,
    value: encodeStoredEvent(event),
  };
}

describe('an event at the edge of its retention', () => {
  it('is either counted by every window that contains it, packed or not, or rejected with its field', () => {
    const outcomes = { counted: 0, rejected: 0 };
    fc.assert(
      fc.property(
        eventType,
        fc.record({
          action: fc.constantFrom('click', 'impression'),
          beyondMs,
          isPacked: fc.boolean(),
        }),
        window,
        fc.integer({ min: 0, max: 40 * DAY_MS }),
        (dataType, { action, beyondMs, isPacked }, ofKind, laterMs) => {
          const nowMs = NOW_MS + laterMs;
          const eventTimeMs = nowMs - dataType.retention.maxAgeMs! - beyondMs;
          const event = click(eventTimeMs, { action, insertionId: 'i1' });
          const validate = () => validateEvent(event, eventRulesOf(dataType, DEFAULTS.events), { nowMs });
          if (eventTimeMs < nowMs - dataType.retention.maxAgeMs!) {
            outcomes.rejected += 1;
            expect(validate).toThrow(tidemarkError('event_too_old', 'eventTime'));
            return;
          }
          if (eventTimeMs > nowMs) return;
          outcomes.counted += 1;
          validate();
          const cells = [cellOf(event, dataType)];
          const stored = collected(isPacked ? compacted(cells, dataType, nowMs) : cells, dataType, nowMs);
          expect(countIn(windowAround(ofKind, eventTimeMs, nowMs), stored, dataType, nowMs)).toBe(1);
        },
      ),
      { numRuns: 100 },
    );
    expect(outcomes.counted).toBeGreaterThan(35);
    expect(outcomes.rejected).toBeGreaterThan(35);
  });

  it('counts once together with a duplicate until both leave, whatever garbage collection has removed', () => {
    fc.assert(
      fc.property(
        eventType,
        beyondMs,
        fc.integer({ min: 0, max: DAY_MS }),
        fc.boolean(),
        (dataType, beyondMs, apartMs, isPacked) => {
          const eventTimeMs = NOW_MS - dataType.retention.maxAgeMs! - beyondMs;
          const events = [click(eventTimeMs), click(eventTimeMs + apartMs, { sessionId: 's2' })];
          const cells = inOrder(events.map((event) => cellOf(event, dataType)));
          const window = { name: 'w', fromMs: eventTimeMs, toMs: eventTimeMs + apartMs + 1 };
          const whole = countIn(window, cells, dataType, NOW_MS);
          const packed = isPacked ? compacted(cells, dataType, NOW_MS) : cells;
          expect(countIn(window, collected(packed, dataType, NOW_MS), dataType, NOW_MS)).toBe(whole);
        },
      ),
      { numRuns: 100 },
    );
  });
});
