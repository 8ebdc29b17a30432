import type { Expression } from '../parser/ast';
import type { SqlType } from '../types/sql-type';
import type { AggregateSlots } from './aggregate-slots';
import type { BoundExpression } from './bound';
import type { QueryScope } from './scope';

/** Meaning of names, parameters and aggregate functions at a place of the query. */
export interface BindingContext {
  readonly scope: QueryScope;
  readonly parameters: ReadonlyMap<string, SqlType>;
  /** Select-list aliases that can be used here, by their name in small letters. */
  readonly aliases?: ReadonlyMap<string, Expression>;
  /** Whether an alias hides a column of the same name. Default: false. */
  readonly aliasesFirst?: boolean;
  /** Collects the aggregate calls; or the clause that must not contain any. */
  readonly aggregates: AggregateSlots | string;
  /** GROUP BY expressions: their index by their identity. */
  readonly groups?: ReadonlyMap<string, number>;
}

/** Binds the parts of an expression. */
export interface ExpressionBinder {
  readonly context: BindingContext;
  bind(expression: Expression): BoundExpression;
  /** Returns a binder that differs in some of its context. */
  with(changes: Partial<BindingContext>): ExpressionBinder;
}
