import { cancelledError, deadlineError } from '../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../bigtable/client/types';
import type { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';

/**
 * Waits for the promise as long as the caller has time: returns why it was no longer waited for, or undefined where the
 * promise is fulfilled. Rejects as the promise does.
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
