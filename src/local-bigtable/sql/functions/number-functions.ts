import { evaluationError } from '../sql-error';
import { checkInt64 } from '../types/cast';
import { compareSqlValues } from '../types/compare';
import { coerce, commonType } from '../bind/coercion';
import { BYTES, FLOAT32, FLOAT64, INT64, isComparable, type SqlValue } from '../types/sql-type';
import { checkFinite } from './operators';
import { overloads, type Resolver, strict } from './overload';

/** Functions of numbers, and of bytes that encode numbers. */
export const NUMBER_FUNCTIONS: Readonly<Record<string, Resolver>> = {
  TO_INT64: overloads({
    params: [BYTES],
    result: INT64,
    apply: (bytes: string) => decoded(bytes, { name: 'TO_INT64', size: 8 }).readBigInt64BE(),
  }),
  TO_FLOAT64: overloads({
    params: [BYTES],
    result: FLOAT64,
    apply: (bytes: string) => decoded(bytes, { name: 'TO_FLOAT64', size: 8 }).readDoubleBE(),
  }),
  TO_FLOAT32: overloads({
    params: [BYTES],
    result: FLOAT32,
    apply: (bytes: string) => decoded(bytes, { name: 'TO_FLOAT32', size: 4 }).readFloatBE(),
  }),
  ABS: overloads(
    { params: [INT64], result: INT64, apply: (value: bigint) => checkInt64(value < 0n ? -value : value) },
    { params: [FLOAT64], result: FLOAT64, apply: (value: number) => Math.abs(value) },
  ),
  SIGN: overloads(
    { params: [INT64], result: INT64, apply: (value: bigint) => (value > 0n ? 1n : value < 0n ? -1n : 0n) },
    { params: [FLOAT64], result: FLOAT64, apply: (value: number) => Math.sign(value) },
  ),
  MOD: overloads({
    params: [INT64, INT64],
    result: INT64,
    apply: (a: bigint, b: bigint) => a % divisor(a, b),
  }),
  DIV: overloads({
    params: [INT64, INT64],
    result: INT64,
    apply: (a: bigint, b: bigint) => checkInt64(a / divisor(a, b)),
  }),
  SAFE_DIVIDE: overloads({
    params: [FLOAT64, FLOAT64],
    result: FLOAT64,
    apply: (a: number, b: number) => (b === 0 ? null : a / b),
  }),
  CEIL: overloads({ params: [FLOAT64], result: FLOAT64, apply: (value: number) => Math.ceil(value) }),
  FLOOR: overloads({ params: [FLOAT64], result: FLOAT64, apply: (value: number) => Math.floor(value) }),
  ROUND: overloads({
    params: [FLOAT64],
    result: FLOAT64,
    apply: (value: number) => Math.sign(value) * Math.round(Math.abs(value)),
  }),
  SQRT: overloads({
    params: [FLOAT64],
    result: FLOAT64,
    apply: (value: number) => {
      if (value < 0) throw evaluationError(`Argument to SQRT cannot be negative: ${value}`);
      return Math.sqrt(value);
    },
  }),
  POW: overloads({
    params: [FLOAT64, FLOAT64],
    result: FLOAT64,
    apply: (base: number, exponent: number) => checkFinite(base ** exponent, base, exponent),
  }),
  GREATEST: extreme(1),
  LEAST: extreme(-1),
};

function decoded(bytes: string, { name, size }: { name: string; size: number }): Buffer {
  if (bytes.length === size) return Buffer.from(bytes, 'latin1');
  throw evaluationError(`${name} requires ${size} bytes, not ${bytes.length}`);
}

function divisor(dividend: bigint, value: bigint): bigint {
  if (value === 0n) throw evaluationError(`division by zero: ${dividend} / 0`);
  return value;
}

/** Returns the function that selects the greatest (1) or least (-1) argument; NaN if there is one. */
function extreme(sign: 1 | -1): Resolver {
  return (args) => {
    const type = commonType(args);
    if (args.length === 0 || type === undefined || !isComparable(type)) return undefined;
    const better = (a: SqlValue, b: SqlValue): SqlValue => {
      const order = compareSqlValues(type, a, b);
      if (order === undefined) return NaN;
      return order * sign >= 0 ? a : b;
    };
    const apply = (...values: SqlValue[]): SqlValue => values.reduce(better);
    return {
      type,
      evaluate: strict(
        args.map((arg) => coerce(arg, type)),
        apply,
      ),
    };
  };
}
