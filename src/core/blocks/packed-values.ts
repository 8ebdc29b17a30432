/**
 * The packed values of a column: numbers first, as differences in two halves of 32 bits, then UUIDs of 16 bytes, then
 * other texts. The kind of a value follows from its text: an id is stored as a number if it is one in canonical form.
 */
import { PackedDictionary } from './packed-dictionary';
import { parsedUint64, parseUint64 } from '../columns/uint64';
import type { BlockReader } from './byte-reader';
import type { BlockWriter } from './byte-writer';
import { corruptBlock } from './block-errors';
import { VALUE_KIND } from './block-format';
import { packIntegers, unpackIntegers } from './packed-integers';
import { float64s } from '../columns/pooled-arrays';
import { UUID_BYTES } from '../events/dimension-bytes';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Base from which a run of numbers is computed. */
const ASCENDING = 0;
const FROM_LEAST = 1;

export function valueKindOf(id: string): number {
  if (parseUint64(id)) return VALUE_KIND.uint64;
  return UUID.test(id) ? VALUE_KIND.uuid : VALUE_KIND.text;
}

/** Compares values in canonical order: numbers by value, then UUIDs, then texts. */
export function compareValues(a: string, b: string): number {
  const kind = valueKindOf(a);
  const byKind = kind - valueKindOf(b);
  if (byKind !== 0) return byKind;
  if (kind === VALUE_KIND.uint64 && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Packs values in the given order, grouped by kind. */
export function packValues(ids: readonly string[], out: BlockWriter): void {
  const numbers = ids.filter((id) => valueKindOf(id) === VALUE_KIND.uint64);
  const uuids = ids.filter((id) => valueKindOf(id) === VALUE_KIND.uuid);
  const texts = ids.filter((id) => valueKindOf(id) === VALUE_KIND.text);
  for (const { length } of [numbers, uuids, texts]) out.varint(length);
  if (numbers.length > 0) packNumbers(numbers, out);
  for (const uuid of uuids) out.bytes(Buffer.from(uuid.replaceAll('-', ''), 'hex'));
  if (texts.length > 0) packTexts(texts, out);
}

/** Unpacks values. Throws `data_corrupted` if there are more than `valuesMax`. */
export function unpackValues(reader: BlockReader, valuesMax: number): PackedDictionary {
  const numbers = reader.varint();
  const uuids = reader.varint();
  const texts = reader.varint();
  if (numbers + uuids + texts > valuesMax) throw corruptBlock();
  const [highs, lows] = numbers === 0 ? [NO_WORDS, NO_WORDS] : unpackNumbers(reader, numbers);
  const uuidBytes = uuids === 0 ? NO_BYTES : reader.bytes(uuids * UUID_BYTES);
  return new PackedDictionary({ highs, lows, uuidBytes, texts: unpackTexts(reader, texts) });
}

const NO_WORDS = new Uint32Array(0);
const NO_BYTES = new Uint8Array(0);

function packNumbers(ids: readonly string[], out: BlockWriter): void {
  const highs = new Uint32Array(ids.length);
  const lows = new Uint32Array(ids.length);
  ids.forEach((id, i) => {
    parseUint64(id);
    highs[i] = parsedUint64.high;
    lows[i] = parsedUint64.low;
  });
  if (ascends(highs, lows)) {
    out.byte(ASCENDING);
    subtractPrevious(highs, lows);
  } else {
    out.byte(FROM_LEAST);
    subtractLeast(highs, lows, out);
  }
  packIntegers(highs, out);
  packIntegers(lows, out);
}

function unpackNumbers(reader: BlockReader, count: number): [Uint32Array, Uint32Array] {
  const order = reader.byte();
  let high = 0;
  let low = 0;
  if (order === FROM_LEAST) {
    high = reader.uint32();
    low = reader.uint32();
  }
  const highs = unpackIntegers(reader, count);
  const lows = unpackIntegers(reader, count);
  for (let i = 0; i < count; i++) {
    const sum = lows[i]! + low;
    lows[i] = sum;
    highs[i] = highs[i]! + high + (sum > 0xffff_ffff ? 1 : 0);
    if (order === ASCENDING) {
      high = highs[i]!;
      low = lows[i]!;
    }
  }
  return [highs, lows];
}

function ascends(highs: Uint32Array, lows: Uint32Array): boolean {
  for (let i = 1; i < highs.length; i++) {
    if (isLess(highs, lows, { a: i, b: i - 1 })) return false;
  }
  return true;
}

function isLess(
  highs: Uint32Array,
  lows: Uint32Array,
  { a, b }: { readonly a: number; readonly b: number },
): boolean {
  return highs[a] === highs[b] ? lows[a]! < lows[b]! : highs[a]! < highs[b]!;
}

function subtractPrevious(highs: Uint32Array, lows: Uint32Array): void {
  for (let i = highs.length - 1; i > 0; i--)
    subtract(highs, lows, { at: i, high: highs[i - 1]!, low: lows[i - 1]! });
}

function subtractLeast(highs: Uint32Array, lows: Uint32Array, out: BlockWriter): void {
  let least = 0;
  for (let i = 1; i < highs.length; i++) if (isLess(highs, lows, { a: i, b: least })) least = i;
  const [high, low] = [highs[least]!, lows[least]!];
  out.uint32(high);
  out.uint32(low);
  for (let i = 0; i < highs.length; i++) subtract(highs, lows, { at: i, high, low });
}

function subtract(
  highs: Uint32Array,
  lows: Uint32Array,
  { at, high, low }: { readonly at: number; readonly high: number; readonly low: number },
): void {
  const borrow = lows[at]! < low ? 1 : 0;
  lows[at] = lows[at]! - low;
  highs[at] = highs[at]! - high - borrow;
}

function packTexts(texts: readonly string[], out: BlockWriter): void {
  const encoded = texts.map((text) => Buffer.from(text));
  packIntegers(
    Uint32Array.from(encoded, ({ length }) => length),
    out,
  );
  for (const bytes of encoded) out.bytes(bytes);
}

function unpackTexts(
  reader: BlockReader,
  count: number,
): { readonly ends: Float64Array; readonly bytes: Uint8Array } {
  if (count === 0) return NO_TEXTS;
  const ends = float64s(count);
  let end = 0;
  unpackIntegers(reader, count).forEach((length, i) => (ends[i] = end += length));
  return { ends, bytes: reader.bytes(end) };
}

const NO_TEXTS = Object.freeze({ ends: new Float64Array(0), bytes: NO_BYTES });
