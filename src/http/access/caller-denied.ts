import type { TidemarkError } from '../../errors';
import { DetailedError } from '../problem';

/** Rejection of a request whose caller is authenticated. The log names the caller; the answer does not. */
export class CallerDenied extends DetailedError {
  constructor(
    error: TidemarkError,
    readonly callerId: string,
    headers: readonly string[] = [],
  ) {
    super(error, {}, headers);
  }
}
