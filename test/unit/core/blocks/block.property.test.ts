import fc from 'fast-check';
import { decodeBlock } from '../../../../src/core/blocks/decode-block';
import { encodeBlock } from '../../../../src/core/blocks/encode-block';
import { EventTexts } from '../../../../src/core/columns/event-texts';
import type { EventColumns } from '../../../../src/core/columns/event-columns';
import { mergeEvents } from '../../../../src/core/columns/merge-events';
import { pickEvents } from '../../../../src/core/columns/pick-events';
import { readEvents } from '../../../../src/core/columns/read-events';
import { splitByDimensions } from '../../../../src/core/columns/refine';
import { events, MIXED, POLICIES, rawCell } from '../../../support/mixed-events';
import { withoutDuplicates, type PlainEvent } from '../../../support/plain-counts';

const ACTION_NAMES = new Map(MIXED.actions.map(({ code, name }) => [code, name]));

function eventsIn(columns: EventColumns): unknown[] {
  const texts = new EventTexts(columns, MIXED);
  return Array.from({ length: columns.count }, (_, i) => [
    columns.timesMs[i],
    ACTION_NAMES.get(columns.actionCodes[columns.combinations[i]!]!),
    ...texts.of(i),
  ]);
}

const plainRow = ({ timeMs, action, ids }: PlainEvent): unknown[] => [
  timeMs,
  action,
  ...MIXED.dimensions.map(({ name }) => ids[name]),
];

const sorted = (rows: unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

function columnsOf(deliveries: readonly PlainEvent[]): EventColumns {
  return mergeEvents(readEvents(deliveries.map(rawCell), MIXED).parts, MIXED);
}

test('a block decodes to the events it was made of, by time', () => {
  fc.assert(
    fc.property(events, (deliveries) => {
      const block = decodeBlock(encodeBlock(columnsOf(deliveries), MIXED), MIXED);
      expect(sorted(eventsIn(block))).toEqual(sorted(withoutDuplicates(deliveries, POLICIES).map(plainRow)));
      expect([...block.timesMs]).toEqual([...block.timesMs].sort((a, b) => a - b));
    }),
    { numRuns: 50 },
  );
});

test('equal events are encoded to equal bytes, in whatever columns they are given', () => {
  fc.assert(
    fc.property(
      events,
      fc.func(fc.nat({ max: 2 })),
      fc.subarray([0, 1, 2, 3, 4, 5, 6]),
      (deliveries, part, dimensions) => {
        const whole = columnsOf(deliveries);
        const bytes = encodeBlock(whole, MIXED);
        const places = (number: number): Uint32Array =>
          Uint32Array.from([...Array(whole.count).keys()].filter((place) => part(place) === number));
        const [a, b, c] = [0, 1, 2].map((number) => pickEvents(whole, places(number)));
        const packedPart = decodeBlock(encodeBlock(b!, MIXED), MIXED);
        const merged = mergeEvents([packedPart, splitByDimensions(c!, dimensions), a!], MIXED);
        expect(encodeBlock(merged, MIXED)).toEqual(bytes);
        expect(encodeBlock(splitByDimensions(decodeBlock(bytes, MIXED), dimensions), MIXED)).toEqual(bytes);
      },
    ),
    { numRuns: 35 },
  );
});
