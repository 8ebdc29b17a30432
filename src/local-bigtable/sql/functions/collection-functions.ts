import type { BoundExpression } from '../bind/bound';
import { canCoerce, coerce } from '../bind/coercion';
import {
  arrayOf,
  BOOL,
  INT64,
  type MapType,
  type SqlMap,
  type SqlType,
  type SqlValue,
  structOf,
} from '../types/sql-type';
import { type Resolver, strict } from './overload';

/** Functions of ARRAY and MAP. */
export const COLLECTION_FUNCTIONS: Readonly<Record<string, Resolver>> = {
  ARRAY_LENGTH: ofArray(
    () => INT64,
    (array) => BigInt(array.length),
  ),
  ARRAY_FIRST: ofArray(
    (element) => element,
    (array) => array[0] ?? null,
  ),
  ARRAY_LAST: ofArray(
    (element) => element,
    (array) => array.at(-1) ?? null,
  ),
  ARRAY_REVERSE: ofArray(arrayOf, (array) => array.toReversed()),
  MAP_KEYS: ofMap(
    ({ key }) => arrayOf(key),
    (map) => [...map.keys()],
  ),
  MAP_VALUES: ofMap(
    ({ value }) => arrayOf(value),
    (map) => [...map.values()],
  ),
  MAP_ENTRIES: ofMap(
    ({ key, value }) =>
      arrayOf(
        structOf([
          { name: 'key', type: key },
          { name: 'value', type: value },
        ]),
      ),
    (map) => Array.from(map),
  ),
  MAP_EMPTY: ofMap(
    () => BOOL,
    (map) => map.size === 0,
  ),
  MAP_CONTAINS_KEY: (args) => {
    const [map, key] = args;
    if (map?.type.kind !== 'map' || key === undefined || args.length > 2 || !canCoerce(key, map.type.key)) {
      return undefined;
    }
    const apply = (entries: SqlMap, wanted: string | bigint): SqlValue => entries.has(wanted);
    return { type: BOOL, evaluate: strict([map, coerce(key, map.type.key)], apply) };
  },
};

function ofArray(
  resultOf: (element: SqlType) => SqlType,
  apply: (array: readonly SqlValue[]) => SqlValue,
): Resolver {
  return (args) => {
    const [array] = args;
    if (array?.type.kind !== 'array' || args.length > 1) return undefined;
    return { type: resultOf(array.type.element), evaluate: strict([array], apply) };
  };
}

function ofMap(resultOf: (type: MapType) => SqlType, apply: (map: SqlMap) => SqlValue): Resolver {
  return (args: readonly BoundExpression[]) => {
    const [map] = args;
    if (map?.type.kind !== 'map' || args.length > 1) return undefined;
    return { type: resultOf(map.type), evaluate: strict([map], apply) };
  };
}
