import { blockQualifier, DAY, WEEK, type BlockDays } from '../../../../src/core/blocks/block-column';
import {
  overhangSecondsOf,
  planPacking,
  type CellHead,
  type PackingRules,
} from '../../../../src/core/compaction/plan-packing';
import { eventQualifier } from '../../../../src/core/events/dedup-key';
import type { ActionDeclaration } from '../../../../src/core/schema/schema';
import { inOrder, rulesAt, WEEK_START_MS } from '../../../support/compaction';
import { ACTIONS, DAY_MS, click } from '../../../support/events';

const HOUR_MS = 3_600_000;
const GRACE_MS = 6 * HOUR_MS;
const CLICK = ACTIONS.get('click')!;

const raw = (timeMs: number, action = CLICK): CellHead => ({
  qualifier: eventQualifier(click(timeMs), action),
  timestampMicros: timeMs * 1_000,
});
let blocks = 0;
const block = (startMs: number, days: BlockDays, isLarge = false): CellHead => ({
  qualifier: blockQualifier({ startSeconds: startMs / 1_000, days, isLarge }, Buffer.of(blocks++)),
  timestampMicros: startMs * 1_000,
});

/** Formats each period as `<day of the week>+<days>: <cells>`. */
function planned(cells: readonly CellHead[], rules: PackingRules): string[] {
  return planPacking(inOrder(cells), rules).periods.map(({ period, cells: inside }) => {
    const day = (period.startSeconds * 1_000 - WEEK_START_MS) / DAY_MS;
    return `${day}+${period.days}: ${inside.length}`;
  });
}

const at = (day: number, ms = 0): number => WEEK_START_MS + day * DAY_MS + ms;

