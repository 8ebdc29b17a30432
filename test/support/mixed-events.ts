/** Event type with ids of every wire type, its stored cells, and blocks of them, for random tests. */
import fc from 'fast-check';
import {
  blockQualifier,
  periodOf,
  SECONDS_PER_DAY,
  type BlockDays,
} from '../../src/core/blocks/block-column';
import { encodeBlock } from '../../src/core/blocks/encode-block';
import { mergeEvents } from '../../src/core/columns/merge-events';
import { readEvents } from '../../src/core/columns/read-events';
import type { EventCell } from '../../src/core/columns/event-cell';
import { eventQualifier } from '../../src/core/events/dedup-key';
import { encodeDimension } from '../../src/core/events/dimension-bytes';
import type {
  ActionDeclaration,
  Dimension,
  EventLevel,
  EventType,
  IdType,
} from '../../src/core/schema/schema';
import type { PlainEvent, PlainPolicy } from './plain-counts';

const FIELDS: readonly (readonly [name: string, wire: Dimension['wire'], idType: IdType])[] = [
  ['viewType', 'string', 'string'],
  ['adId', 'string', 'string'],
  ['adGroupId', 'uint64', 'uint64'],
  ['campaignId', 'bytes', 'uuid'],
  ['advertiserId', 'fixed64', 'uint64'],
  ['insertionId', 'string', 'string'],
  ['sessionId', 'string', 'uuid'],
];

export const POLICIES: Readonly<Record<string, PlainPolicy>> = {
  impression: { windowSeconds: 86_400, dimensions: ['insertionId'] },
  click: { windowSeconds: 10, dimensions: ['adId'] },
  view: { windowSeconds: 40, dimensions: ['campaignId', 'advertiserId'] },
  save: { windowSeconds: 0, dimensions: ['adGroupId'] },
};

const DIMENSIONS = FIELDS.map(([name, wire, idType], index): Dimension => {
  return { name, index, fieldNumber: 4 + index, wire, idType, required: false };
});
export const dimensionOf = (name: string): Dimension => DIMENSIONS.find((one) => one.name === name)!;
export const LEVELS: readonly EventLevel[] = ['advertiser', 'campaign', 'adGroup', 'ad'].map((name) => {
  return { name, dimension: dimensionOf(`${name}Id`) };
});
const ACTIONS = Object.entries(POLICIES).map(([name, policy], i): ActionDeclaration => {
  const { windowSeconds, dimensions } = policy;
  return { name, code: i + 1, dedup: { windowSeconds, dimensions: dimensions.map(dimensionOf) } };
});

export const MIXED: EventType = {
  message: 'test.Mixed',
  dimensions: DIMENSIONS,
  levels: LEVELS,
  actions: ACTIONS,
  user: { name: 'userId', fieldNumber: 1, idType: 'string', wire: 'string' },
  action: { name: 'action', fieldNumber: 2 },
  time: { name: 'eventTime', fieldNumber: 3 },
  isDefault: false,
  sketches: [],
};

/** A Thursday, on which weeks of the epoch begin. */
export const FIRST_DAY_MS = 20_762 * 86_400_000;
export const DAYS = 16;

const UUIDS = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const TEXTS = [
  '0',
  '1',
  '7',
  '007',
  '00',
  '42',
  '4294967295',
  '4294967296',
  '9007199254740993',
  '1e3',
  '-1',
  ' 1',
  '18446744073709551615',
  '18446744073709551616',
  '99999999999999999999',
  '123456789012345678901',
  '__proto__',
  'constructor',
  ' ',
  'é',
  '広告',
  '\u{1f600}',
  'a',
  'A',
  'a'.repeat(300),
  '123e4567-e89b-12d3-a456-426614174000',
  '123E4567-E89B-12D3-A456-426614174000',
  '123e4567-e89b-12d3-a456-42661417400',
  '123e4567e89b12d3a456426614174000',
  ...UUIDS,
];

const ids: Readonly<Record<IdType, fc.Arbitrary<string>>> = {
  string: fc.oneof(fc.constantFrom(...TEXTS), fc.string({ minLength: 1, maxLength: 4 })),
  uint64: fc.oneof(
    fc.constantFrom('1', '2', '3', '4294967296', '9007199254740993', '18446744073709551615'),
    fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map(String),
  ),
  uuid: fc.oneof(fc.constantFrom(...UUIDS), fc.uuid()),
};
export const idOf = ({ idType }: Dimension): fc.Arbitrary<string> => ids[idType];

