import type { ErrorCode } from '../../src/errors';

/** For `toThrow` and `toEqual`: a TidemarkError with this code and, where given, this field at fault and this in its message. */
export function tidemarkError(code: ErrorCode, field?: string, message?: string): Error {
  return expect.objectContaining({
    code,
    ...(field !== undefined && { field }),
    ...(message !== undefined && { message: expect.stringContaining(message) as string }),
  }) as Error;
}
