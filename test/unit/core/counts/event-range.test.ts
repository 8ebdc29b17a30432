import fc from 'fast-check';
import { DAY, periodOf, SECONDS_PER_DAY } from '../../../../src/core/blocks/block-column';
import { eventRange, qualifierRanges, type QualifierRange } from '../../../../src/core/counts/event-range';
import { dedupWindowStartSeconds } from '../../../../src/core/events/dedup-key';
import type { ActionDeclaration } from '../../../../src/core/schema/schema';
import { DAY_MS } from '../../../support/events';

const HOUR_MS = 3_600_000;
/** A Monday, in a week that is not packed yet. */
const TODAY_MS = Date.UTC(2026, 10, 23);
const NOW_MS = TODAY_MS + 20 * HOUR_MS;
const BLOCK = 0;

const action = (code: number, windowSeconds: number): ActionDeclaration => ({
  name: `action-${code}`,
  code,
  dedup: { dimensions: [], windowSeconds },
});
const IMPRESSION = action(1, SECONDS_PER_DAY);
const CLICK = action(2, 10);
const VIEW = action(3, 40);

function spansOf(actions: readonly ActionDeclaration[], fromMs: number, toMs = NOW_MS) {
  return qualifierRanges(eventRange({ actions, fromMs, toMs }, { countedFromMs: 0, nowMs: NOW_MS })!);
}

/** Returns whether the columns that begin with these seconds and this code are read. */
function isRead(spans: readonly QualifierRange[], seconds: number, code: number): boolean {
  const column = Buffer.alloc(17, 0x7f);
  column.writeUInt32BE(seconds);
  column[4] = code;
  return spans.some(({ start, end }) => start.compare(column) <= 0 && end.compare(column) > 0);
}

const readsEvent = (spans: readonly QualifierRange[], { code, dedup }: ActionDeclaration, timeMs: number) =>
  isRead(spans, dedupWindowStartSeconds(timeMs, dedup.windowSeconds), code);

describe('the columns of a query', () => {
  it('within a day have no earlier events of the day, except those deduplicated by day', () => {
    const spans = spansOf([IMPRESSION, CLICK], NOW_MS - HOUR_MS);
    expect(spans).toHaveLength(2);
    expect(isRead(spans, TODAY_MS / 1_000, BLOCK)).toBe(true);
    expect(readsEvent(spans, IMPRESSION, NOW_MS - 5 * HOUR_MS)).toBe(true);
    expect(readsEvent(spans, CLICK, NOW_MS - 1)).toBe(true);
    expect(readsEvent(spans, CLICK, NOW_MS - HOUR_MS - 10_000)).toBe(false);
    expect(readsEvent(spans, CLICK, TODAY_MS)).toBe(false);
  });

  it('of actions with short dedup windows have only blocks before the first of these windows', () => {
    const spans = spansOf([CLICK, VIEW], NOW_MS - HOUR_MS);
    expect(isRead(spans, TODAY_MS / 1_000, BLOCK)).toBe(true);
    expect(readsEvent(spans, IMPRESSION, NOW_MS)).toBe(false);
    expect(readsEvent(spans, VIEW, NOW_MS - HOUR_MS - 40_000)).toBe(false);
  });

  it('of actions that are deduplicated by day have no other events of the last day', () => {
    const spans = spansOf([IMPRESSION], NOW_MS - 7 * DAY_MS);
    expect(spans).toHaveLength(1);
    expect(readsEvent(spans, IMPRESSION, NOW_MS - 1)).toBe(true);
    expect(readsEvent(spans, IMPRESSION, NOW_MS - 7 * DAY_MS)).toBe(true);
    expect(readsEvent(spans, CLICK, TODAY_MS + 10_000)).toBe(false);
    expect(isRead(spansOf([IMPRESSION], TODAY_MS - 1, TODAY_MS), TODAY_MS / 1_000, BLOCK)).toBe(false);
    expect(spansOf([action(255, SECONDS_PER_DAY)], NOW_MS - HOUR_MS)).toEqual([
      {
        start: Buffer.from(hexOf(TODAY_MS / 1_000), 'hex'),
        end: Buffer.from(`${hexOf(TODAY_MS / 1_000 + 1)}00`, 'hex'),
      },
    ]);
  });

  it('have every counted event with all that may duplicate it, in disjoint spans', () => {
    const windows = [0, 1, 10, 40, 7_000, 57_600, SECONDS_PER_DAY, 2 * SECONDS_PER_DAY];
    const actions = fc.uniqueArray(
      fc
        .tuple(fc.integer({ min: 1, max: 255 }), fc.constantFrom(...windows))
        .map(([code, seconds]) => action(code, seconds)),
      { minLength: 1, maxLength: 4, selector: ({ code }) => code },
    );
    const timeMs = fc.oneof(
      fc.integer({ min: TODAY_MS - 20 * DAY_MS, max: NOW_MS }),
      fc
        .tuple(fc.integer({ min: -20, max: 0 }), fc.constantFrom(-1, 0, 1))
        .map(([day, ms]) => TODAY_MS + day * DAY_MS + ms),
    );
    fc.assert(
      fc.property(
        actions,
        timeMs,
        fc.integer({ min: 1, max: 9 * DAY_MS }),
        fc.nat(),
        (all, fromMs, lengthMs, at) => {
          const spans = spansOf(all, fromMs, fromMs + lengthMs);
          const eventMs = fromMs + (at % lengthMs);
          for (const each of all) {
            const windowStart = dedupWindowStartSeconds(eventMs, each.dedup.windowSeconds);
            expect(isRead(spans, windowStart, each.code)).toBe(true);
            expect(isRead(spans, periodOf(windowStart, DAY).startSeconds, BLOCK)).toBe(true);
          }
          spans.forEach(({ start, end }, i) => {
            expect(start.compare(end)).toBe(-1);
            if (i > 0) expect(spans[i - 1]!.end.compare(start)).not.toBe(1);
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});

const hexOf = (seconds: number): string => seconds.toString(16).padStart(8, '0');
