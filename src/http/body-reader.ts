import type { IncomingMessage, ServerResponse } from 'node:http';
import { TidemarkError } from '../errors';

export interface BodyLimits {
  readonly bodyBytesMax: number;
  readonly bodyBytesInFlightMax: number;
}

/** Reads bodies into memory, none over its limit, and all that are held together within theirs. */
export class BodyReader {
  readonly #limits: BodyLimits;
  #bytesHeld = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  get bytesHeld(): number {
    return this.#bytesHeld;
  }

  /** `release` the body's length once it is no longer needed. What is left of a refused body is discarded unread. */
  read(req: IncomingMessage, res: ServerResponse): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const announced = Number(req.headers['content-length'] ?? 0);
      if (announced > this.#limits.bodyBytesMax) return reject(this.#tooLarge());
      if (this.#bytesHeld + announced > this.#limits.bodyBytesInFlightMax) return reject(tooManyBytes());
      if (req.headers.expect !== undefined) res.writeContinue();
      this.#collect(req, { resolve, reject });
    });
  }

  release(bytes: number): void {
    this.#bytesHeld -= bytes;
  }

  #collect(req: IncomingMessage, { resolve, reject }: Settle): void {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (error: Error): void => {
      req.off('data', onData).off('end', onEnd).off('error', onError).resume();
      this.#bytesHeld -= length;
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
      this.#bytesHeld += chunk.length;
      if (length > this.#limits.bodyBytesMax) stop(this.#tooLarge());
      else if (this.#bytesHeld > this.#limits.bodyBytesInFlightMax) stop(tooManyBytes());
    };
    const onEnd = (): void => {
      req.off('error', onError);
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    };
    const onError = (cause: Error): void =>
      stop(new TidemarkError('client_closed_request', 'the body broke off', { cause }));
    req.on('data', onData).on('end', onEnd).on('error', onError);
  }

  #tooLarge(): TidemarkError {
    const message = `must have at most ${this.#limits.bodyBytesMax} bytes`;
    return new TidemarkError('body_too_large', message, { field: 'body' });
  }
}

interface Settle {
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: Error) => void;
}

function tooManyBytes(): TidemarkError {
  return new TidemarkError(
    'overloaded',
    'the bodies of the requests in flight are over their limit together',
  );
}
