import { cellsPerRowLimit, chain, interleave, qualifierRange, stripValue } from '../../bigtable/read/filters';
import type { Filter } from '../../bigtable/client/types';
import { periodOf, SECONDS_PER_DAY, WEEK } from '../../core/blocks/block-column';
import type { PackingRules } from '../../core/compaction/plan-packing';
import type { ColumnSpan } from '../../core/compaction/packing-steps';
import { secondsPrefix } from '../../core/counts/event-range';

/**
 * The first so many cells of a row that may have to be packed, without their values: most rows have nothing to be packed,
 * and then their names are all that is sent. `after` is the last column that was seen.
 */
export function cellNamesFilter(
  family: string,
  rules: PackingRules,
  { cellsMax, after }: { readonly cellsMax: number; readonly after?: Buffer },
): Filter {
  const start = after === undefined ? secondsPrefix(firstSeconds(rules)) : behind(after);
  const columns = qualifierRange({ family, start, end: secondsPrefix(openSeconds(rules)) });
  return chain(columns, cellsPerRowLimit(cellsMax), stripValue());
}

/** Whole cells of these columns, at most so many. */
export function columnSpansFilter(family: string, spans: readonly ColumnSpan[], cellsMax: number): Filter {
  const ranges = spans.map(({ first, last }) => qualifierRange({ family, start: first, end: behind(last) }));
  return chain(interleave(...ranges), cellsPerRowLimit(cellsMax));
}

/** Whether there may be anything to look for in columns behind this one. */
export function isBeforeOpenPeriod(after: Buffer, rules: PackingRules): boolean {
  return after.compare(secondsPrefix(openSeconds(rules))) < 0;
}

/** No column is between the two. */
const behind = (column: Buffer): Buffer => Buffer.concat([column, Buffer.of(0)]);

/** All that was over by the end of the retention lies before. */
function firstSeconds({ retainedFromMs, overhangSeconds }: PackingRules): number {
  const seconds = Math.max(0, Math.floor(retainedFromMs / 1_000) - overhangSeconds);
  return periodOf(seconds, WEEK).startSeconds;
}

/** Nothing that begins from then on is over. */
function openSeconds({ nowMs, graceMs, overhangSeconds }: PackingRules): number {
  const seconds = Math.floor((nowMs - graceMs) / 1_000) - overhangSeconds;
  return Math.max(1, seconds - (seconds % SECONDS_PER_DAY));
}
