import type { EventType } from '../schema/schema';
import type { EventColumns } from './event-columns';

/** The ids of single events, for what can be done only event by event. Each id's text is made once. */
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

  /** By the dimension's index; undefined where the event has none. */
  of(event: number): (string | undefined)[] {
    const combination = this.#columns.combinations[event]!;
    return this.#places.map((places, index) => {
      const place = places[this.#byEvent[index] === true ? event : combination]!;
      return place === 0 ? undefined : (this.#texts[index]![place] ??= this.#textOf[index]!(place - 1));
    });
  }
}
