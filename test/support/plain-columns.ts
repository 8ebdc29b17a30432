import type { DimensionColumn, EventColumns } from '../../src/core/columns/event-columns';
import type { IdSet } from '../../src/core/columns/id-set';
import type { EventType } from '../../src/core/schema/schema';
import type { PlainEvent } from './reference-features';

/**
 * Builds columns of plain events in the simplest way: every dimension is part of the combination, in order of
 * appearance.
 */
export function plainColumns(events: readonly PlainEvent[], type: EventType): EventColumns {
  const sorted = [...events].sort((a, b) => a.timeMs - b.timeMs);
  const keyOf = (event: PlainEvent): string =>
    JSON.stringify([event.action, type.dimensions.map(({ name }) => event.dimensions[name] ?? null)]);
  const combinations = new Map<string, PlainEvent>();
  for (const event of sorted) if (!combinations.has(keyOf(event))) combinations.set(keyOf(event), event);
  const keys = [...combinations.keys()];
  const distinct = [...combinations.values()];
  const codes = new Map(type.actions.map(({ name, code }) => [name, code]));
  return {
    count: sorted.length,
    timesMs: Float64Array.from(sorted, ({ timeMs }) => timeMs),
    combinations: Uint32Array.from(sorted, (event) => keys.indexOf(keyOf(event))),
    combinationCount: distinct.length,
    actionCodes: Uint8Array.from(distinct, ({ action }) => codes.get(action)!),
    dimension: (index) =>
      plainDimension(distinct.map(({ dimensions }) => dimensions[type.dimensions[index]!.name])),
  };
}

function plainDimension(values: readonly (string | undefined)[]): DimensionColumn {
  const dictionary = [...new Set(values.filter((value) => value !== undefined))];
  return {
    by: 'combination',
    places: Uint32Array.from(values, (value) => (value === undefined ? 0 : 1 + dictionary.indexOf(value))),
    dictionary: {
      size: dictionary.length,
      text: (place) => dictionary[place]!,
      lookUpIn: (ids: IdSet) => Int32Array.from(dictionary, (id) => ids.numberOf(id)),
      addTo: (ids: IdSet) => Int32Array.from(dictionary, (id) => ids.add(id)),
    },
  };
}
