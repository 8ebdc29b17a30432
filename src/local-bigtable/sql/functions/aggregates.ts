import { coerce, canCoerce } from '../bind/coercion';
import type { BoundExpression } from '../bind/bound';
import { checkInt64 } from '../types/cast';
import { compareForOrder, groupKey } from '../types/compare';
import {
  BOOL,
  FLOAT64,
  INT64,
  isComparable,
  isNumeric,
  type SqlType,
  type SqlValue,
} from '../types/sql-type';
import { checkFinite } from './operators';

/** Aggregate function of one group. */
export interface Accumulator {
  /** Adds a value that is not NULL. Returns the bytes by which its memory grows. */
  add(value: SqlValue): number;
  result(): SqlValue;
}

/** Aggregate function with its argument. */
export interface AggregateCall {
  readonly argument: BoundExpression;
  readonly type: SqlType;
  readonly create: () => Accumulator;
}

type AggregateResolver = (argument: BoundExpression) => AggregateCall | undefined;

/** Aggregate functions by name. */
export const AGGREGATES: ReadonlyMap<string, AggregateResolver> = new Map<string, AggregateResolver>([
  ['COUNT', (argument) => ({ argument, type: INT64, create: () => new Count() })],
  [
    'COUNTIF',
    (argument) => {
      if (!canCoerce(argument, BOOL)) return undefined;
      return {
        argument: coerce(argument, BOOL),
        type: INT64,
        create: () => new Count((value) => value === true),
      };
    },
  ],
  ['SUM', (argument) => sum(argument)],
  [
    'AVG',
    (argument) => {
      if (!isNumeric(argument.type)) return undefined;
      return { argument: coerce(argument, FLOAT64), type: FLOAT64, create: () => new Average() };
    },
  ],
  ['MIN', (argument) => extreme(argument, -1)],
  ['MAX', (argument) => extreme(argument, 1)],
]);

function sum(argument: BoundExpression): AggregateCall | undefined {
  if (argument.type.kind === 'int64') return { argument, type: INT64, create: () => new IntegerSum() };
  if (!isNumeric(argument.type)) return undefined;
  return { argument: coerce(argument, FLOAT64), type: FLOAT64, create: () => new FloatSum() };
}

function extreme(argument: BoundExpression, sign: 1 | -1): AggregateCall | undefined {
  const { type } = argument;
  if (!isComparable(type)) return undefined;
  return { argument, type, create: () => new Extreme(type, sign) };
}

/** Returns an aggregate function that gets each value once. */
export function distinct(call: AggregateCall): AggregateCall {
  return { ...call, create: () => new Distinct(call.create()) };
}

class Count implements Accumulator {
  #count = 0n;
  constructor(readonly accepts: (value: SqlValue) => boolean = () => true) {}
  add(value: SqlValue): number {
    if (this.accepts(value)) this.#count++;
    return 0;
  }
  result(): SqlValue {
    return this.#count;
  }
}

class IntegerSum implements Accumulator {
  #sum: bigint | undefined;
  add(value: SqlValue): number {
    this.#sum = (this.#sum ?? 0n) + (value as bigint);
    return 0;
  }
  result(): SqlValue {
    return this.#sum === undefined ? null : checkInt64(this.#sum);
  }
}

class FloatSum implements Accumulator {
  #sum: number | undefined;
  add(value: SqlValue): number {
    this.#sum = checkFinite((this.#sum ?? 0) + (value as number), this.#sum ?? 0, value as number);
    return 0;
  }
  result(): SqlValue {
    return this.#sum ?? null;
  }
}

class Average implements Accumulator {
  #count = 0;
  #sum = 0;
  add(value: SqlValue): number {
    this.#count++;
    this.#sum += value as number;
    return 0;
  }
  result(): SqlValue {
    return this.#count === 0 ? null : this.#sum / this.#count;
  }
}

class Extreme implements Accumulator {
  readonly #type: SqlType;
  readonly #sign: 1 | -1;
  #value: SqlValue = null;
  constructor(type: SqlType, sign: 1 | -1) {
    this.#type = type;
    this.#sign = sign;
  }
  add(value: SqlValue): number {
    const previous = this.#value;
    if (Number.isNaN(previous)) return 0;
    const isBetter =
      previous === null ||
      Number.isNaN(value) ||
      compareForOrder(this.#type, value, previous) * this.#sign > 0;
    if (!isBetter) return 0;
    this.#value = value;
    return memoryOf(value) - (previous === null ? 0 : memoryOf(previous));
  }
  result(): SqlValue {
    return this.#value;
  }
}

class Distinct implements Accumulator {
  readonly #inner: Accumulator;
  readonly #seen = new Set<string>();
  constructor(inner: Accumulator) {
    this.#inner = inner;
  }
  add(value: SqlValue): number {
    const key = groupKey(value);
    if (this.#seen.has(key)) return 0;
    this.#seen.add(key);
    return key.length + ENTRY_BYTES + this.#inner.add(value);
  }
  result(): SqlValue {
    return this.#inner.result();
  }
}

/** Estimated memory of an entry in a collection, besides its characters. */
export const ENTRY_BYTES = 64;

/** Returns the estimated memory of a value, in bytes. */
export function memoryOf(value: SqlValue): number {
  if (typeof value === 'string') return value.length + 16;
  if (value instanceof Map) {
    let bytes = ENTRY_BYTES;
    for (const [key, each] of value as ReadonlyMap<string | bigint, SqlValue>) {
      bytes += ENTRY_BYTES + memoryOf(key) + memoryOf(each);
    }
    return bytes;
  }
  if (Array.isArray(value)) {
    return (value as SqlValue[]).reduce<number>((bytes, each) => bytes + memoryOf(each), ENTRY_BYTES);
  }
  return 16;
}