describe('planPacking', () => {
  it('packs the events of days that ended longer ago than the grace period', () => {
    const cells = [raw(at(0)), raw(at(0, DAY_MS - 1)), raw(at(1)), raw(at(2))];
    expect(planned(cells, rulesAt(at(1, GRACE_MS) - 1))).toEqual([]);
    expect(planned(cells, rulesAt(at(1, GRACE_MS)))).toEqual(['0+1: 2']);
    expect(planned(cells, rulesAt(at(2, GRACE_MS)))).toEqual(['0+1: 2', '1+1: 1']);
  });

  it('packs the days of weeks that ended two days ago, together with late events', () => {
    const cells = [block(at(0), DAY), block(at(1), DAY), raw(at(1)), raw(at(6)), raw(at(7))];
    expect(planned(cells, rulesAt(at(9) - 1))).toEqual(['1+1: 2', '6+1: 1', '7+1: 1']);
    expect(planned(cells, rulesAt(at(9)))).toEqual(['0+7: 4', '7+1: 1']);
  });

  it('packs a single late event beside a packed week', () => {
    const cells = [block(at(0), WEEK), raw(at(3))];
    expect(planned(cells, rulesAt(at(30)))).toEqual(['0+7: 2']);
  });

  it('does not pack the only block of its period, nor large blocks', () => {
    const cells = [block(at(0), WEEK), block(at(7), DAY, true), raw(at(14)), block(at(14), WEEK, true)];
    expect(planned(cells, rulesAt(at(40)))).toEqual(['14+7: 1']);
    expect(planned([block(at(0), DAY)], rulesAt(at(2)))).toEqual([]);
  });

  it('packs several blocks of one period, as concurrent compactors leave them', () => {
    expect(planned([block(at(0), DAY), block(at(0), DAY)], rulesAt(at(2)))).toEqual(['0+1: 2']);
    expect(planned([block(at(0), WEEK), block(at(0), WEEK)], rulesAt(at(20)))).toEqual(['0+7: 2']);
  });

  it('packs an open day with enough single events, and later ones once they are enough', () => {
    const singles = [0, 20_000, 40_000].map((ms) => raw(at(1, ms)));
    const rules = rulesAt(at(1, HOUR_MS), { openDayEventsMin: 3 });
    expect(planned(singles.slice(1), rules)).toEqual([]);
    expect(planned(singles, rules)).toEqual(['1+1: 3']);
    expect(planned([block(at(1), DAY), ...singles.slice(1)], rules)).toEqual([]);
    expect(planned([block(at(1), DAY), ...singles], rules)).toEqual(['1+1: 4']);
    expect(planned(singles, { ...rules, openDayEventsMin: 0 })).toEqual([]);
    // A day within the grace is open, too.
    expect(planned(singles, { ...rules, nowMs: at(2, GRACE_MS) - 1 })).toEqual(['1+1: 3']);
    expect(planned(singles.slice(1), { ...rules, nowMs: at(2, GRACE_MS) - 1 })).toEqual([]);
    expect(planned(singles.slice(1), { ...rules, nowMs: at(2, GRACE_MS) })).toEqual(['1+1: 2']);
  });

  it('merges the blocks of an open day that concurrent compactors have left, but not large ones', () => {
    const rules = rulesAt(at(1, HOUR_MS), { openDayEventsMin: 3 });
    expect(planned([block(at(1), DAY), block(at(1), DAY)], rules)).toEqual(['1+1: 2']);
    expect(planned([block(at(1), DAY), block(at(1), DAY, true), raw(at(1))], rules)).toEqual([]);
    const singles = [0, 20_000, 40_000].map((ms) => raw(at(1, ms)));
    expect(planned([block(at(1), DAY, true), ...singles], rules)).toEqual(['1+1: 3']);
  });

  it('does not pack a week that a process with a fast clock has packed, but packs the days beside it', () => {
    const cells = [block(at(0), WEEK), block(at(0), DAY), raw(at(2)), raw(at(2, 20_000))];
    expect(planned(cells, rulesAt(at(8)))).toEqual(['2+1: 2']);
  });

  it('does not pack periods that ended before the retention', () => {
    const cells = [raw(at(0)), raw(at(7)), raw(at(14))];
    expect(planned(cells, rulesAt(at(60), { retainedFromMs: at(7) - 1 }))).toHaveLength(3);
    expect(planned(cells, rulesAt(at(60), { retainedFromMs: at(7) }))).toEqual(['7+7: 1', '14+7: 1']);
  });

  it('assigns events by the start of their dedup window, so that duplicates stay together', () => {
    const odd: ActionDeclaration = { ...CLICK, dedup: { ...CLICK.dedup, windowSeconds: 7_000 } };
    const windowStartMs = Math.floor(at(1) / 7_000_000) * 7_000_000;
    expect(windowStartMs).toBeLessThan(at(1));
    const cells = [raw(at(1) - 1, odd), raw(at(1) + 1, odd)];
    expect(planned(cells, rulesAt(at(5)))).toEqual(['0+1: 2']);
  });

  it('waits for dedup windows that extend beyond their day', () => {
    const withWindow = (windowSeconds: number) =>
      overhangSecondsOf([CLICK, { ...CLICK, dedup: { ...CLICK.dedup, windowSeconds } }]);
    expect([86_400, 10, 0].map(withWindow)).toEqual([0, 0, 0]);
    expect([7_000, 172_800].map(withWindow)).toEqual([7_000, 172_800]);
    const rules = rulesAt(at(1, GRACE_MS + 6_999_999), { overhangSeconds: 7_000 });
    expect(planned([raw(at(0))], rules)).toEqual([]);
    expect(planned([raw(at(0))], { ...rules, nowMs: rules.nowMs + 1 })).toEqual(['0+1: 1']);
  });

  it('ignores and counts columns that Tidemark did not write', () => {
    const unknown = (hex: string): CellHead => ({ qualifier: Buffer.from(hex, 'hex'), timestampMicros: 0 });
    const startSeconds = at(0) / 1_000;
    const cells = [
      unknown('00'),
      unknown('0000000001'),
      { ...raw(at(0)), qualifier: raw(at(0)).qualifier.subarray(0, 20) },
      { ...block(at(0), DAY), qualifier: blockQualifier({ startSeconds, days: 3 as never }, Buffer.of(1)) },
      {
        ...block(at(0), DAY),
        qualifier: blockQualifier({ startSeconds: startSeconds + 1, days: DAY }, Buffer.of(1)),
      },
      {
        ...block(at(1), DAY),
        qualifier: blockQualifier({ startSeconds: at(1) / 1_000, days: WEEK }, Buffer.of(1)),
      },
    ];
    expect(planPacking(cells, rulesAt(at(60)))).toEqual({ periods: [], unknownColumns: cells.length });
  });
});
