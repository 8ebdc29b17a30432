import { canCoerce, coerce, commonType } from '../bind/coercion';
import { compareSqlValues } from '../types/compare';
import { BOOL, isComparable } from '../types/sql-type';
import type { Resolver } from './overload';

/** Functions that do not evaluate all of their arguments, or have a result for NULL. */
export const CONDITIONAL_FUNCTIONS: Readonly<Record<string, Resolver>> = {
  IF: (args) => {
    const [condition, ...results] = args;
    const type = commonType(results);
    if (
      condition === undefined ||
      results.length !== 2 ||
      type === undefined ||
      !canCoerce(condition, BOOL)
    ) {
      return undefined;
    }
    const [then, otherwise] = results.map((result) => coerce(result, type).evaluate);
    return { type, evaluate: (row) => (condition.evaluate(row) === true ? then!(row) : otherwise!(row)) };
  },
  COALESCE: coalesce,
  IFNULL: (args) => (args.length === 2 ? coalesce(args) : undefined),
  NULLIF: (args) => {
    const type = commonType(args);
    if (args.length !== 2 || type === undefined || !isComparable(type)) return undefined;
    const [value, other] = args.map((arg) => coerce(arg, type).evaluate);
    return {
      type,
      evaluate: (row) => {
        const first = value!(row);
        const second = other!(row);
        const areEqual = first !== null && second !== null && compareSqlValues(type, first, second) === 0;
        return areEqual ? null : first;
      },
    };
  },
};

function coalesce(args: Parameters<Resolver>[0]): ReturnType<Resolver> {
  const type = commonType(args);
  if (args.length === 0 || type === undefined) return undefined;
  const evaluators = args.map((arg) => coerce(arg, type).evaluate);
  return {
    type,
    evaluate: (row) => {
      for (const evaluate of evaluators) {
        const value = evaluate(row);
        if (value !== null) return value;
      }
      return null;
    },
  };
}
