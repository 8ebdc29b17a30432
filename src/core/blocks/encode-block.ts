import { crc32 } from 'node:zlib';
import type { EventColumns } from '../columns/event-columns';
import { gather } from '../columns/gather';
import type { EventType } from '../schema/schema';
import { unknownInSchema } from './block-errors';
import { BLOCK_VERSION, EVENTS_PER_BLOCK_MAX, COLUMN_STORAGE, type ColumnStorage } from './block-format';
import { BlockWriter } from './byte-writer';
import { packIntegers } from './packed-integers';
import { valueKindOf, packValues } from './packed-values';
import { planBlock, type BlockPlan, type DimensionValues } from './plan-block';

/**
 * Packs distinct events. Equal events result in equal bytes, in whatever columns they are given. Throws
 * `data_unsupported` for events with an action or a dimension that the type does not declare: packing would lose it.
 */
export function encodeBlock(columns: EventColumns, type: EventType): Buffer {
  rejectUnknown(columns, type);
  if (columns.count > EVENTS_PER_BLOCK_MAX) throw new RangeError(`more than ${EVENTS_PER_BLOCK_MAX} events`);
  const plan = planBlock(columns, type);
  const shared = plan.shared.map((field, i) => sharedColumn(field, plan.shared.slice(0, i), plan));
  const byEvent = plan.byEvent.map((field) => columnByEvent(field, plan.order));
  const head = headOf(columns, plan, { shared, byEvent });
  const out = new BlockWriter();
  out.byte(BLOCK_VERSION);
  out.varint(head.length);
  out.bytes(head);
  out.uint32(crc32(out.written()));
  for (const { bytes } of byEvent) out.bytes(bytes);
  return Buffer.from(out.written());
}

interface PackedColumn {
  readonly fieldNumber: number;
  readonly storage: ColumnStorage;
  readonly bytes: Buffer;
}

interface PackedColumns {
  readonly shared: readonly PackedColumn[];
  readonly byEvent: readonly PackedColumn[];
}

function rejectUnknown({ unknownFields = [], actionCodes }: EventColumns, { actions }: EventType): void {
  if (unknownFields.length > 0) throw unknownInSchema(`field ${unknownFields.join(', ')}`);
  const known = new Set(actions.map(({ code }) => code));
  for (const code of actionCodes) if (!known.has(code)) throw unknownInSchema(`an action of code ${code}`);
}

function headOf(columns: EventColumns, plan: BlockPlan, { shared, byEvent }: PackedColumns): Buffer {
  const out = new BlockWriter();
  out.varint(columns.count);
  out.varint(plan.examples.length);
  out.varint(shared.length + byEvent.length);
  for (const { fieldNumber, storage, bytes } of [...shared, ...byEvent]) {
    out.varint(fieldNumber);
    out.byte(storage);
    out.varint(bytes.length);
  }
  for (const { bytes } of shared) out.bytes(bytes);
  packTimes(columns.timesMs, out);
  packIntegers(plan.combinations, out);
  packIntegers(
    plan.examples.map((event) => columns.actionCodes[columns.combinations[event]!]!),
    out,
  );
  return out.written();
}

function packTimes(timesMs: Float64Array, out: BlockWriter): void {
  if (timesMs.length === 0) return;
  const lows = new Uint32Array(timesMs.length - 1);
  const highs = new Uint32Array(timesMs.length - 1);
  for (let i = 1; i < timesMs.length; i++) {
    const gapMs = timesMs[i]! - timesMs[i - 1]!;
    lows[i - 1] = gapMs % 2 ** 32;
    highs[i - 1] = Math.floor(gapMs / 2 ** 32);
  }
  out.varint(timesMs[0]!);
  packIntegers(lows, out);
  const hasHighs = highs.some((high) => high > 0);
  out.byte(Number(hasHighs));
  if (hasHighs) packIntegers(highs, out);
}

function sharedColumn(
  field: DimensionValues,
  earlier: readonly DimensionValues[],
  { examples }: BlockPlan,
): PackedColumn {
  const { fieldNumber } = field.dimension;
  const places = gather(field.places, examples);
  // Among the earlier columns that determine this one, the one with the fewest values is chosen.
  for (let i = earlier.length - 1; i >= 0; i--) {
    const { ids, places: from } = earlier[i]!;
    if (ids.length >= examples.length) continue;
    const byPlace = functionOf(gather(from, examples), places, ids.length + 1);
    if (byPlace !== undefined) {
      return { fieldNumber, storage: COLUMN_STORAGE.derived, bytes: packed(field.ids, byPlace, { from: i }) };
    }
  }
  return { fieldNumber, storage: COLUMN_STORAGE.shared, bytes: packed(field.ids, places) };
}

/** Returns the value of `to` for each value of `from`, or undefined if it is not a function of `from`. */
function functionOf(from: Uint32Array, to: Uint32Array, size: number): Uint32Array | undefined {
  const result = new Uint32Array(size);
  const seen = new Uint8Array(size);
  for (let i = 0; i < from.length; i++) {
    const at = from[i]!;
    if (seen[at] === 1 && result[at] !== to[i]) return undefined;
    seen[at] = 1;
    result[at] = to[i]!;
  }
  return result;
}

function packed(ids: readonly string[], places: Uint32Array, derived?: { readonly from: number }): Buffer {
  const out = new BlockWriter();
  if (derived !== undefined) out.varint(derived.from);
  packValues(ids, out);
  packIntegers(places, out);
  return out.written();
}

/** Packs a column with or without a dictionary, whichever is shorter. */
function columnByEvent({ dimension, ids, places }: DimensionValues, order: Uint32Array): PackedColumn {
  const ordered = gather(places, order);
  const dictionary = checked(packed(ids, ordered));
  const plain = checked(plainColumn(ids, ordered));
  const isPlain = plain.length <= dictionary.length;
  return {
    fieldNumber: dimension.fieldNumber,
    storage: isPlain ? COLUMN_STORAGE.plain : COLUMN_STORAGE.byEvent,
    bytes: isPlain ? plain : dictionary,
  };
}

function plainColumn(ids: readonly string[], places: Uint32Array): Buffer {
  const out = new BlockWriter();
  const kinds = Uint32Array.from([0, ...ids.map(valueKindOf)]);
  packIntegers(gather(kinds, places), out);
  packValues(
    Array.from(
      places.filter((place) => place > 0),
      (place) => ids[place - 1]!,
    ),
    out,
  );
  return out.written();
}

function checked(bytes: Buffer): Buffer {
  const checksum = Buffer.allocUnsafe(4);
  checksum.writeUInt32LE(crc32(bytes));
  return Buffer.concat([bytes, checksum]);
}
