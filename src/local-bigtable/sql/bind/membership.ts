import type { Expression } from '../parser/ast';
import { SqlError } from '../sql-error';
import { compareSqlValues } from '../types/compare';
import { BOOL, isComparable, type SqlType, type SqlValue } from '../types/sql-type';
import { type BoundExpression, call } from './bound';
import { canCoerce, coerce, commonType } from './coercion';
import { typesOf } from './signatures';

/** Binds `value IS NULL`, `IS TRUE` and `IS FALSE`. */
export function bindIs(
  { at, value }: Extract<Expression, { kind: 'is' }>,
  operand: BoundExpression,
): BoundExpression {
  if (value !== null && !canCoerce(operand, BOOL)) {
    const name = `IS ${String(value).toUpperCase()}`;
    throw new SqlError(
      `No matching signature for operator ${name} for argument types: ${typesOf([operand])}`,
      at,
    );
  }
  const evaluate: BoundExpression['evaluate'] = (row) => operand.evaluate(row) === value;
  return call({ name: `IS ${String(value)}`, at }, { type: BOOL, evaluate }, [operand]);
}

/** Binds `value IN (list)`. */
export function bindInList(
  at: number,
  operand: BoundExpression,
  list: readonly BoundExpression[],
): BoundExpression {
  const type = commonType([operand, ...list]);
  if (type === undefined || !isComparable(type)) {
    throw new SqlError(
      `No matching signature for operator IN for argument types: ${typesOf([operand, ...list])}`,
      at,
    );
  }
  const args = [operand, ...list].map((each) => coerce(each, type));
  const [value, ...items] = args;
  const evaluate: BoundExpression['evaluate'] = (row) => {
    const wanted = value!.evaluate(row);
    return isAmong(
      { wanted, type },
      items.map((item) => item.evaluate(row)),
    );
  };
  return call({ name: 'IN', at }, { type: BOOL, evaluate }, args);
}

/** Binds `value IN UNNEST(array)`. */
export function bindInArray(at: number, operand: BoundExpression, array: BoundExpression): BoundExpression {
  const element = array.type.kind === 'array' ? array.type.element : undefined;
  if (element === undefined || !isComparable(element) || !canCoerce(operand, element)) {
    throw new SqlError(
      `No matching signature for operator IN UNNEST for argument types: ${typesOf([operand, array])}`,
      at,
    );
  }
  const value = coerce(operand, element);
  const evaluate: BoundExpression['evaluate'] = (row) => {
    const items = array.evaluate(row) as readonly SqlValue[] | null;
    return items === null ? false : isAmong({ wanted: value.evaluate(row), type: element }, items);
  };
  return call({ name: 'IN UNNEST', at }, { type: BOOL, evaluate }, [value, array]);
}

function isAmong(
  { wanted, type }: { readonly wanted: SqlValue; readonly type: SqlType },
  items: readonly SqlValue[],
): SqlValue {
  if (wanted === null) return items.length === 0 ? false : null;
  if (items.some((item) => item !== null && compareSqlValues(type, wanted, item) === 0)) return true;
  return items.includes(null) ? null : false;
}
