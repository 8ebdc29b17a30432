import { parseBlockColumn } from '../../../../src/core/blocks/block-column';
import { removeEvents } from '../../../../src/core/compaction/remove-events';
import { NamedEvents } from '../../../../src/core/privacy/named-events';
import { planSweep } from '../../../../src/core/privacy/plan-sweep';
import type { EventCell } from '../../../../src/core/columns/event-cell';
import { DEFAULTS } from '../../../../src/config/defaults';
import { eventsShown, packed, rulesAt, TYPE, WEEK_START_MS } from '../../../support/compaction';
import { DAY_MS, storedCells } from '../../../support/events';
import { randomLog } from '../../../support/random-log';
import { TEST_SEED } from '../../../support/test-seed';

const NOW_MS = WEEK_START_MS + 30 * DAY_MS;
const limits = DEFAULTS.compaction;

interface BufferCell extends EventCell {
  readonly qualifier: Buffer;
  readonly value: Buffer;
}
const owned = (cells: readonly EventCell[]): BufferCell[] =>
  cells.map(({ qualifier, timestampMicros, value }) => ({
    qualifier: Buffer.from(qualifier),
    timestampMicros,
    value: Buffer.from(value),
  }));
const timeOf = (event: string): number => (JSON.parse(event) as [number])[0];

/** Applies a sweep to the cells of a family. */
function swept(cells: readonly BufferCell[], upToMs: number): BufferCell[] {
  const hidden = { upToMs };
  const bounds = { upToMicros: upToMs * 1_000, events: hidden };
  const { columns, blocks } = planSweep(cells, bounds);
  const gone = new Set(columns.map((column) => column.toString('hex')));
  const rewritten = new Set(blocks.map(({ qualifier }) => qualifier.toString('hex')));
  return cells.flatMap((cell) => {
    const name = cell.qualifier.toString('hex');
    if (gone.has(name) && cell.timestampMicros <= upToMs * 1_000) return [];
    if (!rewritten.has(name)) return [cell];
    const { untouched, blocks: rest } = removeEvents([cell], TYPE, { hidden, limits });
    return owned([...untouched, ...rest]);
  });
}

describe(`planSweep (seed ${TEST_SEED})`, () => {
  const log = randomLog({ seed: TEST_SEED, endMs: NOW_MS, users: 1, events: 300, days: 30 });
  const cells = owned(packed(storedCells(log), rulesAt(NOW_MS)));

  it.each([0, 1, 7.5, 13, 20.25, 29, 30])(
    'deletes exactly the events up to a time, in cells and in blocks (day %d)',
    (day) => {
      const upToMs = WEEK_START_MS + day * DAY_MS;
      expect(cells.some(({ qualifier }) => parseBlockColumn(qualifier) !== undefined)).toBe(true);
      const after = swept(cells, upToMs);
      expect(eventsShown(after)).toEqual(eventsShown(cells).filter((event) => timeOf(event) > upToMs));
      expect(swept(after, upToMs)).toEqual(after);
    },
  );

  it('deletes nothing without a bound', () => {
    expect(planSweep(cells, { upToMicros: -1, events: undefined })).toEqual({
      columns: [],
      cells: [],
      blocks: [],
    });
  });

  it('deletes an event by name, and looks into the blocks of its time', () => {
    const single = cells.find(({ qualifier }) => parseBlockColumn(qualifier) === undefined)!;
    const named = new Set([single.qualifier.toString('latin1')]);
    const plan = planSweep(cells, { upToMicros: -1, events: { upToMs: -1, named: new NamedEvents(named) } });
    const versions = cells.filter(({ qualifier }) => qualifier.equals(single.qualifier));
    expect(plan.cells).toEqual(
      versions.map(({ qualifier, timestampMicros }) => ({ qualifier, timestampMicros })),
    );
    const blocks = cells.filter(({ qualifier }) => parseBlockColumn(qualifier) !== undefined);
    expect(plan.blocks.length).toBeLessThan(blocks.length);
  });

  it('names a column once, however many of its versions are hidden', () => {
    const qualifier = Buffer.from('a');
    const versions = [5_000, 3_000, 1_000].map((timestampMicros) => ({ qualifier, timestampMicros }));
    const plan = planSweep(versions, { upToMicros: 3_000, events: undefined });
    expect(plan.columns).toEqual([qualifier]);
  });
});
