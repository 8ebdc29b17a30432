import type { ErrorCode } from '../../src/errors';

/** For `toThrow` and `toEqual`: a TidemarkError with this code and, where given, this field at fault. */
export function tidemarkError(code: ErrorCode, field?: string): Error {
  return expect.objectContaining(field === undefined ? { code } : { code, field }) as Error;
}
