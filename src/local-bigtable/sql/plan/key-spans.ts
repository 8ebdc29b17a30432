import type { BoundExpression, EvaluationRow } from '../bind/bound';
import { isConstant } from '../bind/bound';
import { likePrefix } from '../functions/like';
import { intersectSpans, mergeSpans, prefixSpan, successor } from '../../store/key-span';
import type { KeySpan } from '../../store/stored-table';
import type { SqlValue } from '../types/sql-type';

const ALL: readonly KeySpan[] = [{ start: '', end: undefined }];
const NOTHING: readonly KeySpan[] = [];

/**
 * Returns disjoint spans, in order, that contain all rows for which a condition can be true. Rows within the spans must
 * still be checked.
 */
export function keySpansOf(condition: BoundExpression | undefined, row: EvaluationRow): readonly KeySpan[] {
  if (condition === undefined) return ALL;
  switch (condition.name) {
    case 'AND':
      return condition.args.map((arg) => keySpansOf(arg, row)).reduce(intersection, ALL);
    case 'OR':
      return mergeSpans(condition.args.flatMap((arg) => keySpansOf(arg, row)));
    default:
      return predicateSpans(condition, row) ?? ALL;
  }
}

/** Returns what two lists of disjoint, sorted spans have in common. */
function intersection(a: readonly KeySpan[], b: readonly KeySpan[]): readonly KeySpan[] {
  const common: KeySpan[] = [];
  for (let inA = 0, inB = 0; inA < a.length && inB < b.length;) {
    const [one, other] = [a[inA]!, b[inB]!];
    const both = intersectSpans(one, other);
    if (both !== undefined) common.push(both);
    const endsFirst = one.end !== undefined && (other.end === undefined || one.end < other.end);
    if (endsFirst) inA++;
    else inB++;
  }
  return common;
}

/** Returns the spans of a predicate of the row key and constants; undefined for other conditions. */
function predicateSpans({ name, args }: BoundExpression, row: EvaluationRow): readonly KeySpan[] | undefined {
  const [left, ...right] = args;
  if (left === undefined) return undefined;
  if (left.kind === 'key' && right.every(isConstant)) return keyPredicate(name, right, row);
  const [other] = right;
  if (other?.kind !== 'key' || !isConstant(left) || right.length > 1) return undefined;
  const mirrored = MIRRORED.get(name);
  return mirrored === undefined ? undefined : keyPredicate(mirrored, [left], row);
}

/** Comparisons with exchanged operands. */
const MIRRORED: ReadonlyMap<string, string> = new Map([
  ['=', '='],
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
]);

function keyPredicate(
  name: string,
  operands: readonly BoundExpression[],
  row: EvaluationRow,
): readonly KeySpan[] | undefined {
  if (name === 'IN')
    return mergeSpans(operands.flatMap((operand) => spansOf('=', valueOf(operand, row)) ?? ALL));
  if (name === 'IN UNNEST') {
    const keys = valueOf(operands[0]!, row);
    if (keys === undefined) return undefined;
    return mergeSpans(((keys ?? []) as readonly SqlValue[]).flatMap((key) => spansOf('=', key) ?? []));
  }
  return spansOf(name, valueOf(operands[0]!, row));
}

/** Returns the value of a constant expression; undefined if it has none, which an evaluation will report. */
function valueOf(bound: BoundExpression, row: EvaluationRow): SqlValue | undefined {
  try {
    return bound.evaluate(row);
  } catch {
    return undefined;
  }
}

/** Returns the spans of keys that compare to a value; undefined for other operators. */
function spansOf(operator: string, value: SqlValue | undefined): readonly KeySpan[] | undefined {
  if (value === undefined) return undefined;
  const isPredicate = ['=', '<', '<=', '>', '>=', 'LIKE', 'STARTS_WITH'].includes(operator);
  // A comparison with NULL is never true.
  if (value === null) return isPredicate ? NOTHING : undefined;
  if (typeof value !== 'string') return undefined;
  switch (operator) {
    case '=':
      return [{ start: value, end: successor(value) }];
    case '<':
      return value === '' ? NOTHING : [{ start: '', end: value }];
    case '<=':
      return [{ start: '', end: successor(value) }];
    case '>':
      return [{ start: successor(value), end: undefined }];
    case '>=':
      return [{ start: value, end: undefined }];
    case 'STARTS_WITH':
      return [prefixSpan(value)];
    case 'LIKE':
      return likeSpans(value);
    default:
      return undefined;
  }
}

function likeSpans(pattern: string): readonly KeySpan[] | undefined {
  try {
    const { prefix, isWhole } = likePrefix(pattern);
    return [isWhole ? { start: prefix, end: successor(prefix) } : prefixSpan(prefix)];
  } catch {
    return undefined;
  }
}
