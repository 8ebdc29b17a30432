import { UUID_BYTES } from '../events/dimension-bytes';
import { viewOf } from '../shared/data-view';
import type { Dictionary } from '../columns/event-columns';
import type { IdSet } from '../columns/id-set';
import { uint64Text } from '../columns/uint64';
import { int32s } from '../columns/pooled-arrays';

export interface PackedValues {
  /** Upper halves of the numbers. */
  readonly highs: Uint32Array;
  readonly lows: Uint32Array;
  /** UUIDs, 16 bytes each. */
  readonly uuidBytes: Uint8Array;
  /** Texts in UTF-8, concatenated, and the end of each. */
  readonly texts: { readonly ends: Float64Array; readonly bytes: Uint8Array };
}

/** Dictionary of values as a block stores them. Texts are created on demand. */
export class PackedDictionary implements Dictionary {
  readonly size: number;
  readonly #numbers: number;
  readonly #uuids: number;
  readonly #values: PackedValues;

  constructor(values: PackedValues) {
    this.#values = values;
    this.#numbers = values.lows.length;
    this.#uuids = values.uuidBytes.length / UUID_BYTES;
    this.size = this.#numbers + this.#uuids + values.texts.ends.length;
  }

  /** Number of values of each kind, in the order in which they are stored. */
  get kindCounts(): readonly [numbers: number, uuids: number, texts: number] {
    return [this.#numbers, this.#uuids, this.size - this.#numbers - this.#uuids];
  }

  text(place: number): string {
    const { highs, lows, uuidBytes, texts } = this.#values;
    if (place < this.#numbers) return uint64Text(highs[place]!, lows[place]!);
    const uuid = place - this.#numbers;
    if (uuid < this.#uuids) return uuidText(uuidBytes, uuid * UUID_BYTES);
    const text = uuid - this.#uuids;
    return utf8(texts.bytes, text === 0 ? 0 : texts.ends[text - 1]!, texts.ends[text]!);
  }

  lookUpIn(ids: IdSet): Int32Array {
    const found = ids.numbersOfUint64s(this.#values.highs, this.#values.lows);
    if (found.length === this.size) return found;
    const numbers = int32s(this.size);
    numbers.set(found);
    this.#lookUpUuids(ids, numbers);
    this.#lookUpTexts(ids, numbers);
    return numbers;
  }

  /** Only UUIDs that begin like one of the set become texts. */
  #lookUpUuids(ids: IdSet, numbers: Int32Array): void {
    if (this.#uuids === 0) return;
    const view = viewOf(this.#values.uuidBytes);
    const starts = ids.uuidStarts();
    for (let i = 0, place = this.#numbers; i < this.#uuids; i++, place++) {
      const start = starts.find(view.getUint32(i * UUID_BYTES), view.getUint32(i * UUID_BYTES + 4));
      numbers[place] = start < 0 ? start : ids.numberOf(this.text(place));
    }
  }

  #lookUpTexts(ids: IdSet, numbers: Int32Array): void {
    const { ends, bytes } = this.#values.texts;
    if (ends.length === 0) return;
    const view = viewOf(bytes);
    const known = ids.byBytes();
    for (let i = 0, start = 0, place = this.#numbers + this.#uuids; i < ends.length; i++, place++) {
      numbers[place] = known.find(view, start, ends[i]!);
      start = ends[i]!;
    }
  }

  addTo(ids: IdSet): Int32Array {
    const { highs, lows } = this.#values;
    const numbers = int32s(this.size);
    const count = this.#numbers;
    for (let i = 0; i < count; i++) numbers[i] = ids.addUint64(highs[i]!, lows[i]!);
    for (let i = count; i < this.size; i++) numbers[i] = ids.add(this.text(i));
    return numbers;
  }
}

function uuidText(bytes: Uint8Array, at: number): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset + at, UUID_BYTES).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function utf8(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}
