import { ACTION_OFFSET } from '../events/dedup-key';
import { decodeDimension } from '../events/dimension-bytes';
import { EventSpans } from '../events/stored-event';
import type { Dimension, EventType } from '../schema/schema';
import { ByteInterner } from './byte-interner';
import type { Dictionary, DimensionColumn, EventColumns } from './event-columns';
import type { IdSet } from './id-set';
import type { EventCell } from './read-events';
import { float64s, int32s, uint32s, uint8s } from './pooled-arrays';
import { parsedUint64, parseUint64Bytes } from './uint64';
import { unknownFieldsOf } from './unknown-fields';

const MICROS_PER_MS = 1_000;

/**
 * Single events as columns. Each is a combination of its own: finding equal ones would cost more than counting them singly.
 * Ids stay bytes of the cells until somebody wants to see them, and are looked up where they stand; columns that nobody asks
 * for are never made.
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

  /** The cells ascend by time. Throws `internal` when a value is no event. */
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

/** The ids of one dimension, each where it was stored: an event's place is its own number. */
class CellDictionary implements Dictionary {
  readonly size: number;
  /** As in `DimensionColumn`. */
  readonly places: Uint32Array;
  readonly #cells: readonly EventCell[];
  readonly #spans: EventSpans;
  readonly #dimension: Dimension;
  /** By place, halves of ids that are numbers, of which no text need be made: most are. */
  readonly #highs: Uint32Array;
  readonly #lows: Uint32Array;
  /** The places of those that are none. */
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

  /** Of equal ids only one text is made. */
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

/** Start of the dedup window of a single event's column, seconds since the Unix epoch. */
export function windowStartOf(qualifier: Uint8Array): number {
  return ((qualifier[0]! << 24) | (qualifier[1]! << 16) | (qualifier[2]! << 8) | qualifier[3]!) >>> 0;
}
