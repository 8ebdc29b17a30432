import type { TidemarkError } from '../../errors';
import { DetailedError } from '../problem';

/** Why a caller that has proven who it is may not begin this request. The log names it; the answer does not. */
export class CallerDenied extends DetailedError {
  constructor(
    error: TidemarkError,
    readonly callerId: string,
    headers: readonly string[] = [],
  ) {
    super(error, {}, headers);
  }
}
