/** Filters for cells of sketch rows. Their qualifiers begin with period, action, kind and breakdown. */
import {
  cellsPerColumnLimit,
  chain,
  interleave,
  qualifierRange,
  timestampRange,
} from '../../bigtable/read/filters';
import type { Filter } from '../../bigtable/client/types';
import type { HourRange } from '../../core/campaign-counts/campaign-count-query';
import type { SketchDeclaration } from '../../core/schema/schema';
import { cellPrefix, type SketchKind } from '../../core/sketches/sketch-row';

/** The sketches to read from a row. */
export interface SketchCellSelection {
  /** Hours to read; undefined: the sketch of the whole day. */
  readonly hours: HourRange | undefined;
  readonly actionCodes: readonly number[];
  readonly kinds: readonly SketchKind[];
  /** Index of the breakdown whose values are read beside the totals. */
  readonly breakdownIndex?: number | undefined;
}

/**
 * Maximum number of column ranges in a filter. Beyond it, all columns of the period are read, because Bigtable
 * accepts filters of 20 KB at most.
 */
const RANGES_MAX = 300;

/**
 * Returns a filter for the newest version of each selected column; the newest one contains all earlier ones of its
 * writer. With `sinceMs` it selects only cells written since then, by the clocks of the writers. It may select more
 * than requested: readers check the qualifiers.
 */
export function sketchCellFilter(
  family: SketchDeclaration['family'],
  selection: SketchCellSelection,
  sinceMs?: number,
): Filter {
  const ranges = columnRanges(family, selection);
  const columns = ranges.length === 1 ? ranges[0]! : interleave(...ranges);
  const newest = cellsPerColumnLimit(1);
  return sinceMs === undefined
    ? chain(columns, newest)
    : chain(columns, timestampRange(Math.max(0, Math.floor(sinceMs)) * 1_000), newest);
}

function columnRanges(
  family: string,
  { hours, actionCodes, kinds, breakdownIndex }: SketchCellSelection,
): Filter[] {
  const breakdowns = breakdownIndex === undefined ? [0] : [0, 1 + breakdownIndex];
  const periods = hours === undefined ? [undefined] : rangeOf(hours);
  if (periods.length * actionCodes.length * kinds.length * breakdowns.length > RANGES_MAX) {
    const bound = (hour: number): Buffer => Buffer.of(1 + hour);
    return [qualifierRange({ family, start: bound(hours?.first ?? -1), end: bound(hours?.end ?? 0) })];
  }
  return periods.flatMap((hour) =>
    actionCodes.flatMap((actionCode) =>
      kinds.flatMap((kind) => {
        const prefix = cellPrefix({ hour, actionCode, kind, breakdown: undefined });
        return breakdowns.map((code) => prefixRange(family, withLast(prefix, code)));
      }),
    ),
  );
}

function prefixRange(family: string, start: Buffer): Filter {
  return qualifierRange({ family, start, end: withLast(start, start.at(-1)! + 1) });
}

function withLast(prefix: Buffer, byte: number): Buffer {
  return Buffer.concat([prefix.subarray(0, -1), Buffer.of(byte)]);
}

function rangeOf({ first, end }: HourRange): number[] {
  return Array.from({ length: end - first }, (_, at) => first + at);
}
