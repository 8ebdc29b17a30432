import { ACTION_OFFSET } from '../events/dedup-key';
import { decodeDimension } from '../events/dimension-bytes';
import { EventSpans } from '../events/stored-event';
import type { Dimension, EventType } from '../schema';
import { ByteInterner } from './byte-interner';
import type { Dictionary, DimensionColumn, EventColumns } from './columns';
import type { IdSet } from './id-set';
import type { EventCell } from './read-events';
import { parsed, parseUint64Bytes } from './uint64';
import { unknownFieldsOf } from './unknown-fields';

const MICROS_PER_MS = 1_000;

/**
 * Single events as columns. Each is a combination of its own: finding equal ones would cost more than counting them singly.
 * Ids stay bytes of the cells, numbered by what they are, until somebody wants to see them; columns that nobody asks for
 * are never made.
 */
export class RawColumns implements EventColumns {
  readonly count: number;
  readonly timesMs: Float64Array;
  readonly combinations: Uint32Array;
  readonly actionCodes: Uint8Array;
  readonly cells: readonly EventCell[];
  readonly #type: EventType;
  /** Where ids lie in their cells' values: of one event's dimensions side by side; a start of 0 is an absent one. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #columns: (DimensionColumn | undefined)[] = [];

  /** The cells ascend by time. Throws `internal` when a value is no event. */
  constructor(cells: readonly EventCell[], type: EventType) {
    const count = cells.length;
    this.count = count;
    this.cells = cells;
    this.#type = type;
    this.timesMs = new Float64Array(count);
    this.combinations = new Uint32Array(count);
    this.actionCodes = new Uint8Array(count);
    this.#starts = new Int32Array(count * type.dimensions.length);
    this.#ends = new Int32Array(count * type.dimensions.length);
    this.#scan(spansOf(type));
  }

  get combinationCount(): number {
    return this.count;
  }

  get unknownFields(): readonly number[] {
    return unknownFieldsOf(this.cells, this.#type);
  }

  dimension(index: number): DimensionColumn {
    return (this.#columns[index] ??= this.#intern(this.#type.dimensions[index]!));
  }

  #scan(spans: EventSpans): void {
    const width = this.#type.dimensions.length;
    for (let i = 0; i < this.count; i++) {
      const { qualifier, timestampMicros, value } = this.cells[i]!;
      this.timesMs[i] = timestampMicros / MICROS_PER_MS;
      this.combinations[i] = i;
      this.actionCodes[i] = qualifier[ACTION_OFFSET]!;
      spans.scan(value);
      for (let at = i * width, d = 0; d < width; d++, at++) {
        this.#starts[at] = spans.starts[d]!;
        this.#ends[at] = spans.ends[d]!;
      }
    }
  }

  #intern(dimension: Dimension): DimensionColumn {
    const width = this.#type.dimensions.length;
    const interner = new ByteInterner();
    const places = new Uint32Array(this.count);
    for (let i = 0, at = dimension.index; i < this.count; i++, at += width) {
      const start = this.#starts[at]!;
      if (start > 0) places[i] = 1 + interner.intern(this.cells[i]!.value, start, this.#ends[at]!);
    }
    return { by: 'combination', places, dictionary: new BytesDictionary(interner, dimension) };
  }
}

/** Ids by the bytes that the wire has of them. */
class BytesDictionary implements Dictionary {
  readonly #bytes: ByteInterner;
  readonly #dimension: Dimension;

  constructor(bytes: ByteInterner, dimension: Dimension) {
    this.#bytes = bytes;
    this.#dimension = dimension;
  }

  get size(): number {
    return this.#bytes.size;
  }

  text(place: number): string {
    const { bytes, start, end } = this.#bytes.span(place);
    return decodeDimension(this.#dimension, bytes, start, end);
  }

  numbersIn(ids: IdSet): Int32Array {
    const numbers = new Int32Array(this.size);
    for (let place = 0; place < numbers.length; place++) numbers[place] = this.#numberIn(ids, place);
    return numbers;
  }

  /** Most ids are numbers, of which no text need be made. */
  #numberIn(ids: IdSet, place: number): number {
    const { bytes, start, end } = this.#bytes.span(place);
    const isNumber = this.#dimension.wire === 'string' && parseUint64Bytes(bytes, start, end);
    return isNumber ? ids.numberOfUint64(parsed.high, parsed.low) : ids.numberOf(this.text(place));
  }

  addTo(ids: IdSet): Int32Array {
    const numbers = new Int32Array(this.size);
    for (let place = 0; place < numbers.length; place++) numbers[place] = ids.add(this.text(place));
    return numbers;
  }
}

/** Start of the dedup window of a single event's column, seconds since the Unix epoch. */
export function windowStartOf(qualifier: Uint8Array): number {
  return ((qualifier[0]! << 24) | (qualifier[1]! << 16) | (qualifier[2]! << 8) | qualifier[3]!) >>> 0;
}

const scanners = new WeakMap<EventType, EventSpans>();

/** One scratch for each type: no two scans can interleave. */
function spansOf(type: EventType): EventSpans {
  let spans = scanners.get(type);
  if (spans === undefined) scanners.set(type, (spans = new EventSpans(type)));
  return spans;
}
