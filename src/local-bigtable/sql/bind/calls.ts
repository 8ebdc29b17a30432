import type { CallSyntax, Expression } from '../parser/ast';
import { FUNCTIONS, SYNONYMS } from '../functions/functions';
import { type Resolved, strict } from '../functions/overload';
import { checkTimestamp } from '../functions/time-functions';
import { SqlError, unsupportedError } from '../sql-error';
import { INTERVAL_UNITS } from '../types/date-time';
import { INT64, TIMESTAMP } from '../types/sql-type';
import { type BoundExpression, call } from './bound';
import { canCoerce, coerce } from './coercion';
import type { ExpressionBinder } from './context';
import { noSignature, safely } from './signatures';

/** Binds the call of a function that is not an aggregate. Throws SqlError. */
export function bindCall(binder: ExpressionBinder, node: CallSyntax): BoundExpression {
  const { at, safe } = node;
  if (node.distinct || node.star) {
    const sign = node.star ? '*' : 'DISTINCT';
    throw new SqlError(`Argument ${sign} can only be used in aggregate functions, not in ${node.name}`, at);
  }
  const name = SYNONYMS.get(node.name) ?? node.name;
  const isInterval = name === 'TIMESTAMP_ADD' || name === 'TIMESTAMP_SUB';
  const [resolved, args] = isInterval ? shifted(binder, node) : resolve(binder, node, name);
  if (resolved === undefined) throw noSignature(node.name, args, at);
  const evaluate = safe ? safely(resolved.evaluate) : resolved.evaluate;
  return call(
    { name: safe ? `SAFE.${name}` : name, at },
    { type: resolved.type, evaluate },
    resolved.args ?? args,
  );
}

function resolve(
  binder: ExpressionBinder,
  node: CallSyntax,
  name: string,
): [Resolved | undefined, BoundExpression[]] {
  const resolver = FUNCTIONS.get(name);
  if (resolver === undefined) {
    throw UNSUPPORTED.has(name)
      ? unsupportedError(`the function ${node.name}`, node.at)
      : new SqlError(`Function not found: ${node.name}`, node.at);
  }
  const args = node.args.map((arg) => binder.bind(arg));
  return [resolver(args), args];
}

/** Binds TIMESTAMP_ADD and TIMESTAMP_SUB. */
function shifted(binder: ExpressionBinder, node: CallSyntax): [Resolved | undefined, BoundExpression[]] {
  const [time, interval] = node.args;
  if (time === undefined || interval?.kind !== 'interval' || node.args.length > 2) {
    return [undefined, node.args.filter(isValue).map((arg) => binder.bind(arg))];
  }
  const unit = INTERVAL_UNITS.get(interval.unit);
  if (unit === undefined) {
    throw new SqlError(`${node.name} does not support the ${interval.unit} date part`, interval.at);
  }
  const args = [binder.bind(time), binder.bind(interval.count)];
  if (!canCoerce(args[0]!, TIMESTAMP) || !canCoerce(args[1]!, INT64)) return [undefined, args];
  const scale = node.name === 'TIMESTAMP_SUB' ? -unit : unit;
  const converted = [coerce(args[0]!, TIMESTAMP), coerce(args[1]!, INT64)];
  const evaluate = strict(converted, (micros: bigint, count: bigint) =>
    checkTimestamp(micros + count * scale),
  );
  // The unit is part of what identifies the call.
  return [{ type: TIMESTAMP, evaluate }, [...converted, binder.bind(unitText(interval.unit, interval.at))]];
}

const unitText = (unit: string, at: number): Expression => ({
  kind: 'literal',
  type: 'string',
  text: unit,
  at,
});

const isValue = (expression: Expression): boolean => expression.kind !== 'interval';

/** Functions that GoogleSQL for Bigtable has and this server has not, so that an error can say so. */
const UNSUPPORTED = new Set(
  (
    'ANY_VALUE APPROX_COUNT_DISTINCT ARRAY_AGG ARRAY_CONCAT ARRAY_FILTER ARRAY_INCLUDES ARRAY_IS_DISTINCT ARRAY_MAX ' +
    'ARRAY_MIN ARRAY_SLICE ARRAY_SUM ARRAY_TO_STRING ARRAY_TRANSFORM BIT_COUNT CHR CODE_POINTS_TO_BYTES ' +
    'CODE_POINTS_TO_STRING COSINE_DISTANCE DATE_ADD DATE_DIFF DATE_FROM_UNIX_DATE DATE_SUB DATE_TRUNC ' +
    'EUCLIDEAN_DISTANCE EXP EXTRACT FARM_FINGERPRINT FORMAT FORMAT_DATE FORMAT_TIMESTAMP FROM_BASE32 GENERATE_ARRAY ' +
    'GENERATE_UUID HLL_COUNT INITCAP INSTR JSON_EXTRACT JSON_QUERY JSON_VALUE LEFT LN LOG LOG10 LPAD MD5 NORMALIZE ' +
    'PARSE_DATE PARSE_TIMESTAMP RAND REGEXP_EXTRACT REGEXP_EXTRACT_ALL REGEXP_REPLACE REPEAT REVERSE RIGHT RPAD SHA1 ' +
    'SHA256 SHA512 STRING TIMESTAMP_DIFF TIMESTAMP_TRUNC TO_BASE32 TO_CODE_POINTS TO_JSON_STRING TO_VECTOR32 ' +
    'TO_VECTOR64 TRUNC UNIX_DATE'
  ).split(' '),
);
