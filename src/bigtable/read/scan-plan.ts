import { invalidArgument } from '../../errors';
import { checkKey } from '../client/check-fields';
import type { ReadRowsRequest, RowRange } from '../client/types';

/**
 * Rows that remain to be read. Bounds are never empty keys. Both lists absent means the whole table. Both lists are
 * never present and empty: a scan of no row is represented by an absent plan.
 */
export interface ScanPlan {
  readonly keys?: readonly Buffer[] | undefined;
  readonly ranges?: readonly RowRange[] | undefined;
  readonly rowsLimit?: number | undefined;
  readonly reversed: boolean;
}

/** Converts a request to a plan, or to undefined when it selects no row. Throws `invalid_argument`. */
export function scanPlanOf(request: ReadRowsRequest, keyBytesMax: number): ScanPlan | undefined {
  const { keys, ranges, rowsLimit, reversed = false } = request;
  checkRowsLimit(rowsLimit);
  keys?.forEach((key, index) => checkKey(`keys[${index}]`, key, keyBytesMax));
  ranges?.forEach((range, index) => checkRange(`ranges[${index}]`, range));
  return normalPlan({
    keys,
    ranges: ranges?.map(withoutEmptyBounds),
    rowsLimit,
    reversed,
  });
}

/**
 * Returns the remainder of a plan after `rowsRead` rows, where `last` is the last row or scanned key. Undefined when
 * nothing remains.
 */
export function remainingScan(
  plan: ScanPlan,
  last: Buffer | undefined,
  rowsRead: number,
): ScanPlan | undefined {
  const limited = plan.rowsLimit === undefined ? plan : { ...plan, rowsLimit: plan.rowsLimit - rowsRead };
  if (last === undefined) return normalPlan(limited);
  const wholeTable = plan.keys === undefined && plan.ranges === undefined;
  return normalPlan({
    ...limited,
    keys: plan.keys?.filter((key) => isBeyond(key, last, plan.reversed)),
    ranges: (wholeTable ? [{}] : plan.ranges)?.map((range) => beyond(range, last, plan.reversed)),
  });
}

/** Drops empty ranges. Returns undefined when no row remains. */
function normalPlan(plan: ScanPlan): ScanPlan | undefined {
  if (plan.rowsLimit !== undefined && plan.rowsLimit <= 0) return undefined;
  if (plan.keys === undefined && plan.ranges === undefined) return plan;
  const ranges = plan.ranges?.filter((range) => !isEmpty(range)) ?? [];
  const keys = plan.keys ?? [];
  return keys.length === 0 && ranges.length === 0 ? undefined : { ...plan, keys, ranges };
}

function isBeyond(key: Buffer, last: Buffer, reversed: boolean): boolean {
  const order = key.compare(last);
  return reversed ? order < 0 : order > 0;
}

function beyond(range: RowRange, last: Buffer, reversed: boolean): RowRange {
  const bound = { key: last, inclusive: false };
  if (reversed) {
    return range.end === undefined || range.end.key.compare(last) >= 0 ? { ...range, end: bound } : range;
  }
  return range.start === undefined || range.start.key.compare(last) <= 0 ? { ...range, start: bound } : range;
}

function isEmpty({ start, end }: RowRange): boolean {
  if (start === undefined || end === undefined) return false;
  const order = start.key.compare(end.key);
  return order > 0 || (order === 0 && !(start.inclusive && end.inclusive));
}

/** Drops empty bounds, which Bigtable interprets as absent ones. */
function withoutEmptyBounds({ start, end }: RowRange): RowRange {
  return {
    start: start?.key.length === 0 ? undefined : start,
    end: end?.key.length === 0 ? undefined : end,
  };
}

function checkRange(field: string, range: RowRange): void {
  const { start, end } = withoutEmptyBounds(range);
  if (start !== undefined && end !== undefined && start.key.compare(end.key) > 0) {
    throw invalidArgument(field, 'start must not be greater than end');
  }
}

function checkRowsLimit(rowsLimit: number | undefined): void {
  if (rowsLimit !== undefined && !(Number.isSafeInteger(rowsLimit) && rowsLimit >= 0)) {
    throw invalidArgument('rowsLimit', 'must be a non-negative integer');
  }
}
