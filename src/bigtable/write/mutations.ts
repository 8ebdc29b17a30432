import { invalidArgument } from '../../errors';
import { checkFamily, checkCellTimestamp } from '../client/check-fields';
import type { Mutation, ReadModifyWriteRule } from '../client/types';

/** Timestamp value that means "the server's clock". A mutation with it is not idempotent and is not retried. */
export const SERVER_TIME = -1;

/** Writes one cell. A cell with the same family, qualifier and timestamp is overwritten. */
export function setCell(family: string, qualifier: Buffer, timestampMicros: number, value: Buffer): Mutation {
  checkFamily('family', family);
  if (timestampMicros !== SERVER_TIME) checkCellTimestamp('timestampMicros', timestampMicros);
  return { setCell: { familyName: family, columnQualifier: qualifier, timestampMicros, value } };
}

/** Half-open time range in microseconds. `startMicros` defaults to 0, `endMicros` to no upper bound. */
export interface TimestampRange {
  readonly startMicros?: number | undefined;
  readonly endMicros?: number | undefined;
}

/** Deletes a column's cells, or only those within the time range. */
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

/** Deletes all cells of a family in the row. */
export function deleteFromFamily(family: string): Mutation {
  checkFamily('family', family);
  return { deleteFromFamily: { familyName: family } };
}

/** Deletes all cells of the row. */
export function deleteFromRow(): Mutation {
  return { deleteFromRow: {} };
}

/**
 * Adds to an aggregate cell (family of type sum, min or max). It is never retried, because a repeat would count twice.
 */
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

/** Read-modify-write rule that adds to a cell with a 64-bit big-endian integer. An absent cell counts as 0. */
export function increment(family: string, qualifier: Buffer, amount: number): ReadModifyWriteRule {
  checkFamily('family', family);
  checkWhole('amount', amount);
  return { familyName: family, columnQualifier: qualifier, incrementAmount: amount };
}

/** Read-modify-write rule that appends to a cell's value. */
export function append(family: string, qualifier: Buffer, value: Buffer): ReadModifyWriteRule {
  checkFamily('family', family);
  return { familyName: family, columnQualifier: qualifier, appendValue: value };
}

/**
 * Returns whether the mutation may be repeated when the outcome of an attempt is unknown. The first attempt may then
 * take effect at any later time, between other writes. Additions would count twice. A deletion without an upper bound
 * would delete values written and acknowledged in between.
 */
export function isIdempotent(mutation: Mutation): boolean {
  if (mutation.addToCell || mutation.mergeToCell) return false;
  if (mutation.deleteFromFamily || mutation.deleteFromRow) return false;
  if (mutation.deleteFromColumn)
    return Number(mutation.deleteFromColumn.timeRange?.endTimestampMicros ?? 0) > 0;
  return Number(mutation.setCell?.timestampMicros ?? 0) !== SERVER_TIME;
}

/** Converts a time range to its proto form. Throws `invalid_argument`. */
export function timestampRangeOf({ startMicros = 0, endMicros = 0 }: TimestampRange): {
  startTimestampMicros: number;
  endTimestampMicros: number;
} {
  checkCellTimestamp('startMicros', startMicros);
  checkCellTimestamp('endMicros', endMicros);
  if (endMicros !== 0 && endMicros <= startMicros) {
    throw invalidArgument('endMicros', 'must be greater than startMicros');
  }
  return { startTimestampMicros: startMicros, endTimestampMicros: endMicros };
}

function checkWhole(field: string, amount: number): void {
  if (!Number.isSafeInteger(amount)) throw invalidArgument(field, 'must be a safe integer');
}
