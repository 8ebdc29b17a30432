import type { ServerResponse } from 'node:http';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { AnswerParts } from '../response-body';

export interface PartsTarget {
  readonly res: ServerResponse;
  /** Aborts at the deadline of the request, and when the client closes the connection. */
  readonly signal: CancelSignal;
  /** Limits the time in which the client must read so many bytes. Call the returned function once it has. */
  readonly watchUnsent: (bytes: number) => () => void;
}

/**
 * Sends an answer while it is made, and ends it. The next part is made only when the client has read nearly all of the one
 * before, so at most one part is in memory. Rejects with the error of a part, and with the reason of the signal: then the
 * answer is incomplete, and its connection must be closed so that the client notices.
 */
export async function sendParts(
  first: IteratorResult<string, void>,
  parts: AnswerParts,
  { res, signal, watchUnsent }: PartsTarget,
): Promise<void> {
  try {
    for (let part = first; part.done !== true; part = await parts.next()) {
      signal.throwIfAborted();
      if (!res.write(part.value)) await untilRead(res, signal, watchUnsent(Buffer.byteLength(part.value)));
    }
    res.end();
  } finally {
    await parts.return();
  }
}

function untilRead(res: ServerResponse, signal: CancelSignal, onRead: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (isRead: boolean): void => {
      res.off('drain', onDrain).off('close', onAbort);
      signal.removeEventListener('abort', onAbort);
      onRead();
      if (isRead) resolve();
      else reject(signal.aborted ? signal.reason : new Error('the connection was closed'));
    };
    const onDrain = (): void => finish(true);
    const onAbort = (): void => finish(false);
    res.once('drain', onDrain).once('close', onAbort);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
