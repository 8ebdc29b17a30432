/** Errors of records that cannot be read from a file. */
import { invalidArgument, TidemarkError } from '../../errors';

const FIELD = 'record';

/** Returns the error of a record that cannot be parsed. */
export function malformedRecord(message: string, cause?: unknown): TidemarkError {
  return new TidemarkError('malformed_body', message, { field: FIELD, cause });
}

/** Returns the error of a record over the size limit. */
export function recordTooLong(bytesMax: number): TidemarkError {
  return invalidArgument(FIELD, `must have at most ${bytesMax} bytes`);
}

export const NOT_UTF8 = 'is not valid UTF-8';
export const TRUNCATED = 'is incomplete: the file grew during the read. Import it again when it is complete';
