import { SqlError } from '../sql-error';
import { nameOfType } from '../types/sql-type';
import type { BoundExpression } from './bound';

/** Returns the error of a call that no signature of the function fits. */
export const noSignature = (name: string, args: readonly BoundExpression[], at: number): SqlError =>
  new SqlError(`No matching signature for function ${name} for argument types: ${typesOf(args)}`, at);

/** Returns an evaluator whose errors are NULL. */
export function safely(evaluate: BoundExpression['evaluate']): BoundExpression['evaluate'] {
  return (row) => {
    try {
      return evaluate(row);
    } catch {
      return null;
    }
  };
}

/** Names the types of expressions. */
export const typesOf = (bounds: readonly BoundExpression[]): string =>
  bounds.map(({ type }) => nameOfType(type)).join(', ');
