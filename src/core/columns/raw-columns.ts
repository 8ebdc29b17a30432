import { ACTION_OFFSET } from '../events/dedup-key';
import { decodeDimension } from '../events/dimension-bytes';
import { EventSpans } from '../events/stored-event';
import {
  QUALIFIER_END,
  QUALIFIER_START,
  SPANS_PER_CELL,
  VALUE_END,
  VALUE_START,
  type CellColumns,
} from '../rows/cell-columns';
import type { Dimension, EventType } from '../schema/schema';
import { ByteInterner } from './byte-interner';
import type { Dictionary, DimensionColumn, EventColumns } from './event-columns';
import type { SingleEvents } from './distinct-cells';
import type { IdSet } from './id-set';
import { int32s, uint32s, uint8s } from './pooled-arrays';
import { parsedUint64, parseUint64Bytes } from './uint64';
import { unknownFieldsOf } from './unknown-fields';

/**
 * Single events as columns. Each is a combination of its own, because finding equal ones would cost more than counting
 * them individually. Ids stay bytes in the cells until a caller needs their texts. Unused columns are never created.
 */
export class RawColumns implements EventColumns {
  readonly count: number;
  readonly timesMs: Float64Array;
  readonly combinations: Uint32Array;
  readonly actionCodes: Uint8Array;
  readonly #cells: CellColumns;
  /** Index of each event's cell. */
  readonly #cellOf: Uint32Array;
  readonly #type: EventType;
  readonly #spans: EventSpans;
  readonly #columns: (DimensionColumn | undefined)[] = [];

  /** Throws `internal` if a value is not an event. */
  constructor(cells: CellColumns, events: SingleEvents, type: EventType) {
    const { bytes, spans: cellSpans } = cells;
    const count = events.cells.length;
    const combinations = uint32s(count);
    const actionCodes = uint8s(count);
    const spans = new EventSpans(type, count);
    for (let i = 0; i < count; i++) {
      const at = events.cells[i]! * SPANS_PER_CELL;
      combinations[i] = i;
      actionCodes[i] = bytes[cellSpans[at + QUALIFIER_START]! + ACTION_OFFSET]!;
      spans.scanAt(i, bytes, cellSpans[at + VALUE_START]!, cellSpans[at + VALUE_END]!);
    }
    this.count = count;
    this.timesMs = events.timesMs;
    this.combinations = combinations;
    this.actionCodes = actionCodes;
    this.#cells = cells;
    this.#cellOf = events.cells;
    this.#type = type;
    this.#spans = spans;
  }

  get combinationCount(): number {
    return this.count;
  }

  get unknownFields(): readonly number[] {
    return unknownFieldsOf(this.#values(), this.#type);
  }

  /** Returns the start of the dedup window in the event's column, in seconds since the Unix epoch. */
  windowStartOf(event: number): number {
    const { bytes, spans } = this.#cells;
    return bytes.readUInt32BE(spans[this.#cellOf[event]! * SPANS_PER_CELL + QUALIFIER_START]);
  }

  qualifierOf(event: number): Buffer {
    const { bytes, spans } = this.#cells;
    const at = this.#cellOf[event]! * SPANS_PER_CELL;
    return bytes.subarray(spans[at + QUALIFIER_START], spans[at + QUALIFIER_END]);
  }

  *#values(): Iterable<Buffer> {
    const { bytes, spans } = this.#cells;
    for (const cell of this.#cellOf) {
      const at = cell * SPANS_PER_CELL;
      yield bytes.subarray(spans[at + VALUE_START], spans[at + VALUE_END]);
    }
  }

  dimension(index: number): DimensionColumn {
    return (this.#columns[index] ??= this.#column(this.#type.dimensions[index]!));
  }

  #column(dimension: Dimension): DimensionColumn {
    const dictionary = new CellDictionary(this.#cells.bytes, this.#spans, dimension);
    return { by: 'combination', places: dictionary.places, dictionary };
  }
}

/** Dictionary of the ids of one dimension, as bytes: the index of an event's id is the number of the event. */
class CellDictionary implements Dictionary {
  readonly size: number;
  /** See `DimensionColumn.places`. */
  readonly places: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #spans: EventSpans;
  readonly #dimension: Dimension;
  /** Halves of ids that are numbers, by index. No text is needed for these, which are most. */
  readonly #highs: Uint32Array;
  readonly #lows: Uint32Array;
  /** Indexes of the ids that are not numbers. */
  readonly #others: number[] = [];

  constructor(bytes: Uint8Array, spans: EventSpans, dimension: Dimension) {
    const { starts, ends, width, events: size } = spans;
    const places = uint32s(size);
    const highs = uint32s(size);
    const lows = uint32s(size);
    const isText = dimension.wire === 'string';
    for (let place = 0, at = dimension.index; place < size; place++, at += width) {
      const start = starts[at]!;
      if (start === 0) continue;
      places[place] = place + 1;
      if (isText && parseUint64Bytes(bytes, start, ends[at]!)) {
        highs[place] = parsedUint64.high;
        lows[place] = parsedUint64.low;
      } else this.#others.push(place);
    }
    this.size = size;
    this.places = places;
    this.#bytes = bytes;
    this.#spans = spans;
    this.#dimension = dimension;
    this.#highs = highs;
    this.#lows = lows;
  }

  text(place: number): string {
    const { starts, ends, width } = this.#spans;
    const at = place * width + this.#dimension.index;
    return decodeDimension(this.#dimension, this.#bytes, starts[at]!, ends[at]!);
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
      const id = interner.intern(this.#bytes, starts[at]!, ends[at]!);
      numbers[place] = known[id] ??= numberOf(this.text(place));
    }
  }
}
