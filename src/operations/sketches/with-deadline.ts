import { cancelledError, deadlineError } from '../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../bigtable/client/types';
import type { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';

/**
 * Waits for the promise within the caller's timeout and signal. Returns undefined when the promise is fulfilled,
 * otherwise the error that ended the wait. Rejects when the promise rejects.
 */
export function withDeadline(
  promise: Promise<unknown>,
  clock: Clock,
  { timeoutMs, signal }: CallOptions,
): Promise<TidemarkError | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancelTimer?.();
      signal?.removeEventListener('abort', onAbort);
    };
    const end = (why?: TidemarkError): void => {
      stop();
      resolve(why);
    };
    const onAbort = (): void => end(cancelledError(signal?.reason));
    const cancelTimer =
      timeoutMs === undefined ? undefined : clock.schedule(timeoutMs, () => end(deadlineError(timeoutMs)));
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
    promise.then(
      () => end(),
      (fault: Error) => {
        stop();
        reject(fault);
      },
    );
  });
}
