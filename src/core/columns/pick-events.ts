import type { DimensionColumn, EventColumns } from './event-columns';

/** Returns the events at the given ascending indexes. Columns are picked on first use. */
export function pickEvents(columns: EventColumns, places: Uint32Array): EventColumns {
  return new PickedColumns(columns, places);
}

class PickedColumns implements EventColumns {
  readonly count: number;
  readonly timesMs: Float64Array;
  readonly combinations: Uint32Array;
  readonly #from: EventColumns;
  readonly #places: Uint32Array;

  constructor(from: EventColumns, places: Uint32Array) {
    this.#from = from;
    this.#places = places;
    this.count = places.length;
    this.timesMs = Float64Array.from(places, (place) => from.timesMs[place]!);
    this.combinations = places.map((place) => from.combinations[place]!);
  }

  get combinationCount(): number {
    return this.#from.combinationCount;
  }

  get actionCodes(): Uint8Array {
    return this.#from.actionCodes;
  }

  get unknownFields(): readonly number[] {
    return this.#from.unknownFields ?? [];
  }

  dimension(index: number): DimensionColumn {
    const column = this.#from.dimension(index);
    if (column.by === 'combination') return column;
    return { ...column, places: this.#places.map((place) => column.places[place]!) };
  }
}
