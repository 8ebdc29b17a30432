import type { ErrorCode } from '../../errors';

/** Totals of one merge run. */
export interface MergeTally {
  /** Rows that were read. */
  rows: number;
  rowsMerged: number;
  /** Rows that could not be merged; `failures` has the reasons. */
  rowsFailed: number;
  columnsRemoved: number;
  columnsWritten: number;
  /** Bytes of qualifiers and values, newest versions only. */
  bytesRemoved: number;
  bytesWritten: number;
  /** Columns of sketches with a corrupted part, which are left unchanged. */
  columnsLeft: number;
  readonly failures: Partial<Record<ErrorCode, { count: number; readonly example: string }>>;
}

export function emptyMergeTally(): MergeTally {
  return {
    rows: 0,
    rowsMerged: 0,
    rowsFailed: 0,
    columnsRemoved: 0,
    columnsWritten: 0,
    bytesRemoved: 0,
    bytesWritten: 0,
    columnsLeft: 0,
    failures: {},
  };
}

export function countMergeFailure(tally: MergeTally, code: ErrorCode, example: string, count = 1): void {
  const known = tally.failures[code];
  if (known === undefined) tally.failures[code] = { count, example };
  else known.count += count;
}

export function addMergeTally(sum: MergeTally, { failures, ...numbers }: Readonly<MergeTally>): void {
  for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) sum[name] += numbers[name];
  for (const [code, { count, example }] of Object.entries(failures)) {
    countMergeFailure(sum, code as ErrorCode, example, count);
  }
}
