import { cellsPerRowLimit, chain, interleave, qualifierRange, stripValue } from '../../bigtable/read/filters';
import type { Filter } from '../../bigtable/client/types';
import { periodOf, SECONDS_PER_DAY, WEEK } from '../../core/blocks/block-column';
import type { PackingRules } from '../../core/compaction/plan-packing';
import type { ColumnSpan } from '../../core/compaction/packing-steps';
import { secondsPrefix } from '../../core/counts/event-range';

/**
 * Returns a filter for the first cells of a row that may need packing, without their values. Most rows need none, and
 * then only qualifiers are transferred. `after` is the last column that was read.
 */
export function cellNamesFilter(
  family: string,
  rules: PackingRules,
  { cellsMax, after }: { readonly cellsMax: number; readonly after?: Buffer },
): Filter {
  const start = after === undefined ? secondsPrefix(firstSeconds(rules)) : nextColumn(after);
  const columns = qualifierRange({ family, start, end: secondsPrefix(endSeconds(rules)) });
  return chain(columns, cellsPerRowLimit(cellsMax), stripValue());
}

/** Returns a filter for whole cells of these columns, at most `cellsMax`. */
export function columnSpansFilter(family: string, spans: readonly ColumnSpan[], cellsMax: number): Filter {
  const ranges = spans.map(({ first, last }) =>
    qualifierRange({ family, start: first, end: nextColumn(last) }),
  );
  return chain(interleave(...ranges), cellsPerRowLimit(cellsMax));
}

/** Whether columns after this one may need packing. */
export function mayNeedPackingAfter(after: Buffer, rules: PackingRules): boolean {
  return after.compare(secondsPrefix(endSeconds(rules))) < 0;
}

/** Returns the next possible column. */
const nextColumn = (column: Buffer): Buffer => Buffer.concat([column, Buffer.of(0)]);

/** Returns the start of the oldest period: everything before it closed before the retention began. */
function firstSeconds({ retainedFromMs, overhangSeconds }: PackingRules): number {
  const seconds = Math.max(0, Math.floor(retainedFromMs / 1_000) - overhangSeconds);
  return periodOf(seconds, WEEK).startSeconds;
}

/** Returns the start of the first day that is not packed: tomorrow, or the first day that is not over. */
function endSeconds({ nowMs, graceMs, overhangSeconds, openDayEventsMin }: PackingRules): number {
  const seconds =
    openDayEventsMin > 0
      ? Math.floor(nowMs / 1_000) + SECONDS_PER_DAY
      : Math.floor((nowMs - graceMs) / 1_000) - overhangSeconds;
  return Math.max(1, seconds - (seconds % SECONDS_PER_DAY));
}
