import { ACTION_OFFSET } from '../events/dedup-key';
import { decodeDimension } from '../events/dimension-bytes';
import { EventSpans } from '../events/stored-event';
import type { Dimension, EventType } from '../schema/schema';
import { ByteInterner } from './byte-interner';
import type { Dictionary, DimensionColumn, EventColumns } from './event-columns';
import type { IdSet } from './id-set';
import type { EventCell } from './event-cell';
import { float64s, int32s, uint32s, uint8s } from './pooled-arrays';
import { parsedUint64, parseUint64Bytes } from './uint64';
import { unknownFieldsOf } from './unknown-fields';

const MICROS_PER_MS = 1_000;

/**
 * Single events as columns. Each is a combination of its own, because finding equal ones would cost more than counting
 * them individually. Ids stay bytes in the cells until a caller needs their texts. Unused columns are never created.
 */
export class RawColumns implements EventColumns {
  readonly count: number;
  readonly timesMs: Float64Array;
  readonly combinations: Uint32Array;
  readonly actionCodes: Uint8Array;
  readonly cells: readonly EventCell[];
  readonly #type: EventType;
  readonly #spans: EventSpans;
  readonly #columns: (DimensionColumn | undefined)[] = [];

  /** Creates columns of cells in ascending time order. Throws `internal` if a value is not an event. */
  constructor(cells: readonly EventCell[], type: EventType) {
    const count = cells.length;
    const timesMs = float64s(count);
    const combinations = uint32s(count);
    const actionCodes = uint8s(count);
    const spans = new EventSpans(type, count);
    for (let i = 0; i < count; i++) {
      const { qualifier, timestampMicros, value } = cells[i]!;
      timesMs[i] = timestampMicros / MICROS_PER_MS;
      combinations[i] = i;
      actionCodes[i] = qualifier[ACTION_OFFSET]!;
      spans.scan(value, i);
    }
    this.count = count;
    this.timesMs = timesMs;
    this.combinations = combinations;
    this.actionCodes = actionCodes;
    this.cells = cells;
    this.#type = type;
    this.#spans = spans;
  }

  get combinationCount(): number {
    return this.count;
  }

  get unknownFields(): readonly number[] {
    return unknownFieldsOf(this.cells, this.#type);
  }

  dimension(index: number): DimensionColumn {
    return (this.#columns[index] ??= this.#column(this.#type.dimensions[index]!));
  }

  #column(dimension: Dimension): DimensionColumn {
    const dictionary = new CellDictionary(this.cells, this.#spans, dimension);
    return { by: 'combination', places: dictionary.places, dictionary };
  }
}

/** Dictionary of the ids of one dimension, each in its cell: the index of an event's id is the number of the event. */
class CellDictionary implements Dictionary {
  readonly size: number;
  /** See `DimensionColumn.places`. */
  readonly places: Uint32Array;
  readonly #cells: readonly EventCell[];
  readonly #spans: EventSpans;
  readonly #dimension: Dimension;
  /** Halves of ids that are numbers, by index. No text is needed for these, which are most. */
  readonly #highs: Uint32Array;
  readonly #lows: Uint32Array;
  /** Indexes of the ids that are not numbers. */
  readonly #others: number[] = [];

  constructor(cells: readonly EventCell[], spans: EventSpans, dimension: Dimension) {
    const { starts, ends, width } = spans;
    const size = cells.length;
    const places = uint32s(size);
    const highs = uint32s(size);
    const lows = uint32s(size);
    const isText = dimension.wire === 'string';
    for (let place = 0, at = dimension.index; place < size; place++, at += width) {
      const start = starts[at]!;
      if (start === 0) continue;
      places[place] = place + 1;
      if (isText && parseUint64Bytes(cells[place]!.value, start, ends[at]!)) {
        highs[place] = parsedUint64.high;
        lows[place] = parsedUint64.low;
      } else this.#others.push(place);
    }
    this.size = size;
    this.places = places;
    this.#cells = cells;
    this.#spans = spans;
    this.#dimension = dimension;
    this.#highs = highs;
    this.#lows = lows;
  }

  text(place: number): string {
    const { starts, ends, width } = this.#spans;
    const at = place * width + this.#dimension.index;
    return decodeDimension(this.#dimension, this.#cells[place]!.value, starts[at]!, ends[at]!);
  }

  lookUpIn(ids: IdSet): Int32Array {
    const numbers = ids.numbersOfUint64s(this.#highs, this.#lows);
    if (this.#others.length > 0) this.#number(this.#others, numbers, (text) => ids.numberOf(text));
    return numbers;
  }

  addTo(ids: IdSet): Int32Array {
    const numbers = int32s(this.size);
    this.#number(this.places.keys(), numbers, (text) => ids.add(text));
    return numbers;
  }

  /** Numbers ids and creates only one text for equal ids. */
  #number(places: Iterable<number>, numbers: Int32Array, numberOf: (text: string) => number): void {
    const { starts, ends, width } = this.#spans;
    const interner = new ByteInterner();
    const known: number[] = [];
    for (const place of places) {
      if (this.places[place] === 0) continue;
      const at = place * width + this.#dimension.index;
      const id = interner.intern(this.#cells[place]!.value, starts[at]!, ends[at]!);
      numbers[place] = known[id] ??= numberOf(this.text(place));
    }
  }
}

/** Returns the start of the dedup window in a single event's column, in seconds since the Unix epoch. */
export function windowStartOf(qualifier: Uint8Array): number {
  return ((qualifier[0]! << 24) | (qualifier[1]! << 16) | (qualifier[2]! << 8) | qualifier[3]!) >>> 0;
}
