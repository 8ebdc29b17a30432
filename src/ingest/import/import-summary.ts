import type { ErrorCode, TidemarkError } from '../../errors';

const EXAMPLES_MAX = 3;
/** Reasons are few by nature: an error code and one of the event's fields. */
const REASONS_MAX = 1_000;

export interface RejectReason {
  readonly code: ErrorCode;
  readonly field?: string;
  /** Of the first such record. */
  readonly message: string;
  count: number;
  /** Numbers of the first such lines. */
  readonly lines: number[];
}

/** What became of the records so far, all of it settled: written durably, or rejected. */
export interface ImportTally {
  records: number;
  accepted: number;
  /** Same dedup key as an earlier record of the input. */
  duplicates: number;
  rejected: number;
  readonly reasons: RejectReason[];
}

export function emptyImportTally(): ImportTally {
  return { records: 0, accepted: 0, duplicates: 0, rejected: 0, reasons: [] };
}

export function countRejected(
  tally: Pick<ImportTally, 'rejected' | 'reasons'>,
  error: TidemarkError,
  line: number,
): void {
  tally.rejected++;
  const known = tally.reasons.find(({ code, field }) => code === error.code && field === error.field);
  if (known !== undefined) {
    known.count++;
    if (known.lines.length < EXAMPLES_MAX) known.lines.push(line);
  } else if (tally.reasons.length < REASONS_MAX) {
    const { code, field, message } = error;
    tally.reasons.push({ code, ...(field !== undefined && { field }), message, count: 1, lines: [line] });
  }
}

/** The outcome of one run of `tidemark import`. */
export interface ImportSummary extends Readonly<ImportTally> {
  readonly status: 'complete' | 'interrupted' | 'failed';
  /** Records that an earlier run had settled. */
  readonly resumedAt: number;
  /** Whole days by which `--shift-to-now` moved the log. */
  readonly shiftDays: number;
  readonly seconds: number;
  /** Duplicates may have been taken for accepted records: there were more keys than are remembered. */
  readonly duplicatesUndetected: boolean;
  /** Bytes that were appended to the file while it was read, and are not imported. */
  readonly unreadBytes?: number;
  /** Why the import failed. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}
