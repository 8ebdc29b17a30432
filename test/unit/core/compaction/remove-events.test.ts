import { parseBlockColumn } from '../../../../src/core/blocks/block-column';
import type { EventCell } from '../../../../src/core/columns/event-cell';
import { packRowCells } from '../../../../src/core/compaction/pack-row-cells';
import { mayHaveHidden, removeEvents } from '../../../../src/core/compaction/remove-events';
import { eventQualifier } from '../../../../src/core/events/dedup-key';
import { NamedEvents } from '../../../../src/core/privacy/named-events';
import type { HiddenEvents } from '../../../../src/core/privacy/visible-events';
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
import { ACTIONS, click, DAY_MS, storedCells } from '../../../support/events';
import { randomLog } from '../../../support/random-log';
import { TEST_SEED } from '../../../support/test-seed';

const NOW_MS = WEEK_START_MS + 30 * DAY_MS;
const limits = DEFAULTS.compaction;
const isBlock = ({ qualifier }: EventCell): boolean => parseBlockColumn(qualifier) !== undefined;
const qualifierOf = (event: ReturnType<typeof click>): string =>
  eventQualifier(event, ACTIONS.get(event.action)!).toString('latin1');

/** The row after the mutation: deletions first. */
function changed(
  row: readonly EventCell[],
  { removed, blocks }: { readonly removed: readonly EventCell[]; readonly blocks: readonly EventCell[] },
): EventCell[] {
  const cells = new Map(row.map((cell) => [nameOf(cell), cell]));
  for (const cell of removed) cells.delete(nameOf(cell));
  for (const block of blocks) cells.set(nameOf(block), block);
  return inOrder([...cells.values()]);
}

/** Events that a read of the row shows. */
function shown(row: readonly EventCell[], hidden: HiddenEvents): string[] {
  const { upToMs, named } = hidden;
  const cells = row.filter(
    ({ qualifier, timestampMicros }) => timestampMicros / 1_000 > upToMs && !(named?.has(qualifier) ?? false),
  );
  return eventsShown(cells, TYPE, hidden);
}

/** A row of which some weeks and days are packed, and some events have arrived since. */
function randomRow(seed: number): EventCell[] {
  const log = storedCells(randomLog({ seed, endMs: NOW_MS, users: 1, events: 300, days: 30 }));
  const early = log.filter((_, index) => index % 3 > 0);
  return inOrder([...packed(early, rulesAt(NOW_MS)), ...log.filter((_, index) => index % 3 === 0)]);
}

/** Hidden events: up to a time, by qualifiers, or both. */
function randomHidden(seed: number, row: readonly EventCell[]): HiddenEvents {
  const random = seededRandom(seed);
  const upToMs = random() < 0.2 ? -1 : Math.floor(NOW_MS - random() * 35 * DAY_MS);
  const all = eventsShown(row).map((each) => (JSON.parse(each) as [number, string])[1]);
  const named = all.filter(() => random() < 0.05).map((hex) => Buffer.from(hex, 'hex').toString('latin1'));
  return { upToMs, named: random() < 0.3 ? undefined : new NamedEvents(new Set(named)) };
}

