import { createHash } from 'node:crypto';
import { type SqlMap, type SqlType, type SqlValue, textOf } from '../types/sql-type';

/** Subject on which an expression is evaluated: a row of the table, or a group of rows. */
export interface EvaluationRow {
  readonly key: string;
  /** Returns the value of a column family. */
  family(name: string): SqlMap;
  readonly parameters: ReadonlyMap<string, SqlValue>;
  /** Time of the query in microseconds since the epoch. */
  readonly nowMicros: bigint;
  /** Values of the GROUP BY expressions. */
  readonly groups: readonly SqlValue[];
  /** Results of the aggregate functions. */
  readonly aggregates: readonly SqlValue[];
}

export type Evaluator = (row: EvaluationRow) => SqlValue;

/** Expression with resolved names and types. */
export interface BoundExpression {
  readonly kind: 'constant' | 'parameter' | 'key' | 'family' | 'call' | 'aggregate' | 'group';
  readonly type: SqlType;
  /** Offset in the text of the query. */
  readonly at: number;
  readonly evaluate: Evaluator;
  /** Is the same for expressions that have the same value on each row. */
  readonly identity: string;
  /** Name of a function or operator; empty otherwise. */
  readonly name: string;
  readonly args: readonly BoundExpression[];
  /** Column outside of aggregate functions and GROUP BY expressions on which the value depends, if any. */
  readonly column: ColumnReference | undefined;
}

interface ColumnReference {
  readonly name: string;
  readonly at: number;
}

/** Returns an expression that always has this value. */
export function constant(type: SqlType, value: SqlValue, at: number): BoundExpression {
  return {
    kind: 'constant',
    type,
    at,
    evaluate: () => value,
    identity: shortened(`${type.kind}:${textOf(value)}`),
    name: '',
    args: [],
    column: undefined,
  };
}

/** Returns a digest of long texts: identities of nested expressions would otherwise grow with the square of the depth. */
function shortened(identity: string): string {
  if (identity.length < IDENTITY_CHARS_MAX) return `(${identity.length}:${identity})`;
  return createHash('sha256').update(identity).digest('base64');
}

const IDENTITY_CHARS_MAX = 100;

/** Returns the value of a constant. */
export const constantValue = (bound: BoundExpression): SqlValue => bound.evaluate(NO_ROW);

/** Row for expressions that are evaluated where there is none. */
export const NO_ROW: EvaluationRow = {
  key: '',
  family: () => new Map(),
  parameters: new Map(),
  nowMicros: 0n,
  groups: [],
  aggregates: [],
};

/** Returns the call of a function or operator. */
export function call(
  { name, at }: { readonly name: string; readonly at: number },
  { type, evaluate }: { readonly type: SqlType; readonly evaluate: Evaluator },
  args: readonly BoundExpression[],
): BoundExpression {
  return {
    kind: 'call',
    type,
    at,
    evaluate,
    identity: shortened(`${name}(${args.map(({ identity }) => identity).join(',')})`),
    name,
    args,
    column: args.find(({ column }) => column !== undefined)?.column,
  };
}

/** Returns whether the value is the same on all rows. */
export const isConstant = (bound: BoundExpression): boolean =>
  bound.kind === 'constant' ||
  bound.kind === 'parameter' ||
  (bound.kind === 'call' && bound.args.every(isConstant));
