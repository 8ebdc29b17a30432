import type { ErrorCode, TidemarkError } from '../../errors';

const EXAMPLES_MAX = 3;
/** Maximum number of distinct reasons. There are few by nature: one for each error code and event field. */
const REASONS_MAX = 1_000;

/** One reason for rejected records, with examples. */
export interface RejectReason {
  readonly code: ErrorCode;
  readonly field?: string | undefined;
  /** Message of the first such record. */
  readonly message: string;
  count: number;
  /** Numbers of the first such lines. */
  readonly lines: number[];
}

/** Totals of the records that are done: durably written or rejected. */
export interface ImportTally {
  records: number;
  accepted: number;
  /** Records with the dedup key of an earlier record of the input. */
  duplicates: number;
  rejected: number;
  readonly reasons: RejectReason[];
}

export function emptyImportTally(): ImportTally {
  return { records: 0, accepted: 0, duplicates: 0, rejected: 0, reasons: [] };
}

/** Adds a rejected record to the tally. */
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
    tally.reasons.push({ code, field, message, count: 1, lines: [line] });
  }
}

/** Result of one run of `tidemark import`. */
export interface ImportSummary extends Readonly<ImportTally> {
  readonly status: 'complete' | 'interrupted' | 'failed';
  /** Number of records that an earlier run had completed. */
  readonly resumedAt: number;
  /** Whole days by which `--shift-to-now` shifted the log. */
  readonly shiftDays: number;
  readonly seconds: number;
  /**
   * Whether some duplicates may be counted as accepted, because there were more dedup keys than can be remembered.
   */
  readonly duplicatesUndetected: boolean;
  /** Ignored columns whose names resemble a dimension that no column is read for. */
  readonly unreadDimensions?: readonly { readonly column: string; readonly dimension: string }[];
  /** Bytes appended to the file during the import; they are not imported. */
  readonly unreadBytes?: number;
  /** Error that ended the import. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}
