import { parseBlockColumn, WEEK } from '../../../../src/core/blocks/block-column';
import { packCells, type BlockLimits } from '../../../../src/core/compaction/pack-cells';
import { planPacking } from '../../../../src/core/compaction/plan-packing';
import type { EventCell } from '../../../../src/core/columns/event-cell';
import { DEFAULTS } from '../../../../src/config/defaults';
import { seededRandom } from '../../../../src/platform/random';
import {
  eventsShown,
  inOrder,
  nameOf,
  packed,
  rulesAt,
  TYPE,
  WEEK_START_MS,
} from '../../../support/compaction';
import { click, DAY_MS, fieldOf, storedCells } from '../../../support/events';
import { randomLog } from '../../../support/random-log';
import { TEST_SEED } from '../../../support/test-seed';

const NOW_MS = WEEK_START_MS + 30 * DAY_MS;
const at = (day: number, ms = 0): number => WEEK_START_MS + day * DAY_MS + ms;

/** The row of one user with a random history. */
function randomCells(seed: number, days = 30): EventCell[] {
  return storedCells(randomLog({ seed, endMs: NOW_MS, users: 1, events: 300, days }));
}

const isBlock = ({ qualifier }: EventCell): boolean => parseBlockColumn(qualifier) !== undefined;
const withoutRepetition = (cells: readonly EventCell[]): EventCell[] =>
  inOrder([...new Map(cells.map((cell) => [nameOf(cell), cell])).values()]);
const names = (cells: readonly EventCell[]): string[] => cells.map(nameOf);

