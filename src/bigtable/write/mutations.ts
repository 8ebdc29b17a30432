import { invalidArgument } from '../../errors';
import { checkFamily, checkCellTimestamp } from '../client/check-fields';
import type { Mutation, ReadModifyWriteRule } from '../client/types';

/** As a timestamp: the server's clock. Such a mutation is not idempotent, so it is not retried. */
export const SERVER_TIME = -1;

/** Writes one cell; an equal family, qualifier and timestamp is overwritten. */
export function setCell(family: string, qualifier: Buffer, timestampMicros: number, value: Buffer): Mutation {
  checkFamily('family', family);
  if (timestampMicros !== SERVER_TIME) checkCellTimestamp('timestampMicros', timestampMicros);
  return { setCell: { familyName: family, columnQualifier: qualifier, timestampMicros, value } };
}

/** Half-open: from `startMicros` (absent: the beginning) to before `endMicros` (absent: the end of time). */
export interface TimestampRange {
  readonly startMicros?: number;
  readonly endMicros?: number;
}

/** Deletes a column's cells, or those within the time range. */
export function deleteFromColumn(family: string, qualifier: Buffer, range: TimestampRange = {}): Mutation {
  checkFamily('family', family);
  return {
    deleteFromColumn: { familyName: family, columnQualifier: qualifier, timeRange: timestampRangeOf(range) },
  };
}

/** Deletes exactly one version of a column. */
export function deleteCell(family: string, qualifier: Buffer, timestampMicros: number): Mutation {
  return deleteFromColumn(family, qualifier, {
    startMicros: timestampMicros,
    endMicros: timestampMicros + 1_000,
  });
}

export function deleteFromFamily(family: string): Mutation {
  checkFamily('family', family);
  return { deleteFromFamily: { familyName: family } };
}

export function deleteFromRow(): Mutation {
  return { deleteFromRow: {} };
}

/** Adds to an aggregate cell (a family of type sum, min, max). A repeat would count twice, so it is not retried. */
export function addToCell(
  family: string,
  qualifier: Buffer,
  timestampMicros: number,
  amount: number,
): Mutation {
  checkFamily('family', family);
  checkCellTimestamp('timestampMicros', timestampMicros);
  checkWhole('amount', amount);
  return {
    addToCell: {
      familyName: family,
      columnQualifier: { rawValue: qualifier },
      timestamp: { rawTimestampMicros: timestampMicros },
      input: { intValue: amount },
    },
  };
}

/** Read-modify-write: adds to a cell that holds a 64-bit big-endian integer; an absent one counts as 0. */
export function increment(family: string, qualifier: Buffer, amount: number): ReadModifyWriteRule {
  checkFamily('family', family);
  checkWhole('amount', amount);
  return { familyName: family, columnQualifier: qualifier, incrementAmount: amount };
}

/** Read-modify-write: appends to a cell's value. */
export function append(family: string, qualifier: Buffer, value: Buffer): ReadModifyWriteRule {
  checkFamily('family', family);
  return { familyName: family, columnQualifier: qualifier, appendValue: value };
}

/**
 * Whether the mutation may be repeated when the outcome of an attempt is unknown. The first attempt may then take effect at
 * any later time, between other writes. What sums up would count twice; a deletion without an upper bound would delete
 * what was written, and acknowledged, in between.
 */
export function isIdempotent(mutation: Mutation): boolean {
  if (mutation.addToCell || mutation.mergeToCell) return false;
  if (mutation.deleteFromFamily || mutation.deleteFromRow) return false;
  if (mutation.deleteFromColumn)
    return Number(mutation.deleteFromColumn.timeRange?.endTimestampMicros ?? 0) > 0;
  return Number(mutation.setCell?.timestampMicros ?? 0) !== SERVER_TIME;
}

/** The proto's form of a time range; throws `invalid_argument`. */
export function timestampRangeOf({ startMicros = 0, endMicros = 0 }: TimestampRange): {
  startTimestampMicros: number;
  endTimestampMicros: number;
} {
  checkCellTimestamp('startMicros', startMicros);
  checkCellTimestamp('endMicros', endMicros);
  if (endMicros !== 0 && endMicros <= startMicros) {
    throw invalidArgument('endMicros', 'the time range ends before it starts');
  }
  return { startTimestampMicros: startMicros, endTimestampMicros: endMicros };
}

function checkWhole(field: string, amount: number): void {
  if (!Number.isSafeInteger(amount)) throw invalidArgument(field, 'must be a whole number');
}
