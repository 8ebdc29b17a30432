import { RpcError } from '../../grpc/rpc-error';
import { SqlError } from '../sql-error';
import { castBetween } from '../types/cast';
import { FLOAT64, INT64, isNumeric, nameOfType, sameType, type SqlType, textOf } from '../types/sql-type';
import { type BoundExpression, constant, constantValue } from './bound';

/** Types that a literal becomes where they are required, by its own type. */
const LITERAL_COERCIONS: Readonly<Record<string, readonly string[]>> = {
  int64: ['float64', 'float32'],
  float64: ['float32'],
  string: ['bytes', 'date', 'timestamp'],
};

/** Returns whether the expression can be used where a type is required. */
export function canCoerce({ type, kind }: BoundExpression, to: SqlType): boolean {
  if (sameType(type, to) || type.kind === 'null') return true;
  if (to.kind === 'float64' && isNumeric(type)) return true;
  return kind === 'constant' && LITERAL_COERCIONS[type.kind]?.includes(to.kind) === true;
}

/** Converts an expression for which `canCoerce` is true. */
export function coerce(bound: BoundExpression, to: SqlType): BoundExpression {
  if (sameType(bound.type, to)) return bound;
  const cast = castBetween(bound.type, to)!;
  if (bound.kind === 'constant') return constant(to, castLiteral(bound, to, cast), bound.at);
  return {
    ...bound,
    type: to,
    evaluate: (row) => {
      const value = bound.evaluate(row);
      return value === null ? null : cast(value);
    },
  };
}

function castLiteral(bound: BoundExpression, to: SqlType, cast: NonNullable<ReturnType<typeof castBetween>>) {
  const value = constantValue(bound);
  if (value === null) return null;
  try {
    return cast(value);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new SqlError(
      `Could not cast literal ${JSON.stringify(textOf(value))} to type ${nameOfType(to)}`,
      bound.at,
    );
  }
}

/** Returns the type to which all expressions can be converted; undefined if there is none. */
export function commonType(bounds: readonly BoundExpression[]): SqlType | undefined {
  const typed = bounds.filter(({ type }) => type.kind !== 'null');
  if (typed.length === 0) return INT64;
  const isLiteral = ({ kind }: BoundExpression): boolean => kind === 'constant';
  const candidates = [...typed.filter((each) => !isLiteral(each)), ...typed.filter(isLiteral)].map(
    ({ type }) => type,
  );
  if (typed.every(({ type }) => isNumeric(type))) candidates.push(FLOAT64);
  return candidates.find((type) => bounds.every((each) => canCoerce(each, type)));
}
