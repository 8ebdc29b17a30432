import { decodeBlock } from '../../../../src/core/blocks/decode-block';
import { encodeBlock } from '../../../../src/core/blocks/encode-block';
import { mergeEvents } from '../../../../src/core/columns/merge-events';
import { pickEvents } from '../../../../src/core/columns/pick-events';
import { readEvents } from '../../../../src/core/columns/read-events';
import { splitByDimensions } from '../../../../src/core/columns/refine';
import { countEvents } from '../../../../src/core/counts/count-events';
import type { Dimension, EventType } from '../../../../src/core/schema/schema';
import { countsOf } from '../../../support/counts-of';
import { FIRST_DAY_MS, fieldBytes, LEVELS, MIXED, packed, rawCell } from '../../../support/mixed-events';

const PLACEMENT: Dimension = { ...MIXED.dimensions[0]!, name: 'placement', index: 7, fieldNumber: 20 };
const LATER: EventType = { ...MIXED, dimensions: [...MIXED.dimensions, PLACEMENT] };
const SHARE = { ...MIXED.actions[0]!, name: 'share', code: 9 };

const seen = (timeMs: number) =>
  rawCell({ action: 'impression', timeMs, ids: { adId: '7', insertionId: `${timeMs}` } });
const placed = (timeMs: number, placement: string) => {
  const cell = seen(timeMs);
  return { ...cell, value: Buffer.concat([cell.value, fieldBytes(PLACEMENT, placement)]) };
};
const DAY = 1;
const CELLS = [placed(FIRST_DAY_MS + 5, 'top'), placed(FIRST_DAY_MS + 9, 'side'), seen(FIRST_DAY_MS + 7)];

const unknownToSchema = expect.objectContaining({ code: 'data_unsupported' }) as unknown;
const WINDOW = { name: 'day', fromMs: FIRST_DAY_MS, toMs: FIRST_DAY_MS + 86_400_000 };
const QUERY = { actions: [...MIXED.actions], where: [], entities: [], windows: [WINDOW], groupBy: [] };

function failureOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('a dimension that the schema lacks prevents packing, so that it is not lost', () => {
  const { parts } = readEvents(CELLS, MIXED);
  const later = decodeBlock(encodeBlock(mergeEvents(readEvents(CELLS, LATER).parts, LATER), LATER), MIXED);
  const all = [parts[0]!, later, pickEvents(later, Uint32Array.of(0)), splitByDimensions(later, [5])];
  for (const columns of [...all, mergeEvents([later, later], MIXED)]) {
    expect(failureOf(() => encodeBlock(columns, MIXED))).toEqual(unknownToSchema);
  }
});

test('an action that the schema lacks prevents packing', () => {
  const withShare = { ...MIXED, actions: [...MIXED.actions, SHARE] };
  const cell = seen(FIRST_DAY_MS);
  const share = { ...cell, qualifier: Buffer.from(cell.qualifier) };
  share.qualifier[4] = SHARE.code;
  const columns = readEvents([share], MIXED).parts[0]!;
  expect(failureOf(() => encodeBlock(columns, MIXED))).toEqual(unknownToSchema);
  expect(encodeBlock(columns, withShare).length).toBeGreaterThan(0);
});

test('an earlier schema counts events that a later one has packed', () => {
  const value = encodeBlock(mergeEvents(readEvents(CELLS, LATER).parts, LATER), LATER);
  const counts = countsOf(countEvents(QUERY, [decodeBlock(value, MIXED)], 0));
  expect(counts.day!.total).toBe(3);
});

test('a later schema counts events that an earlier one has packed, without the new dimension', () => {
  const cells = [seen(FIRST_DAY_MS + 5), seen(FIRST_DAY_MS + 7)];
  const block = packed(cells, DAY);
  const { parts } = readEvents([block, placed(FIRST_DAY_MS + 11, 'top')], LATER);
  const counts = countsOf(
    countEvents({ ...QUERY, entities: [{ level: LEVELS[3]!, ids: '*' }], groupBy: [PLACEMENT] }, parts, 0),
  );
  expect(counts.day).toEqual({ total: { '': 2, top: 1 }, ad: { '7': { '': 2, top: 1 } } });
  expect(encodeBlock(decodeBlock(block.value, LATER), LATER)).toEqual(Buffer.from(block.value));
});
