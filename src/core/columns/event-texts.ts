import type { EventType } from '../schema/schema';
import type { EventColumns } from './event-columns';

/** Ids of single events as text, for work that can only be done event by event. Each text is created once. */
export class EventTexts {
  readonly #columns: EventColumns;
  readonly #places: readonly Uint32Array[];
  readonly #byEvent: readonly boolean[];
  readonly #texts: readonly (string | undefined)[][];
  readonly #textOf: readonly ((place: number) => string)[];

  constructor(columns: EventColumns, { dimensions }: EventType) {
    const made = dimensions.map(({ index }) => columns.dimension(index));
    this.#columns = columns;
    this.#places = made.map(({ places }) => places);
    this.#byEvent = made.map(({ by }) => by === 'event');
    this.#texts = made.map(() => []);
    this.#textOf = made.map(
      ({ dictionary }) =>
        (place) =>
          dictionary.text(place),
    );
  }

  /** Returns the ids of an event by dimension index. Undefined for a dimension that the event lacks. */
  of(event: number): (string | undefined)[] {
    const combination = this.#columns.combinations[event]!;
    return this.#places.map((places, index) => {
      const place = places[this.#byEvent[index] === true ? event : combination]!;
      return place === 0 ? undefined : (this.#texts[index]![place] ??= this.#textOf[index]!(place - 1));
    });
  }
}