const timeMs = fc
  .tuple(
    fc.integer({ min: 0, max: DAYS - 1 }),
    fc.oneof(
      fc.constantFrom(0, 1, 9_999, 10_000, 39_999, 40_000, 86_399_999),
      fc.integer({ min: 0, max: 60_000 }),
      fc.integer({ min: 0, max: 86_399_999 }),
    ),
  )
  .map(([day, ms]) => FIRST_DAY_MS + day * 86_400_000 + ms);

const event = fc
  .record({
    action: fc.constantFrom(...Object.keys(POLICIES)),
    timeMs,
    ids: fc.record(
      Object.fromEntries(
        DIMENSIONS.map((dimension) => [dimension.name, fc.option(idOf(dimension), { nil: undefined })]),
      ),
    ),
  })
  .map(withTie);

/** Generates events, and duplicates of some of them a little earlier or later, or with other details. */
export const events: fc.Arbitrary<readonly PlainEvent[]> = fc
  .array(
    fc.tuple(
      event,
      fc.array(
        fc.record({
          afterMs: fc.constantFrom(0, 0, 1, -1, 500, -3_000, 30_000, 3_600_000),
          viewType: fc.constantFrom('0', 'a', undefined),
          changed: fc.boolean(),
        }),
        { maxLength: 3 },
      ),
    ),
    { maxLength: 40, size: 'max' },
  )
  .map((entries) =>
    entries.flatMap(([first, others]) => [
      first,
      ...others.map(({ afterMs, viewType, changed }) =>
        withTie({
          ...first,
          timeMs: Math.max(FIRST_DAY_MS, first.timeMs + afterMs),
          ids: changed ? { ...first.ids, viewType } : first.ids,
        }),
      ),
    ]),
  );

function withTie(one: Omit<PlainEvent, 'tie'>): PlainEvent {
  return { ...one, tie: qualifierOf(one).toString('hex', 17) };
}

function qualifierOf({ action, timeMs: eventTimeMs, ids: named }: Omit<PlainEvent, 'tie'>): Buffer {
  const declared = ACTIONS.find(({ name }) => name === action)!;
  return eventQualifier({ eventTimeMs, dimensions: DIMENSIONS.map(({ name }) => named[name]) }, declared);
}

/** Returns the cell of a single event. */
export function rawCell(one: Omit<PlainEvent, 'tie'>): EventCell {
  const fields = DIMENSIONS.flatMap((dimension) => {
    const id = one.ids[dimension.name];
    return id === undefined ? [] : [fieldBytes(dimension, id)];
  });
  return { qualifier: qualifierOf(one), timestampMicros: one.timeMs * 1_000, value: Buffer.concat(fields) };
}

/** Returns a protobuf field: its tag, the length for text and bytes, and the value. */
export function fieldBytes({ wire, fieldNumber }: Dimension, id: string): Buffer {
  const bytes = encodeDimension({ wire }, id);
  const wireType = { string: 2, bytes: 2, uint64: 0, fixed64: 1 }[wire];
  const length = wireType === 2 ? varint(bytes.length) : [];
  return Buffer.concat([Buffer.from([...varint((fieldNumber << 3) | wireType), ...length]), bytes]);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

/** Returns the seconds with which a cell's column begins. */
const startSecondsOf = ({ qualifier }: EventCell): number => Buffer.from(qualifier).readUInt32BE(0);

/** Packs cells of one period: a block of their events. */
export function packed(cells: readonly EventCell[], days: BlockDays, type = MIXED): EventCell {
  const columns = mergeEvents(readEvents(cells, type).parts, type);
  const value = encodeBlock(columns, type);
  const qualifier = blockQualifier(periodOf(startSecondsOf(cells[0]!), days), value);
  return { qualifier, timestampMicros: columns.timesMs.at(-1)! * 1_000, value };
}

/** Packs a block for each period of the cells. */
export function packedPeriods(
  cells: readonly EventCell[],
  days: BlockDays,
  type = MIXED,
): readonly EventCell[] {
  const periods = new Map<number, EventCell[]>();
  for (const cell of cells) {
    const period = periodNumber(cell, days);
    periods.set(period, [...(periods.get(period) ?? []), cell]);
  }
  return [...periods.values()].map((own) => packed(own, days, type));
}

export function periodNumber(cell: EventCell, days: BlockDays): number {
  return Math.floor(startSecondsOf(cell) / (days * SECONDS_PER_DAY));
}
