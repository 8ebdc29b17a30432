import { type BoundExpression, type Evaluator } from '../bind/bound';
import { canCoerce, coerce } from '../bind/coercion';
import { sameType, type SqlType, type SqlValue } from '../types/sql-type';

/** Type and evaluation of a call. */
export interface Resolved {
  readonly type: SqlType;
  readonly evaluate: Evaluator;
  /** Arguments, converted to the types of the signature. Default: the arguments as they are. */
  readonly args?: readonly BoundExpression[];
}

/** Resolves a call by the types of its arguments; undefined if no signature of the function fits. */
export type Resolver = (args: readonly BoundExpression[]) => Resolved | undefined;

/** Signature of a function. */
export interface Overload {
  readonly params: readonly SqlType[];
  /** Number of the last parameters that can be absent. Default: 0. */
  readonly optional?: number;
  /** Whether the last parameter can be repeated. Default: false. */
  readonly repeated?: boolean;
  readonly result: SqlType;
  /** Returns the result for arguments of which none is NULL. */
  readonly apply: (...args: never[]) => SqlValue;
}

/** Returns a resolver of functions whose result is NULL if an argument is. */
export function overloads(...list: readonly Overload[]): Resolver {
  return (args) => {
    const fitting = list.filter((overload) => fits(overload, args));
    const chosen = fitting.toSorted((a, b) => conversions(a, args) - conversions(b, args))[0];
    if (chosen === undefined) return undefined;
    const converted = args.map((arg, index) => coerce(arg, paramOf(chosen, index)!));
    return { type: chosen.result, evaluate: strict(converted, chosen.apply), args: converted };
  };
}

/** Returns an evaluator that applies a function to its arguments, or returns NULL if one is NULL. */
export function strict(args: readonly BoundExpression[], apply: (...args: never[]) => SqlValue): Evaluator {
  const applied = apply as (...values: SqlValue[]) => SqlValue;
  const [first, second] = args;
  if (first === undefined) return () => applied();
  if (second === undefined) {
    return (row) => {
      const value = first.evaluate(row);
      return value === null ? null : applied(value);
    };
  }
  return (row) => {
    const values: SqlValue[] = [];
    for (const arg of args) {
      const value = arg.evaluate(row);
      if (value === null) return null;
      values.push(value);
    }
    return applied(...values);
  };
}

function fits(overload: Overload, args: readonly BoundExpression[]): boolean {
  if (args.length < overload.params.length - (overload.optional ?? 0)) return false;
  return args.every((arg, index) => {
    const param = paramOf(overload, index);
    return param !== undefined && canCoerce(arg, param);
  });
}

function paramOf({ params, repeated = false }: Overload, index: number): SqlType | undefined {
  return params[index] ?? (repeated ? params.at(-1) : undefined);
}

const conversions = (overload: Overload, args: readonly BoundExpression[]): number =>
  args.filter(({ type }, index) => !sameType(type, paramOf(overload, index)!)).length;
