import { evaluationError } from '../sql-error';
import { type BoundExpression } from '../bind/bound';
import { canCoerce, coerce, commonType } from '../bind/coercion';
import { checkInt64 } from '../types/cast';
import { compareSqlValues } from '../types/compare';
import {
  arrayOf,
  BOOL,
  BYTES,
  FLOAT64,
  INT64,
  isComparable,
  sameType,
  STRING,
  type SqlValue,
} from '../types/sql-type';
import { checkTextSize } from '../types/text';
import { matchesLike } from './like';
import { type Overload, overloads, type Resolved, type Resolver, strict } from './overload';

/** Operators by their sign or keyword. */
export const OPERATORS: ReadonlyMap<string, Resolver> = new Map<string, Resolver>([
  ['AND', (args) => logical(args, false)],
  ['OR', (args) => logical(args, true)],
  ['NOT', overloads({ params: [BOOL], result: BOOL, apply: (value: boolean) => !value })],
  ['=', comparison((order) => order === 0)],
  ['!=', comparison((order) => order !== 0)],
  ['<', comparison((order) => order !== undefined && order < 0)],
  ['<=', comparison((order) => order !== undefined && order <= 0)],
  ['>', comparison((order) => order !== undefined && order > 0)],
  ['>=', comparison((order) => order !== undefined && order >= 0)],
  [
    '+',
    overloads(
      ...arithmetic(
        (a, b) => a + b,
        (a, b) => a + b,
      ),
    ),
  ],
  [
    '-',
    (args) =>
      args.length === 1
        ? negation(args)
        : overloads(
            ...arithmetic(
              (a, b) => a - b,
              (a, b) => a - b,
            ),
          )(args),
  ],
  [
    '*',
    overloads(
      ...arithmetic(
        (a, b) => a * b,
        (a, b) => a * b,
      ),
    ),
  ],
  ['/', overloads({ params: [FLOAT64, FLOAT64], result: FLOAT64, apply: divide })],
  ['||', concatenation],
  [
    'LIKE',
    overloads(
      { params: [STRING, STRING], result: BOOL, apply: matchesLike },
      { params: [BYTES, BYTES], result: BOOL, apply: matchesLike },
    ),
  ],
]);

const negation = overloads(
  { params: [INT64], result: INT64, apply: (value: bigint) => checkInt64(-value) },
  { params: [FLOAT64], result: FLOAT64, apply: (value: number) => -value },
);

function arithmetic(
  ofIntegers: (a: bigint, b: bigint) => bigint,
  ofFloats: (a: number, b: number) => number,
): Overload[] {
  return [
    { params: [INT64, INT64], result: INT64, apply: (a: bigint, b: bigint) => checkInt64(ofIntegers(a, b)) },
    {
      params: [FLOAT64, FLOAT64],
      result: FLOAT64,
      apply: (a: number, b: number) => checkFinite(ofFloats(a, b), a, b),
    },
  ];
}

/** Returns a result unless it is infinite or NaN and the operands are not. Throws OUT_OF_RANGE. */
export function checkFinite(result: number, ...operands: number[]): number {
  if (Number.isFinite(result) || !operands.every(Number.isFinite)) return result;
  throw evaluationError('double overflow');
}

function divide(a: number, b: number): number {
  if (b === 0) throw evaluationError(`division by zero: ${a} / ${b}`);
  return checkFinite(a / b, a, b);
}

/** Three-valued AND and OR: `decisive` is the operand that decides the result, whatever the others. */
function logical(args: readonly BoundExpression[], decisive: boolean): Resolved | undefined {
  if (!args.every((arg) => canCoerce(arg, BOOL))) return undefined;
  return {
    type: BOOL,
    evaluate: (row) => {
      let result: SqlValue = !decisive;
      for (const arg of args) {
        const value = arg.evaluate(row);
        if (value === decisive) return decisive;
        if (value === null) result = null;
      }
      return result;
    },
  };
}

/** `accepts` gets the order of the operands; undefined if one is NaN. */
function comparison(accepts: (order: number | undefined) => boolean): Resolver {
  return (args) => {
    const type = commonType(args);
    if (type === undefined || !isComparable(type)) return undefined;
    // Numbers of different types are compared exactly, without conversion.
    const operands = type.kind === 'float64' ? args : args.map((arg) => coerce(arg, type));
    const apply = (a: SqlValue, b: SqlValue): boolean => accepts(compareSqlValues(type, a, b));
    return {
      type: BOOL,
      evaluate: strict(operands, apply),
      args: operands,
    };
  };
}

function concatenation(args: readonly BoundExpression[]): Resolved | undefined {
  const type = commonType(args);
  if (type?.kind === 'array') {
    const apply = (a: readonly SqlValue[], b: readonly SqlValue[]): SqlValue => a.concat(b);
    return args.every((arg) => sameType(arg.type, type))
      ? { type: arrayOf(type.element), evaluate: strict(args, apply) }
      : undefined;
  }
  return overloads(
    { params: [STRING, STRING], result: STRING, apply: concatenated },
    { params: [BYTES, BYTES], result: BYTES, apply: concatenated },
  )(args);
}

function concatenated(a: string, b: string): string {
  checkTextSize(a.length + b.length);
  return a + b;
}
