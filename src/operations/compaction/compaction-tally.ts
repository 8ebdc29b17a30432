import type { ErrorCode } from '../../errors';

/** Totals of a run. All numbers add up over runs and workers. */
export interface CompactionTally {
  /** Rows with events that may be packed. */
  rows: number;
  rowsPacked: number;
  /** Days packed before they were over. */
  openDaysPacked: number;
  /** Rows in which a period has more events than fit into one block, usually of bots. */
  rowsOverBlock: number;
  /** Rows that could not be packed; `failures` has the reasons. */
  rowsFailed: number;
  cellsRemoved: number;
  blocksWritten: number;
  /** Events in the blocks written. */
  eventsPacked: number;
  duplicatesDropped: number;
  /**
   * Events removed because an erasure, a withdrawal or a deletion hides them for ever. A block of which no event is left
   * may count as one.
   */
  hiddenEventsRemoved: number;
  /** Bytes of qualifiers, timestamps and values: of the cells removed, and of the blocks written. */
  bytesRemoved: number;
  bytesWritten: number;
  /** Totals of the last 30 days: what a query over them read before, and what it reads now. */
  recent: { rows: number; cellsBefore: number; cellsAfter: number; bytesBefore: number; bytesAfter: number };
  /** Cells that were left unchanged, because Tidemark did not write them or cannot decode them. */
  cellsLeft: number;
  /** Reasons for cells and rows that were left unchanged, by code. */
  readonly failures: Partial<Record<ErrorCode | 'foreign', { count: number; example: string }>>;
}

export function emptyCompactionTally(): CompactionTally {
  return {
    rows: 0,
    rowsPacked: 0,
    openDaysPacked: 0,
    rowsOverBlock: 0,
    rowsFailed: 0,
    cellsRemoved: 0,
    blocksWritten: 0,
    eventsPacked: 0,
    duplicatesDropped: 0,
    hiddenEventsRemoved: 0,
    bytesRemoved: 0,
    bytesWritten: 0,
    cellsLeft: 0,
    recent: { rows: 0, cellsBefore: 0, cellsAfter: 0, bytesBefore: 0, bytesAfter: 0 },
    failures: {},
  };
}

export function countCompactionFailure(
  tally: CompactionTally,
  code: ErrorCode | 'foreign',
  message: string,
  count = 1,
): void {
  const known = tally.failures[code];
  if (known === undefined) tally.failures[code] = { count, example: message };
  else known.count += count;
}

/** Adds the totals of a row to the totals of the run. */
export function addCompactionTally(sum: CompactionTally, more: CompactionTally): void {
  for (const [name, value] of Object.entries(more) as [keyof CompactionTally, unknown][]) {
    if (typeof value === 'number') (sum[name] as number) += value;
  }
  for (const name of Object.keys(more.recent) as (keyof CompactionTally['recent'])[]) {
    sum.recent[name] += more.recent[name];
  }
  for (const [code, { count, example }] of Object.entries(more.failures)) {
    countCompactionFailure(sum, code as ErrorCode, example, count);
  }
}
