import type { EventType } from '../schema/schema';
import type { Dictionary, DimensionColumn, EventColumns } from './event-columns';
import { IdSet } from './id-set';
import { orderOfTimes } from './order-of-times';

/** Merges the events of disjoint parts, as `readEvents` returns them. It does not deduplicate. */
export function mergeEvents(parts: readonly EventColumns[], type: EventType): EventColumns {
  return parts.length === 1 ? parts[0]! : new MergedColumns(parts, type);
}

class MergedColumns implements EventColumns {
  readonly count: number;
  readonly timesMs: Float64Array;
  readonly combinations: Uint32Array;
  readonly combinationCount: number;
  readonly actionCodes: Uint8Array;
  readonly unknownFields: readonly number[];
  readonly #parts: readonly EventColumns[];
  /** For each event, its index in the concatenated parts. */
  readonly #order: Uint32Array;
  readonly #columns: (DimensionColumn | undefined)[];

  constructor(parts: readonly EventColumns[], { dimensions }: EventType) {
    this.#parts = parts;
    this.#columns = dimensions.map(() => undefined);
    this.count = sum(parts.map(({ count }) => count));
    this.combinationCount = sum(parts.map(({ combinationCount }) => combinationCount));
    this.actionCodes = Uint8Array.from(parts.flatMap(({ actionCodes }) => [...actionCodes]));
    this.unknownFields = [...new Set(parts.flatMap(({ unknownFields = [] }) => unknownFields))];
    const timesMs = Float64Array.from(parts.flatMap((part) => [...part.timesMs]));
    this.#order = orderOfTimes(timesMs);
    this.timesMs = Float64Array.from(this.#order, (place) => timesMs[place]!);
    const combinations = concatenated(parts.map(numberedApart()));
    this.combinations = this.#order.map((place) => combinations[place]!);
  }

  dimension(index: number): DimensionColumn {
    return (this.#columns[index] ??= this.#merge(this.#parts.map((part) => part.dimension(index))));
  }

  /** Merges columns: by combination if all parts are, otherwise by event. */
  #merge(columns: readonly DimensionColumn[]): DimensionColumn {
    const ids = new IdSet();
    const byEvent = columns.some(({ by }) => by === 'event');
    const places = concatenated(
      columns.map((column, part) => {
        const own = byEvent ? placesByEvent(column, this.#parts[part]!) : column.places;
        const numbers = column.dictionary.addTo(ids);
        return own.map((place) => (place === 0 ? 0 : 1 + numbers[place - 1]!));
      }),
    );
    const dictionary = new IdDictionary(ids);
    if (!byEvent) return { by: 'combination', places, dictionary };
    return { by: 'event', places: this.#order.map((place) => places[place]!), dictionary };
  }
}

function placesByEvent({ by, places }: DimensionColumn, { combinations }: EventColumns): Uint32Array {
  return by === 'event' ? places : combinations.map((combination) => places[combination]!);
}

/** Returns a function that numbers the combinations of each part consecutively. */
function numberedApart(): (part: EventColumns) => Uint32Array {
  let offset = 0;
  return ({ combinations, combinationCount }) => {
    const first = offset;
    offset += combinationCount;
    return combinations.map((combination) => first + combination);
  };
}

function concatenated(arrays: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(sum(arrays.map(({ length }) => length)));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Dictionary of ids collected from several dictionaries. */
class IdDictionary implements Dictionary {
  readonly #ids: IdSet;

  constructor(ids: IdSet) {
    this.#ids = ids;
  }

  get size(): number {
    return this.#ids.size;
  }

  text(place: number): string {
    return this.#ids.text(place);
  }

  lookUpIn(ids: IdSet): Int32Array {
    return Int32Array.from({ length: this.size }, (_, place) => ids.numberOf(this.text(place)));
  }

  addTo(ids: IdSet): Int32Array {
    return Int32Array.from({ length: this.size }, (_, place) => ids.add(this.text(place)));
  }
}
