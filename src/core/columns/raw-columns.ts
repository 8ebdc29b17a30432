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
import { viewOf } from '../shared/data-view';
import { ByteInterner } from './byte-interner';
import type { Dictionary, DimensionColumn, EventColumns } from './event-columns';
import type { IdSet } from './id-set';
import { orderOfTimes } from './order-of-times';
import { float64s, int32s, uint32s, uint8s } from './pooled-arrays';
import { parsedUint64, parseUint64In } from './uint64';
import { unknownFieldsOf } from './unknown-fields';

const MICROS_PER_MS = 1_000;
/**
 * Events per listed id from which a table of the ids' bytes costs less than finding each event's id by itself: as a
 * number, or as a text if some listed ids are no numbers.
 */
const EVENTS_PER_NUMBER_MIN = 3;
const EVENTS_PER_TEXT_MIN = 0.5;
/** Number of an id that a set does not contain. */
const NOT_FOUND = -1;

/**
 * Single events as columns. Each is a combination of its own, because finding equal ones would cost more than counting
 * them individually. Combinations are in the order of the cells; events are sorted by time when a caller needs them in
 * that order. Ids stay bytes in the cells until a caller needs their texts. Unused columns are never created.
 */
export class RawColumns implements EventColumns {
  readonly count: number;
  readonly timesOfCombinations: Float64Array;
  readonly actionCodes: Uint8Array;
  readonly #cells: CellColumns;
  /** Index of each combination's cell. */
  readonly #cellOf: Uint32Array;
  readonly #type: EventType;
  readonly #spans: EventSpans;
  readonly #columns: (DimensionColumn | undefined)[] = [];
  #combinations: Uint32Array | undefined;
  #timesMs: Float64Array | undefined;

  /** `cellOf`: result of `distinctCells`, at least one cell. Throws `internal` if a value is not an event. */
  constructor(cells: CellColumns, cellOf: Uint32Array, type: EventType) {
    const { bytes, spans: cellSpans, timestampsMicros } = cells;
    const count = cellOf.length;
    const timesMs = float64s(count);
    const actionCodes = uint8s(count);
    const spans = new EventSpans(type, count);
    for (let i = 0; i < count; i++) {
      const at = cellOf[i]! * SPANS_PER_CELL;
      timesMs[i] = timestampsMicros[cellOf[i]!]! / MICROS_PER_MS;
      actionCodes[i] = bytes[cellSpans[at + QUALIFIER_START]! + ACTION_OFFSET]!;
      spans.scanAt(i, bytes, cellSpans[at + VALUE_START]!, cellSpans[at + VALUE_END]!);
    }
    this.count = count;
    this.timesOfCombinations = timesMs;
    this.actionCodes = actionCodes;
    this.#cells = cells;
    this.#cellOf = cellOf;
    this.#type = type;
    this.#spans = spans;
  }

