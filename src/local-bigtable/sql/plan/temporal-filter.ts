import type { Binder } from '../bind/binder';
import { type BoundExpression, type EvaluationRow, isConstant } from '../bind/bound';
import { canCoerce, coerce } from '../bind/coercion';
import type { Hint } from '../parser/ast';
import { evaluationError, SqlError } from '../sql-error';
import { INT64, nameOfType, type SqlType, TIMESTAMP } from '../types/sql-type';

/** Selects the cells of each column that a query sees. Times are in milliseconds, the granularity of cells. */
export interface TemporalFilter {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Maximum number of versions for each column. */
  readonly versions: number;
}

/** Temporal filters of a query, with values that may depend on parameters. */
export interface TemporalPlan {
  readonly withHistory: boolean;
  readonly arguments: ReadonlyMap<string, BoundExpression>;
}

/** Types of the arguments, and whether they require `with_history`. */
const ARGUMENTS: ReadonlyMap<string, { readonly type: SqlType; readonly history: boolean }> = new Map([
  ['after', { type: TIMESTAMP, history: true }],
  ['after_or_equal', { type: TIMESTAMP, history: true }],
  ['before', { type: TIMESTAMP, history: true }],
  ['before_or_equal', { type: TIMESTAMP, history: true }],
  ['latest_n', { type: INT64, history: true }],
  ['as_of', { type: TIMESTAMP, history: false }],
]);

/**
 * Binds the named arguments of a table, as
 * https://cloud.google.com/bigtable/docs/reference/sql/table-functions-built-in describes them. Throws SqlError.
 */
export function planTemporalFilter(binder: Binder, hints: readonly Hint[]): TemporalPlan {
  const withHistory = hints.filter(isHistory).some(historyFlag);
  const bound = new Map<string, BoundExpression>();
  const seen = new Set<string>();
  for (const hint of hints) {
    const name = hint.name.toLowerCase();
    if (seen.has(name)) throw new SqlError(`Duplicate named argument ${name}`, hint.at);
    seen.add(name);
    if (!isHistory(hint)) bound.set(name, bindArgument(binder, { ...hint, name }, withHistory));
  }
  return { withHistory, arguments: bound };
}

const isHistory = ({ name }: Hint): boolean => name.toLowerCase() === 'with_history';

function historyFlag({ value, at }: Hint): boolean {
  if (value.kind !== 'literal' || value.type !== 'bool') {
    throw new SqlError('with_history must be TRUE or FALSE', at);
  }
  return value.text === 'true';
}

function bindArgument(binder: Binder, { name, at, value }: Hint, withHistory: boolean): BoundExpression {
  const argument = ARGUMENTS.get(name);
  if (argument === undefined)
    throw new SqlError(`Named argument ${name} not found in signature for a table`, at);
  if (argument.history && !withHistory) throw new SqlError(`${name} requires with_history => TRUE`, at);
  if (!argument.history && withHistory)
    throw new SqlError(`${name} cannot be used with with_history => TRUE`, at);
  const bound = binder.bind(value);
  if (!canCoerce(bound, argument.type)) {
    throw new SqlError(
      `${name} should be of type ${nameOfType(argument.type)}, but is of type ${nameOfType(bound.type)}`,
      bound.at,
    );
  }
  if (!isConstant(bound)) throw new SqlError(`${name} must be a constant`, bound.at);
  return coerce(bound, argument.type);
}

/** Evaluates the filters for one execution. Throws OUT_OF_RANGE for values that make no sense. */
export function temporalFilterOf(plan: TemporalPlan, row: EvaluationRow): TemporalFilter {
  const valueOf = (name: string): bigint | undefined => {
    const bound = plan.arguments.get(name);
    if (bound === undefined) return undefined;
    const value = bound.evaluate(row);
    if (value === null) throw evaluationError(`${name} must not be NULL`);
    return value as bigint;
  };
  const latest = valueOf('latest_n');
  if (latest !== undefined && latest < 1n) throw evaluationError('latest_n must be at least 1');
  const starts = [above(valueOf('after'), 1n), above(valueOf('after_or_equal'), 0n)];
  const ends = [
    above(valueOf('before'), 0n),
    above(valueOf('before_or_equal'), 1n),
    above(valueOf('as_of'), 1n),
  ];
  return {
    fromMs: starts.reduce<number>((from, each) => Math.max(from, each ?? -Infinity), -Infinity),
    toMs: ends.reduce<number>((to, each) => Math.min(to, each ?? Infinity), Infinity),
    versions: plan.withHistory ? Number(latest ?? Infinity) : 1,
  };
}

/** Returns the first millisecond at or after a time plus some microseconds: cells have whole milliseconds. */
function above(micros: bigint | undefined, plus: bigint): number | undefined {
  return micros === undefined ? undefined : Math.ceil(Number(micros + plus) / 1_000);
}
