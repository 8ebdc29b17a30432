import type { DimensionColumn, EventColumns } from './event-columns';
import { PairNumbers } from './pair-numbers';

/**
 * Returns the same events with these dimensions as part of the combinations. A filter or a grouping by a dimension that
 * is stored by event needs one look-up per event, and does it here.
 */
export function splitByDimensions(columns: EventColumns, dimensionIndexes: readonly number[]): EventColumns {
  let refined = columns;
  for (const index of dimensionIndexes) {
    if (columns.dimension(index).by === 'event') refined = new RefinedColumns(refined, index);
  }
  return refined;
}

/** Events whose combinations are split by the values of one more dimension. */
class RefinedColumns implements EventColumns {
  readonly combinations: Uint32Array;
  readonly actionCodes: Uint8Array;
  readonly #from: EventColumns;
  readonly #index: number;
  /** For each combination: the original combination, and the index of its value in the dimension's dictionary. */
  readonly #wholes: Uint32Array;
  readonly #places: Uint32Array;

  constructor(from: EventColumns, index: number) {
    this.#from = from;
    this.#index = index;
    const { places } = from.dimension(index);
    const pairs = new PairNumbers();
    this.combinations = from.combinations.map((combination, i) => pairs.add(combination, places[i]!));
    this.#wholes = Uint32Array.from({ length: pairs.size }, (_, number) => pairs.first(number));
    this.#places = Uint32Array.from({ length: pairs.size }, (_, number) => pairs.second(number));
    this.actionCodes = Uint8Array.from(this.#wholes, (whole) => from.actionCodes[whole]!);
  }

  get count(): number {
    return this.#from.count;
  }

  get timesMs(): Float64Array {
    return this.#from.timesMs;
  }

  get combinationCount(): number {
    return this.#wholes.length;
  }

  get unknownFields(): readonly number[] {
    return this.#from.unknownFields ?? [];
  }

  dimension(index: number): DimensionColumn {
    const column = this.#from.dimension(index);
    if (index === this.#index) return { ...column, by: 'combination', places: this.#places };
    if (column.by === 'event') return column;
    return { ...column, places: this.#wholes.map((whole) => column.places[whole]!) };
  }
}
