import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { TidemarkError } from '../../errors';
import { LinkedList } from '../../platform/memory/linked-list';
import type { Clock } from '../../platform/time/clock';

export interface BodyLimits {
  readonly bodyBytesMax: number;
  readonly bodyBytesInFlightMax: number;
  /** Time after which a body must have arrived at the minimum rate on average, in milliseconds. */
  readonly bodyGraceMs: number;
  readonly bodyBytesPerSecondMin: number;
}

/** A body that is arriving. */
interface IncomingBody {
  readonly beganMs: number;
  length: number;
  readonly stop: (error: Error) => void;
}

/** A stream whose body is arriving. */
export interface IncomingStream {
  readonly body: Promise<Buffer>;
  /** Rejects the body with `client_closed_request`, unless it has arrived. */
  cancel(): void;
}

/** Interval of checking the rates of arriving bodies, in milliseconds. The value is not critical. */
const RATE_CHECK_MS = 500;

/** Reads bodies into memory. Limits the size and the minimum rate of each body, and the size of all bodies together. */
export class BodyReader {
  readonly #limits: BodyLimits;
  readonly #clock: Clock;
  /** Arriving bodies, oldest first. */
  readonly #incoming = new LinkedList<IncomingBody>();
  #isCheckScheduled = false;
  #bufferedBytes = 0;

  constructor(limits: BodyLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get bufferedBytes(): number {
    return this.#bufferedBytes;
  }

  /**
   * Reads a body. Call `release` with its length when it is no longer needed. The rest of a rejected body is discarded.
   */
  read(req: IncomingMessage, res: ServerResponse, ownBytesMax = Infinity): Promise<Buffer> {
    const bytesMax = Math.min(ownBytesMax, this.#limits.bodyBytesMax);
    return new Promise((resolve, reject) => {
      const announced = Number(req.headers['content-length'] ?? 0);
      if (announced > bytesMax) return reject(tooLarge(bytesMax));
      if (this.#bufferedBytes + announced > this.#limits.bodyBytesInFlightMax) return reject(tooManyBytes());
      if (req.headers.expect !== undefined) res.writeContinue();
      this.#collect(req, bytesMax, { resolve, reject });
    });
  }

  /** Reads the body of a stream by the same rules. Call `cancel` when the stream closes before its end. */
  readStream(stream: Readable, bytesMax: number): IncomingStream {
    let stop: IncomingBody['stop'] = () => undefined;
    const body = new Promise<Buffer>((resolve, reject) => {
      stop = this.#collect(stream, bytesMax, { resolve, reject });
    });
    return { body, cancel: () => stop(brokenOff()) };
  }

  release(bytes: number): void {
    this.#bufferedBytes -= bytes;
  }

  /** Returns a function that stops the collection, unless the body has arrived. */
  #collect(source: Readable, bytesMax: number, { resolve, reject }: PromiseCallbacks): IncomingBody['stop'] {
    const chunks: Buffer[] = [];
    const stop = (error: Error): void => {
      if (!this.#incoming.remove(entry)) return;
      source.off('data', onData).off('end', onEnd).off('error', onError).resume();
      this.#bufferedBytes -= arrival.length;
      reject(error);
    };
    const arrival: IncomingBody = { beganMs: this.#clock.monotonicMs(), length: 0, stop };
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      arrival.length += chunk.length;
      this.#bufferedBytes += chunk.length;
      if (arrival.length > bytesMax) stop(tooLarge(bytesMax));
      else if (this.#bufferedBytes > this.#limits.bodyBytesInFlightMax) stop(tooManyBytes());
    };
    const onEnd = (): void => {
      source.off('error', onError);
      this.#incoming.remove(entry);
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, arrival.length));
    };
    const onError = (cause: Error): void => stop(brokenOff(cause));
    const entry = this.#incoming.add(arrival);
    if (!this.#isCheckScheduled) this.#scheduleRateCheck();
    source.on('data', onData).on('end', onEnd).on('error', onError);
    return stop;
  }

  #scheduleRateCheck(): void {
    this.#isCheckScheduled = true;
    this.#clock.schedule(RATE_CHECK_MS, () => {
      this.#isCheckScheduled = false;
      this.#rejectSlow();
      if (this.#incoming.size > 0) this.#scheduleRateCheck();
    });
  }

  #rejectSlow(): void {
    const { bodyGraceMs, bodyBytesPerSecondMin } = this.#limits;
    const nowMs = this.#clock.monotonicMs();
    const slow: IncomingBody[] = [];
    for (const arrival of this.#incoming) {
      const tookMs = nowMs - arrival.beganMs;
      if (tookMs < bodyGraceMs) break;
      if (arrival.length < (tookMs / 1_000) * bodyBytesPerSecondMin) slow.push(arrival);
    }
    for (const arrival of slow) arrival.stop(tooSlow());
  }
}

function brokenOff(cause?: Error): TidemarkError {
  return new TidemarkError('client_closed_request', 'the body broke off', { cause });
}

function tooLarge(bytesMax: number): TidemarkError {
  const message = `must be ${bytesMax} bytes or less`;
  return new TidemarkError('body_too_large', message, { field: 'body' });
}

function tooSlow(): TidemarkError {
  return new TidemarkError('request_timeout', 'arrives too slowly', { field: 'body' });
}

interface PromiseCallbacks {
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: Error) => void;
}

function tooManyBytes(): TidemarkError {
  return new TidemarkError(
    'overloaded',
    'too many bytes of request bodies are in flight: retry after the time in the Retry-After header',
  );
}
