import type { Expression } from '../parser/ast';
import { SqlError } from '../sql-error';
import { parseDate, parseTimestamp } from '../types/date-time';
import { BOOL, BYTES, DATE, FLOAT64, INT64, NULL, STRING, TIMESTAMP } from '../types/sql-type';
import { type BoundExpression, constant } from './bound';

/** Binds a literal. Throws SqlError if its text is no value of its type. */
export function bindLiteral({ type, text, at }: Extract<Expression, { kind: 'literal' }>): BoundExpression {
  switch (type) {
    case 'null':
      return constant(NULL, null, at);
    case 'bool':
      return constant(BOOL, text === 'true', at);
    case 'int64':
      return constant(INT64, integerLiteral(text, at), at);
    case 'float64':
      return constant(FLOAT64, Number(text), at);
    case 'string':
      return constant(STRING, text, at);
    case 'bytes':
      return constant(BYTES, text, at);
    case 'timestamp':
      return constant(TIMESTAMP, parseTimestamp(text) ?? invalidLiteral('TIMESTAMP', at), at);
    case 'date':
      return constant(DATE, parseDate(text) ?? invalidLiteral('DATE', at), at);
  }
}

function integerLiteral(text: string, at: number): bigint {
  const magnitude = BigInt(text.replace(/^-/, ''));
  const value = text.startsWith('-') ? -magnitude : magnitude;
  if (BigInt.asIntN(64, value) !== value) throw new SqlError(`Invalid integer literal: ${text}`, at);
  return value;
}

function invalidLiteral(type: string, at: number): never {
  throw new SqlError(`Invalid ${type} literal`, at);
}