describe(`removeEvents (seed ${TEST_SEED})`, () => {
  const seeds = Array.from({ length: 3 }, (_, index) => TEST_SEED + index);

  it.each(seeds)('removes every hidden event from cells and blocks, and no other (%i)', (seed) => {
    const row = randomRow(seed);
    const hidden = randomHidden(seed, row);
    const removal = removeEvents(row, TYPE, { hidden, limits });
    const left = changed(row, removal);
    expect(removal.skipped).toEqual([]);
    expect(eventsShown(left)).toEqual(shown(row, hidden));
    expect(removeEvents(left, TYPE, { hidden, limits })).toMatchObject({
      removed: [],
      blocks: [],
      events: 0,
    });
  });

  it.each(seeds)('changes only cells whose names show that they may have hidden events (%i)', (seed) => {
    const row = randomRow(seed);
    const hidden = randomHidden(seed, row);
    const { removed, untouched } = removeEvents(row, TYPE, { hidden, limits });
    expect(removed.every((cell) => mayHaveHidden(cell, hidden))).toBe(true);
    expect(untouched.filter((cell) => mayHaveHidden(cell, hidden)).every(isBlock)).toBe(true);
  });

  it.each(seeds)('packs what is left, of which nothing is hidden (%i)', (seed) => {
    const row = randomRow(seed);
    const hidden = randomHidden(seed, row);
    const options = { hidden, limits, rules: rulesAt(NOW_MS) };
    const left = changed(row, packRowCells(row, TYPE, options));
    expect(eventsShown(left)).toEqual(shown(row, hidden));
    expect(packRowCells(left, TYPE, options)).toMatchObject({ removed: [], blocks: [], hiddenEvents: 0 });
  });

  it('deletes a block that is hidden as a whole without reading it', () => {
    const [block] = packed(storedCells([click(WEEK_START_MS)]), rulesAt(NOW_MS));
    const unreadable = { ...block!, value: Buffer.from('x') };
    const removal = removeEvents([unreadable], TYPE, { hidden: { upToMs: WEEK_START_MS }, limits });
    expect(removal).toMatchObject({ removed: [unreadable], blocks: [], skipped: [] });
  });

  it('leaves a block that it cannot read, and reports it', () => {
    const events = [click(WEEK_START_MS), click(WEEK_START_MS + 5_000, { adId: 'b' })];
    const [block] = packed(storedCells(events), rulesAt(NOW_MS));
    const unreadable = { ...block!, value: Buffer.from('x') };
    const removal = removeEvents([unreadable], TYPE, { hidden: { upToMs: WEEK_START_MS }, limits });
    expect(removal).toMatchObject({ removed: [], blocks: [], skipped: [{ cell: unreadable }] });
  });

  it('leaves no text of a removed event in the block with the others', () => {
    const hiddenEvent = click(WEEK_START_MS, { adId: 'secret-ad' });
    const others = [click(WEEK_START_MS + 5_000, { adId: 'a' }), click(WEEK_START_MS + 9_000, { adId: 'b' })];
    const row = packed(storedCells([hiddenEvent, ...others]), rulesAt(NOW_MS));
    expect(Buffer.from(row[0]!.value).includes('secret-ad')).toBe(true);
    for (const hidden of [
      { upToMs: WEEK_START_MS },
      { upToMs: -1, named: new NamedEvents(new Set([qualifierOf(hiddenEvent)])) },
    ]) {
      const { blocks } = removeEvents(row, TYPE, { hidden, limits });
      expect(blocks).toHaveLength(1);
      expect(Buffer.from(blocks[0]!.value).includes('secret-ad')).toBe(false);
      expect(eventsShown(blocks)).toEqual(eventsShown(storedCells(others)));
    }
  });

  it('keeps an event that would be a duplicate of a hidden one', () => {
    const [first, again] = [click(WEEK_START_MS), click(WEEK_START_MS + 5_000)];
    const row = storedCells([first, again]);
    const hidden = { upToMs: WEEK_START_MS };
    const { blocks } = packRowCells(row, TYPE, { hidden, limits, rules: rulesAt(NOW_MS) });
    expect(eventsShown(blocks)).toEqual(eventsShown(storedCells([again])));
  });

  it('keeps a recent duplicate beside the block, until no tombstone between both can be on its way', () => {
    const [first, again, other] = [
      click(WEEK_START_MS),
      click(WEEK_START_MS + 5_000),
      click(WEEK_START_MS + 20_000),
    ];
    const row = storedCells([first, again, other]);
    const rules = { ...rulesAt(NOW_MS), duplicatesKeptFromMs: WEEK_START_MS + 5_000 };
    const left = changed(row, packRowCells(row, TYPE, { hidden: undefined, limits, rules }));
    // The tombstone arrives when the compactor has packed.
    expect(shown(left, { upToMs: WEEK_START_MS })).toEqual(eventsShown(storedCells([again, other])));
    const later = { ...rules, duplicatesKeptFromMs: WEEK_START_MS + 20_001 };
    expect(changed(left, packRowCells(left, TYPE, { hidden: undefined, limits, rules: later }))).toHaveLength(
      1,
    );
  });

  it('packs recent events that have no duplicates', () => {
    const row = storedCells([click(WEEK_START_MS), click(WEEK_START_MS + 20_000)]);
    const rules = { ...rulesAt(NOW_MS), duplicatesKeptFromMs: 0 };
    const { blocks } = packRowCells(row, TYPE, { hidden: undefined, limits, rules });
    expect(blocks).toHaveLength(1);
  });
});