describe(`packCells (seed ${TEST_SEED})`, () => {
  const seeds = Array.from({ length: 3 }, (_, index) => TEST_SEED + index);

  it.each(seeds)('keeps the events of the row, and then changes nothing more (%i)', (seed) => {
    const cells = randomCells(seed);
    const row = packed(cells, rulesAt(NOW_MS));
    expect(eventsShown(row)).toEqual(eventsShown(cells));
    expect(row.filter(isBlock).length).toBeGreaterThan(3);
    expect(planPacking(row, rulesAt(NOW_MS)).periods).toEqual([]);
    // The remaining single events are of yesterday and today.
    const left = row.filter((cell) => !isBlock(cell));
    expect(Math.min(...left.map(({ timestampMicros }) => timestampMicros))).toBeGreaterThan(
      1_000 * (NOW_MS - 2 * DAY_MS),
    );
  });

  it.each(seeds)('creates the same blocks in whatever order the events are packed (%i)', (seed) => {
    const cells = randomCells(seed);
    const random = seededRandom(seed);
    let row: EventCell[] = [];
    for (const part of [0, 1, 2]) {
      row = inOrder([...row, ...cells.filter((_, index) => index % 3 === part)]);
      row = packed(row, rulesAt(NOW_MS - Math.floor((2 - part) * 8 * random()) * DAY_MS));
    }
    expect(names(row)).toEqual(names(packed(cells, rulesAt(NOW_MS))));
  });

  it.each(seeds)('keeps the events of days that are packed while events arrive (%i)', (seed) => {
    const cells = randomCells(seed, 3);
    const random = seededRandom(seed);
    let row: EventCell[] = [];
    for (let part = 0; part < 6; part++) {
      const arriving = cells.filter((_, index) => index % 6 === part);
      // A column may arrive twice.
      const again = cells.filter(() => random() < 0.05);
      row = withoutRepetition([...row, ...arriving, ...again]);
      const shown = eventsShown(row);
      const openDayEventsMin = 1 + Math.floor(4 * random());
      row = packed(row, rulesAt(NOW_MS - Math.floor(random() * 2 * DAY_MS), { openDayEventsMin }));
      expect(eventsShown(row)).toEqual(shown);
    }
    expect(row.some((cell) => isBlock(cell) && cell.timestampMicros >= (NOW_MS - DAY_MS) * 1_000)).toBe(true);
    const laterMs = NOW_MS + 20 * DAY_MS;
    expect(names(packed(row, rulesAt(laterMs)))).toEqual(names(packed(cells, rulesAt(laterMs))));
  });

  it('sets the timestamp of a block to its latest event, with which it becomes garbage', () => {
    const cells = storedCells([click(at(0, 5)), click(at(3, 7)), click(at(6, 11))]);
    const [block] = packed(cells, rulesAt(NOW_MS));
    expect(block!.timestampMicros).toBe(at(6, 11) * 1_000);
    expect(parseBlockColumn(block!.qualifier)).toEqual({
      startSeconds: at(0) / 1_000,
      days: WEEK,
      isLarge: false,
    });
  });

  it('sets an existing block again if it deletes anything beside it', () => {
    const events = [click(at(0)), click(at(0, 60_000))];
    const block = packed(storedCells(events), rulesAt(NOW_MS));
    const [period] = planPacking(inOrder([...block, ...storedCells(events)]), rulesAt(NOW_MS)).periods;
    const { removed, blocks } = packCells(period!, TYPE, DEFAULTS.compaction);
    expect(names(blocks)).toEqual(names(block));
    expect(names(removed)).toEqual(names(storedCells(events)));
  });

  it('keeps the earliest of two duplicates, also if the later one was packed first', () => {
    const early = click(at(0, 1_000), { sessionId: 'early' });
    const late = click(at(0, 9_000), { sessionId: 'late' });
    const row = inOrder([...packed(storedCells([late]), rulesAt(NOW_MS)), ...storedCells([early])]);
    const [period] = planPacking(row, rulesAt(NOW_MS)).periods;
    const { blocks, eventsRead, eventsPacked } = packCells(period!, TYPE, DEFAULTS.compaction);
    expect([eventsRead, eventsPacked]).toEqual([2, 1]);
    expect(eventsShown(blocks)).toEqual(eventsShown(storedCells([early])));
    expect(fieldOf(early, 'sessionId')).toBe('early');
  });

  describe('with more events than fit into a block', () => {
    const LIMITS: BlockLimits = { eventsPerBlockMax: 40, largeBlockEvents: 10, largeBlockBytes: 1e6 };
    const manyOf = (count: number, offset = 0) =>
      storedCells(Array.from({ length: count }, (_, index) => click(at(0, (offset + index) * 20_000))));

    it('creates several blocks, which stay unchanged when late events arrive', () => {
      const cells = manyOf(95);
      const row = packed(cells, rulesAt(NOW_MS), LIMITS);
      expect(row).toHaveLength(3);
      expect(eventsShown(row)).toEqual(eventsShown(cells));
      expect(row.every(({ qualifier }) => parseBlockColumn(qualifier)!.isLarge)).toBe(true);
      const later = packed(inOrder([...row, ...manyOf(3, 200)]), rulesAt(NOW_MS), LIMITS);
      expect(names(later)).toEqual(expect.arrayContaining(names(row)));
      expect(later).toHaveLength(4);
      expect(eventsShown(later)).toEqual(eventsShown([...cells, ...manyOf(3, 200)]));
    });

    it('merges small blocks into one until it is large', () => {
      let row: EventCell[] = [];
      for (let round = 0; round < 12; round++) {
        row = packed(inOrder([...row, ...manyOf(4, round * 4)]), rulesAt(NOW_MS), LIMITS);
      }
      expect(row).toHaveLength(4);
      expect(eventsShown(row)).toEqual(eventsShown(manyOf(48)));
    });
  });

  describe('with cells that cannot be packed', () => {
    const good = storedCells([click(at(0)), click(at(1)), click(at(2))]);
    const period = (cells: readonly EventCell[]) => planPacking(inOrder(cells), rulesAt(NOW_MS)).periods[0]!;
    const packing = (bad: EventCell) => packCells(period([...good, bad]), TYPE, DEFAULTS.compaction);
    const withValue = (cell: EventCell, value: Buffer): EventCell => ({ ...cell, value });

    it.each([
      ['a value that is not a message', withValue(storedCells([click(at(3))])[0]!, Buffer.from('ff', 'hex'))],
      [
        'a value with undeclared fields',
        withValue(storedCells([click(at(3))])[0]!, Buffer.from('aa0601', 'hex')),
      ],
      ['an undeclared action', unknownAction(storedCells([click(at(3))])[0]!)],
      ['a corrupted block', damaged(packed(storedCells([click(at(3))]), rulesAt(NOW_MS))[0]!)],
    ])('skips %s, packs the others, and reports it', (_, bad) => {
      const { removed, blocks, skipped: left } = packing(bad);
      expect(left.map(({ cell }) => nameOf(cell))).toEqual([nameOf(bad)]);
      expect(names(removed)).toEqual(names(good));
      expect(eventsShown(blocks)).toEqual(eventsShown(good));
    });

    it('has nothing to do if no other cell remains', () => {
      const bad = withValue(good[0]!, Buffer.from('ff', 'hex'));
      const { removed, blocks, skipped: left } = packCells(period([bad]), TYPE, DEFAULTS.compaction);
      expect([removed, blocks, left.length]).toEqual([[], [], 1]);
    });
  });
});

function unknownAction(cell: EventCell): EventCell {
  const qualifier = Buffer.from(cell.qualifier);
  qualifier[4] = 99;
  return { ...cell, qualifier };
}

function damaged(cell: EventCell): EventCell {
  const value = Buffer.from(cell.value);
  value[value.length >> 1]! ^= 1;
  return { ...cell, value };
}
