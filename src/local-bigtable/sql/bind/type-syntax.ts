import type { TypeSyntax } from '../parser/ast';
import { SqlError } from '../sql-error';
import {
  arrayOf,
  BOOL,
  BYTES,
  DATE,
  FLOAT32,
  FLOAT64,
  INT64,
  type SqlType,
  STRING,
  TIMESTAMP,
} from '../types/sql-type';

const TYPES: Readonly<Record<string, SqlType>> = {
  BOOL,
  BOOLEAN: BOOL,
  BYTES,
  DATE,
  FLOAT32,
  FLOAT64,
  INT64,
  STRING,
  TIMESTAMP,
};

/** Returns the type that a name in the query denotes. Throws SqlError. */
export function typeOf({ name, element, at }: TypeSyntax): SqlType {
  if (element !== null) return arrayOf(typeOf(element));
  const type = TYPES[name];
  if (type === undefined) throw new SqlError(`Type not found: ${name}`, at);
  return type;
}
