import type { Expression, Name, SubscriptMode } from '../parser/ast';
import { evaluationError, SqlError } from '../sql-error';
import { INT64, nameOfType, type SqlMap, type SqlType, type SqlValue, textOf } from '../types/sql-type';
import { type BoundExpression, call } from './bound';
import { canCoerce, coerce } from './coercion';

type Subscript = Extract<Expression, { kind: 'subscript' }>;

/** Binds `map[key]` and `array[offset]`. */
export function bindSubscript(
  { at, mode }: Subscript,
  operand: BoundExpression,
  index: BoundExpression,
): BoundExpression {
  const { type } = operand;
  const isKey = mode === 'ELEMENT' || mode.endsWith('KEY');
  if (type.kind === 'map' && isKey && canCoerce(index, type.key)) {
    return element({ at, mode, type: type.value }, [operand, coerce(index, type.key)], mapElement(mode));
  }
  if (type.kind === 'array' && !mode.endsWith('KEY') && canCoerce(index, INT64)) {
    return element({ at, mode, type: type.element }, [operand, coerce(index, INT64)], arrayElement(mode));
  }
  throw new SqlError(
    `Subscript access using [${mode === 'ELEMENT' ? '' : mode}${mode === 'ELEMENT' ? nameOfType(index.type) : `(${nameOfType(index.type)})`}] is not supported on values of type ${nameOfType(type)}`,
    index.at,
  );
}

type Access = (collection: SqlValue, index: SqlValue) => SqlValue;

function element(
  { at, mode, type }: { readonly at: number; readonly mode: SubscriptMode; readonly type: SqlType },
  args: readonly [BoundExpression, BoundExpression],
  access: Access,
): BoundExpression {
  const [collection, index] = args;
  const evaluate: BoundExpression['evaluate'] = (row) => {
    const wanted = index.evaluate(row);
    if (wanted === null) return null;
    const value = collection.evaluate(row);
    return value === null ? null : access(value, wanted);
  };
  return call({ name: `[${mode}]`, at }, { type, evaluate }, args);
}

function mapElement(mode: SubscriptMode): Access {
  return (map, key) => {
    const value = (map as SqlMap).get(key as string | bigint);
    if (value === undefined && mode === 'KEY') throw evaluationError(`Key not found in map: ${textOf(key)}`);
    return value ?? null;
  };
}

function arrayElement(mode: SubscriptMode): Access {
  const first = mode.endsWith('ORDINAL') ? 1n : 0n;
  return (array, index) => {
    const offset = Number((index as bigint) - first);
    const values = array as readonly SqlValue[];
    if (offset >= 0 && offset < values.length) return values[offset]!;
    if (mode.startsWith('SAFE')) return null;
    throw evaluationError(`Array index ${textOf(index)} is out of bounds`);
  };
}

/** Binds `struct.field`. Names of fields are case-insensitive. */
export function bindField(operand: BoundExpression, { name, at }: Name): BoundExpression {
  const { type } = operand;
  if (type.kind !== 'struct') {
    throw new SqlError(`Cannot access field ${name} on a value with type ${nameOfType(type)}`, at);
  }
  const matches = type.fields.flatMap((field, index) =>
    field.name.toLowerCase() === name.toLowerCase() ? [index] : [],
  );
  const [index] = matches;
  if (index === undefined) throw new SqlError(`Field name ${name} does not exist in ${nameOfType(type)}`, at);
  if (matches.length > 1) throw new SqlError(`Field name ${name} is ambiguous in ${nameOfType(type)}`, at);
  const evaluate: BoundExpression['evaluate'] = (row) => {
    const fields = operand.evaluate(row) as readonly SqlValue[] | null;
    return fields === null ? null : fields[index]!;
  };
  return call({ name: `.${index}`, at: operand.at }, { type: type.fields[index]!.type, evaluate }, [operand]);
}
