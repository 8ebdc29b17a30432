import { cancelledError, type BigtableError } from '../../bigtable/client/bigtable-error';

/** Tells when the caller gives the read up, at once if that was before; returns how not to be told any more. */
export function onCallerAbort(
  signal: AbortSignal | undefined,
  tell: (error: BigtableError) => void,
): () => void {
  if (signal === undefined) return nothing;
  const onAbort = (): void => tell(cancelledError(signal.reason));
  if (signal.aborted) {
    onAbort();
    return nothing;
  }
  signal.addEventListener('abort', onAbort, { once: true });
  return () => signal.removeEventListener('abort', onAbort);
}

const nothing = (): void => undefined;