  /** Events with equal times are in the order of their columns. */
  get combinations(): Uint32Array {
    return (this.#combinations ??= orderOfTimes(this.timesOfCombinations));
  }

  get timesMs(): Float64Array {
    return (this.#timesMs ??= this.#sortedTimes());
  }

  get combinationCount(): number {
    return this.count;
  }

  get unknownFields(): readonly number[] {
    return unknownFieldsOf(this.#values(), this.#type);
  }

  /** Returns the first combination whose dedup window begins at or after `startSeconds`, since the Unix epoch. */
  firstFrom(startSeconds: number, from = 0): number {
    let low = from;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#windowStartIn(this.#cellOf[middle]!) < startSeconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the column of a combination's event. */
  qualifierOf(combination: number): Buffer {
    const { bytes, spans } = this.#cells;
    const at = this.#cellOf[combination]! * SPANS_PER_CELL;
    return bytes.subarray(spans[at + QUALIFIER_START], spans[at + QUALIFIER_END]);
  }

  /** Adds a combination's id of a dimension to the set, and returns its number, or -1 if it has none. */
  addIdTo(ids: IdSet, index: number, combination: number): number {
    const { bytes } = this.#cells;
    const { starts, ends, width } = this.#spans;
    const start = starts[combination * width + index]!;
    if (start === 0) return NOT_FOUND;
    const end = ends[combination * width + index]!;
    const dimension = this.#type.dimensions[index]!;
    const isNumber = dimension.wire === 'string' && parseUint64In(bytes, start, end);
    if (isNumber) return ids.addUint64(parsedUint64.high, parsedUint64.low);
    return ids.add(decodeDimension(dimension, bytes, start, end));
  }

  /** Returns the events without these combinations. */
  without(combinations: ReadonlySet<number>): RawColumns {
    const cells = this.#cellOf.filter((_, combination) => !combinations.has(combination));
    return new RawColumns(this.#cells, cells, this.#type);
  }

  #windowStartIn(cell: number): number {
    const { bytes, spans } = this.#cells;
    return bytes.readUInt32BE(spans[cell * SPANS_PER_CELL + QUALIFIER_START]);
  }

  #sortedTimes(): Float64Array {
    const { combinations, timesOfCombinations, count } = this;
    const timesMs = float64s(count);
    for (let event = 0; event < count; event++) timesMs[event] = timesOfCombinations[combinations[event]!]!;
    return timesMs;
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
    return new RawColumn(this.#cells.bytes, this.#spans, dimension);
  }
}

/**
 * Column of one dimension, and its dictionary: the ids as bytes. The index of an event's id is the number of its
 * combination.
 */
class RawColumn implements DimensionColumn, Dictionary {
  readonly by = 'combination';
  readonly isOneToOne = true;
  readonly size: number;
  readonly #bytes: Uint8Array;
  readonly #spans: EventSpans;
  readonly #dimension: Dimension;
  #places: Uint32Array | undefined;

  constructor(bytes: Uint8Array, spans: EventSpans, dimension: Dimension) {
    this.size = spans.events;
    this.#bytes = bytes;
    this.#spans = spans;
    this.#dimension = dimension;
  }

  get dictionary(): Dictionary {
    return this;
  }

  get places(): Uint32Array {
    return (this.#places ??= this.#findPlaces());
  }

  text(place: number): string {
    const { starts, ends, width } = this.#spans;
    const at = place * width + this.#dimension.index;
    return decodeDimension(this.#dimension, this.#bytes, starts[at]!, ends[at]!);
  }

  lookUpIn(ids: IdSet): Int32Array {
    const eventsMin = ids.size * (ids.hasOnlyNumbers ? EVENTS_PER_NUMBER_MIN : EVENTS_PER_TEXT_MIN);
    // Only texts are the same bytes everywhere.
    const isByBytes = this.#dimension.wire === 'string' && this.size >= eventsMin;
    const { starts, ends, width } = this.#spans;
    const { size } = this;
    const table = isByBytes ? ids.byBytes() : undefined;
    const view = viewOf(this.#bytes);
    const numbers = int32s(size);
    for (let place = 0, at = this.#dimension.index; place < size; place++, at += width) {
      const start = starts[at]!;
      if (start === 0) numbers[place] = NOT_FOUND;
      else if (table !== undefined) numbers[place] = table.find(view, start, ends[at]!);
      else numbers[place] = this.#numberIn(ids, place, start, ends[at]!);
    }
    return numbers;
  }

  /** Creates a text only for an id that is not a number. */
  #numberIn(ids: IdSet, place: number, start: number, end: number): number {
    const isNumber = this.#dimension.wire === 'string' && parseUint64In(this.#bytes, start, end);
    if (isNumber) return ids.numberOfUint64(parsedUint64.high, parsedUint64.low);
    return ids.numberOf(this.text(place));
  }

  /** Creates only one text for equal ids. */
  addTo(ids: IdSet): Int32Array {
    const { size } = this;
    const { starts, ends, width } = this.#spans;
    const numbers = int32s(size);
    const interner = new ByteInterner();
    const known: number[] = [];
    for (let place = 0, at = this.#dimension.index; place < size; place++, at += width) {
      if (starts[at] === 0) {
        numbers[place] = NOT_FOUND;
        continue;
      }
      const id = interner.intern(this.#bytes, starts[at]!, ends[at]!);
      numbers[place] = known[id] ??= ids.add(this.text(place));
    }
    return numbers;
  }

  #findPlaces(): Uint32Array {
    const { size } = this;
    const { starts, width } = this.#spans;
    const places = uint32s(size);
    for (let place = 0, at = this.#dimension.index; place < size; place++, at += width) {
      if (starts[at] !== 0) places[place] = place + 1;
    }
    return places;
  }
}
