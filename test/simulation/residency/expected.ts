import { TidemarkError } from '../../../src/errors';
import { isExpected as isFailedCall } from '../consistency/expected';

/** Whether a call may fail so under faults. Transactions conflict while clusters are slow or cut off. */
export const isExpected = (error: unknown): boolean =>
  isFailedCall(error) || (error instanceof TidemarkError && error.code === 'conflict');
