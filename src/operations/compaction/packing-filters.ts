import {
  cellsPerColumnLimit,
  cellsPerRowLimit,
  cellsPerRowOffset,
  chain,
  interleave,
  qualifierRange,
  stripValue,
} from '../../bigtable/read/filters';
import type { Filter } from '../../bigtable/client/types';
import { periodOf, SECONDS_PER_DAY, WEEK } from '../../core/blocks/block-column';
import type { PackingRules } from '../../core/compaction/plan-packing';
import type { ColumnSpan } from '../../core/compaction/packing-steps';
import { secondsPrefix } from '../../core/counts/event-range';
import {
  deletedEventColumn,
  EVENTS_ERASED,
  FIRST_WITHDRAWAL,
  PRIVACY_FAMILY,
  WITHDRAWALS_END,
} from '../../core/privacy/privacy-family';

/** Which cells a scan returns. */
export interface ScanScope {
  /** Largest number of a row's names. */
  readonly cellsMax: number;
  /** Whether rows are users, who may have a record of what is hidden. */
  readonly hasRecords: boolean;
}

/**
 * Returns a filter for a scan: the first cells of each row that are of days that are over, without their values, and one
 * cell of those rows that may have enough events of open days; of users, also the columns of their record that hide events.
 * Most rows need no packing, and then only the qualifiers of their blocks are transferred.
 */
export function scanFilter(family: string, rules: PackingRules, { cellsMax, hasRecords }: ScanScope): Filter {
  const events = eventsFilter(family, rules, cellsMax);
  return hasRecords ? interleave(events, ...recordFilters(family, rules)) : events;
}

/**
 * Returns filters for what hides events that may be packed: the newest cell of each column, without its value. Tombstones of
 * decisions are not among it: a withdrawal that one voids is before the tombstone of events of the same erasure.
 */
function recordFilters(family: string, rules: PackingRules): readonly Filter[] {
  const deletedEvent = (seconds: number): Buffer => deletedEventColumn(family, secondsPrefix(seconds));
  const columns: readonly (readonly [start: Buffer, end: Buffer])[] = [
    [EVENTS_ERASED, nextColumn(EVENTS_ERASED)],
    [FIRST_WITHDRAWAL, WITHDRAWALS_END],
    [deletedEvent(firstSeconds(rules)), deletedEvent(endSeconds(rules))],
  ];
  return columns.map(([start, end]) =>
    chain(qualifierRange({ family: PRIVACY_FAMILY, start, end }), cellsPerColumnLimit(1), stripValue()),
  );
}

function eventsFilter(family: string, rules: PackingRules, cellsMax: number): Filter {
  const { openDayEventsMin } = rules;
  const start = secondsPrefix(firstSeconds(rules));
  const open = openDaysStart(rules);
  const over = chain(qualifierRange({ family, start, end: open }), cellsPerRowLimit(cellsMax), stripValue());
  if (openDayEventsMin === 0) return over;
  const openColumns = qualifierRange({ family, start: open, end: secondsPrefix(endSeconds(rules)) });
  const others = openDayEventsMin === 1 ? [] : [cellsPerRowOffset(openDayEventsMin - 1)];
  return interleave(over, chain(openColumns, ...others, cellsPerRowLimit(1), stripValue()));
}

/** Returns a filter for the next cells of a row that may need packing, without their values. */
export function cellNamesFilter(
  family: string,
  rules: PackingRules,
  { cellsMax, after }: { readonly cellsMax: number; readonly after: Buffer },
): Filter {
  const end = secondsPrefix(endSeconds(rules));
  const columns = qualifierRange({ family, start: nextColumn(after), end });
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

/** Returns the column before those of the first day that is not over. */
export function openDaysStart({
  nowMs,
  graceMs,
  overhangSeconds,
}: Pick<PackingRules, 'nowMs' | 'graceMs' | 'overhangSeconds'>): Buffer {
  return secondsPrefix(startOfDay(Math.floor((nowMs - graceMs) / 1_000) - overhangSeconds));
}

/** Returns the start of the first day that is not packed: tomorrow, or the first day that is not over. */
function endSeconds(rules: PackingRules): number {
  if (rules.openDayEventsMin === 0) return openDaysStart(rules).readUInt32BE();
  return startOfDay(Math.floor(rules.nowMs / 1_000) + SECONDS_PER_DAY);
}

function startOfDay(seconds: number): number {
  return Math.max(1, seconds - (seconds % SECONDS_PER_DAY));
}
