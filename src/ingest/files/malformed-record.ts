/** Why a record of a file has no values. */
import { invalidArgument, TidemarkError } from '../../errors';

const FIELD = 'record';

export function malformedRecord(message: string, cause?: unknown): TidemarkError {
  return new TidemarkError('malformed_body', message, { field: FIELD, cause });
}

export function recordTooLong(bytesMax: number): TidemarkError {
  return invalidArgument(FIELD, `must have at most ${bytesMax} bytes`);
}

export const NOT_UTF8 = 'is not valid UTF-8';
export const TRUNCATED = 'is cut: the file grew while it was read. Import it again when it is complete';
