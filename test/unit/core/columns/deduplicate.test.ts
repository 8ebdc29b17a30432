import { readEvents } from '../../../../src/core/columns/read-events';
import { packed, rulesAt, TYPE, WEEK_START_MS } from '../../../support/compaction';
import { click, DAY_MS, storedCells } from '../../../support/events';

const MINUTE_MS = 60_000;
const EVENTS = [0, 1, 2].map((minute) => click(WEEK_START_MS + minute * MINUTE_MS));
const BLOCK = packed(storedCells(EVENTS), rulesAt(WEEK_START_MS + 2 * DAY_MS));

/** Returns the times of each part's events, in minutes. */
function minutesOf(...singles: readonly (typeof EVENTS)[number][]): number[][] {
  const { parts, stats } = readEvents([...BLOCK, ...storedCells(singles)], TYPE);
  const times = parts.map(({ timesMs }) => [...timesMs].map((ms) => (ms - WEEK_START_MS) / MINUTE_MS));
  expect(times.flat()).toHaveLength(EVENTS.length + singles.length - stats.duplicates);
  return times.sort((a, b) => b.length - a.length);
}

describe('the events of a block and single ones beside it', () => {
  it('remain in the block if the single ones repeat them', () => {
    expect(minutesOf(EVENTS[1]!)).toEqual([[0, 1, 2]]);
  });

  it('are those of the single cells if they are earlier', () => {
    const laterVersion = { ...EVENTS[1]!, eventTimeMs: EVENTS[1]!.eventTimeMs + 5_000 };
    const other = click(WEEK_START_MS + 10 * MINUTE_MS);
    expect(minutesOf(laterVersion, other)).toEqual([[0, 1, 2], [10]]);
    const block = packed(storedCells([laterVersion]), rulesAt(WEEK_START_MS + 2 * DAY_MS));
    const { parts } = readEvents([...block, ...storedCells([EVENTS[1]!])], TYPE);
    expect(parts.flatMap(({ timesMs }) => [...timesMs])).toEqual([EVENTS[1]!.eventTimeMs]);
  });
});
