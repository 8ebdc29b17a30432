import type { ErrorCode } from '../../errors';

/** What a run has done so far. Everything in it adds up, over runs and over workers. */
export interface CompactionTally {
  /** Rows that have events of days which are over. */
  rows: number;
  rowsPacked: number;
  /** Rows of which a period's events are more than one block takes: bots. */
  rowsOverBlock: number;
  /** Rows that were given up: see `failures`. */
  rowsFailed: number;
  cellsRemoved: number;
  blocksWritten: number;
  /** In the blocks written. */
  eventsPacked: number;
  duplicatesDropped: number;
  /** Names, times and values of the cells removed, and of the blocks written. */
  bytesRemoved: number;
  bytesWritten: number;
  /** The same of the last 30 days alone: what a query over them read before, and reads now. */
  recent: { rows: number; cellsBefore: number; cellsAfter: number; bytesBefore: number; bytesAfter: number };
  /** Cells that were left as they are, because nothing of ours has written them or they cannot be decoded. */
  cellsLeft: number;
  /** Why cells and rows were left, by code. */
  readonly failures: Partial<Record<ErrorCode | 'foreign', { count: number; example: string }>>;
}

export function emptyCompactionTally(): CompactionTally {
  return {
    rows: 0,
    rowsPacked: 0,
    rowsOverBlock: 0,
    rowsFailed: 0,
    cellsRemoved: 0,
    blocksWritten: 0,
    eventsPacked: 0,
    duplicatesDropped: 0,
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

/** Adds what became of a row to what became of those before it. */
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
