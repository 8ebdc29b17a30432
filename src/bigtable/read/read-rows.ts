import { FramingError, GrpcStatus } from '../../platform/network/grpc';
import { BigtableError, cancelledError, toBigtableError } from '../client/bigtable-error';
import { checkKey } from '../client/check-fields';
import type { ColumnRow } from '../../core/rows/column-row';
import { RetryingCall, runWithRetries, type ClientDependencies } from '../client/retrying-call';
import { scanPlanOf, remainingScan, type ScanPlan } from './scan-plan';
import { ReadRowsDecoder, type RowHandler } from './read-rows-decoder';
import { encodeFilter } from './filter-encoder';
import { encodeReadRow, encodeReadRows } from './read-rows-request';
import type { TableCallHeader, TableCallHeaders } from '../client/table-call-headers';
import type { Call, CallHandle, CallHandler } from '../transport/create-transport';
import type { CallOptions, ReadRowRequest, ReadRowsRequest, Row } from '../client/types';

/** Bounds of reads. `pointTimeoutMs` applies to single rows, `scanTimeoutMs` to scans. */
export interface ReadLimits {
  readonly keyBytesMax: number;
  readonly cellBytesMax: number;
  readonly rowsBufferedMax: number;
  readonly rowBytesBufferedMax: number;
  readonly pointTimeoutMs: number;
  readonly scanTimeoutMs: number;
}

/** Dependencies of reads. */
export interface ReadDependencies extends ClientDependencies {
  readonly tableHeaders: TableCallHeaders;
  readonly readLimits: ReadLimits;
}

const SERVICE = 'google.bigtable.v2.Bigtable';

function beginRead(
  dependencies: ReadDependencies,
  header: TableCallHeader,
  timeoutMs: number,
  options?: CallOptions,
): RetryingCall {
  const spec = {
    service: SERVICE,
    method: 'ReadRows',
    metadata: header.metadata,
    timeoutMs,
    idempotent: true,
  };
  return new RetryingCall(dependencies, spec, options);
}

/** Reads a single row, without an iterator or a buffer. */
export async function readSingleRow(
  dependencies: ReadDependencies,
  request: ReadRowRequest,
  options?: CallOptions,
): Promise<Row | undefined> {
  checkKey('key', request.key, dependencies.readLimits.keyBytesMax);
  const header = dependencies.tableHeaders.of(request.table);
  const retryingCall = beginRead(dependencies, header, dependencies.readLimits.pointTimeoutMs, options);
  const bytes = encodeReadRow(header.readRows, request.key, encodeFilter(request.filter));
  const { bytesMax } = request;
  return runWithRetries(retryingCall, () =>
    receiveRow(dependencies, retryingCall.nextCall(bytes, bytesMax), bytesMax),
  );
}

function receiveRow(
  dependencies: ReadDependencies,
  call: Call,
  bytesMax = Infinity,
): Promise<Row | undefined> {
  return new Promise((resolve, reject) => {
    let received: Row | undefined;
    let bytes = 0;
    const handler: RowHandler = { onRow: (row) => (received = row), onScanned: () => undefined };
    const { cellBytesMax } = dependencies.readLimits;
    const decoder = new ReadRowsDecoder(handler, { reversed: false, cellBytesMax });
    dependencies.transport.start(call, {
      onMessage: (message) => {
        bytes += message.length;
        if (bytes > bytesMax) throw rowTooLarge(bytesMax);
        decoder.push(message);
      },
      onEnd: (error) => {
        const failure = error === undefined ? endFailure(decoder) : asTooLarge(error, bytesMax);
        if (failure === undefined) resolve(received);
        else reject(failure);
      },
    });
  });
}

/**
 * Returns the error of a row above the size limit. The row causes it, not the cluster, so other clusters would fail as
 * well.
 */
function rowTooLarge(bytesMax: number): BigtableError {
  return new BigtableError(GrpcStatus.OUT_OF_RANGE, `a row has more than ${bytesMax} bytes`, {
    code: 'answer_too_large',
  });
}

/** Converts the error of a message that exceeded the limit and was not received at all. */
function asTooLarge(error: BigtableError, bytesMax: number): BigtableError {
  const isRefused = error.grpcStatus === GrpcStatus.RESOURCE_EXHAUSTED && error.cause instanceof FramingError;
  return isRefused && bytesMax !== Infinity ? rowTooLarge(bytesMax) : error;
}

function endFailure(decoder: ReadRowsDecoder): BigtableError | undefined {
  try {
    decoder.end();
    return undefined;
  } catch (error) {
    return toBigtableError(error);
  }
}

/** Reads any rows. Each iteration is a new read, and nothing is sent before the first row is requested. */
export function scanRows(
  dependencies: ReadDependencies,
  request: ReadRowsRequest,
  options?: CallOptions,
): AsyncIterable<Row> {
  return { [Symbol.asyncIterator]: () => new RowScan(dependencies, request, options) };
}

interface Waiter {
  resolve(result: IteratorResult<Row, undefined>): void;
  reject(error: BigtableError): void;
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * A scan in progress. Received rows wait in a bounded buffer for the consumer, and a full buffer pauses the stream.
 * After a retryable failure the scan resumes after the last row or scanned key, so that no row is lost or repeated.
 */
class RowScan implements AsyncIterator<Row, undefined>, RowHandler, CallHandler {
  readonly #dependencies: ReadDependencies;
  readonly #header: TableCallHeader;
  readonly #filter: Uint8Array | undefined;
  readonly #retryingCall: RetryingCall;
  readonly #plan: ScanPlan | undefined;
  readonly #rowBytesMax: number;
  #decoder: ReadRowsDecoder | undefined;
  #handle: CallHandle | undefined;
  #started = false;
  #finished = false;
  #failure: BigtableError | undefined;
  /** Consumers waiting for rows that have not arrived. A plain loop adds at most one. */
  readonly #waiters: Waiter[] = [];

  // Progress of the scan.
  #lastKey: Buffer | undefined;
  #rowsRead = 0;

  // Rows ahead of the consumer, from `#bufferedFrom` on.
  #buffered: Row[] = [];
  #bufferedFrom = 0;
  #bufferedBytes = 0;
  #paused = false;
  /** Bytes received since a row was last delivered. */
  #rowBytes = 0;

  constructor(dependencies: ReadDependencies, request: ReadRowsRequest, options?: CallOptions) {
    this.#dependencies = dependencies;
    this.#plan = scanPlanOf(request, dependencies.readLimits.keyBytesMax);
    this.#header = dependencies.tableHeaders.of(request.table);
    this.#filter = encodeFilter(request.filter);
    this.#rowBytesMax = request.rowBytesMax ?? Infinity;
    this.#retryingCall = beginRead(
      dependencies,
      this.#header,
      dependencies.readLimits.scanTimeoutMs,
      options,
    );
  }

  next(): Promise<IteratorResult<Row, undefined>> {
    const row = this.#buffered[this.#bufferedFrom];
    if (row !== undefined) return this.#take(row);
    if (this.#finished) return this.#takeEnd();
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      if (!this.#started) this.#startAttempt();
    });
  }

  /** Cancels the scan: the consumer left the loop early. */
  return(): Promise<IteratorReturnResult<undefined>> {
    if (this.#started && !this.#finished) {
      this.#finished = true;
      const error = cancelledError(new Error('the consumer left the loop'));
      this.#handle?.cancel(error);
      this.#retryingCall.fail(error);
    }
    this.#finished = true;
    this.#clearBuffer();
    this.#releaseWaiters();
    return Promise.resolve(DONE);
  }

  onMessage(message: Buffer): void {
    this.#bufferedBytes += message.length;
    this.#rowBytes += message.length;
    this.#decoder?.push(message);
    if (this.#rowBytes > this.#rowBytesMax) throw rowTooLarge(this.#rowBytesMax);
    if (this.#isFull()) this.#pause();
  }

  onRow(row: ColumnRow): void {
    if (this.#rowBytesMax !== Infinity && row.contentBytes > this.#rowBytesMax)
      throw rowTooLarge(this.#rowBytesMax);
    this.#lastKey = row.key;
    this.#rowBytes = 0;
    this.#rowsRead += 1;
    this.#retryingCall.resetFailures();
    const waiter = this.#waiters.shift();
    if (waiter === undefined) this.#buffered.push(row);
    else waiter.resolve({ done: false, value: row });
  }

  onScanned(key: Buffer): void {
    this.#lastKey = key;
    this.#retryingCall.resetFailures();
  }

  onEnd(error: BigtableError | undefined): void {
    if (this.#finished) return;
    const failure =
      error === undefined ? this.#decoder && endFailure(this.#decoder) : asTooLarge(error, this.#rowBytesMax);
    if (failure?.untrusted === true) return this.#distrust(failure);
    if (failure === undefined || this.#remaining() === undefined) return this.#finish();
    this.#dropIfCancelled(failure);
    this.#retryingCall.waitForRetry(failure).then(
      () => this.#startAttempt(),
      (final: unknown) => this.#fail(toBigtableError(final)),
    );
  }

  /** Ends the scan without a retry, because delivered rows cannot be withdrawn. */
  #distrust(failure: BigtableError): void {
    this.#clearBuffer();
    this.#fail(this.#retryingCall.fail(failure));
  }

  #remaining(): ScanPlan | undefined {
    return this.#plan === undefined ? undefined : remainingScan(this.#plan, this.#lastKey, this.#rowsRead);
  }

  #startAttempt(): void {
    this.#started = true;
    this.#rowBytes = 0;
    if (this.#finished) return;
    const plan = this.#remaining();
    if (plan === undefined) return this.#finish();
    const { cellBytesMax } = this.#dependencies.readLimits;
    this.#decoder = new ReadRowsDecoder(this, {
      reversed: plan.reversed,
      cellBytesMax,
      after: this.#lastKey,
    });
    const request = encodeReadRows(this.#header.readRows, plan, this.#filter);
    const call = this.#retryingCall.nextCall(request, this.#messageBytesMax());
    this.#handle = this.#dependencies.transport.start(call, this);
    if (this.#paused) this.#handle.pause();
  }

  /** Returns the message limit: the last of several rows in one message may be as large as a row may be. */
  #messageBytesMax(): number | undefined {
    if (this.#rowBytesMax === Infinity) return undefined;
    return this.#rowBytesMax + this.#dependencies.readLimits.rowBytesBufferedMax;
  }

  #take(row: Row): Promise<IteratorYieldResult<Row>> {
    this.#bufferedFrom += 1;
    if (this.#bufferedFrom === this.#buffered.length) {
      this.#clearBuffer();
      this.#resume();
    }
    return Promise.resolve({ done: false, value: row });
  }

  #takeEnd(): Promise<IteratorReturnResult<undefined>> {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure === undefined ? Promise.resolve(DONE) : Promise.reject(failure);
  }

  #isFull(): boolean {
    const { rowsBufferedMax, rowBytesBufferedMax } = this.#dependencies.readLimits;
    if (this.#buffered.length === 0) this.#bufferedBytes = 0;
    return this.#buffered.length >= rowsBufferedMax || this.#bufferedBytes >= rowBytesBufferedMax;
  }

  #pause(): void {
    this.#paused = true;
    this.#handle?.pause();
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#handle?.resume();
  }

  #clearBuffer(): void {
    this.#buffered = [];
    this.#bufferedFrom = 0;
    this.#bufferedBytes = 0;
  }

  #finish(): void {
    this.#finished = true;
    this.#retryingCall.succeed();
    this.#releaseWaiters();
  }

  /** Discards buffered rows if the caller cancelled. After other failures they are still delivered. */
  #dropIfCancelled(error: BigtableError): void {
    if (error.code === 'client_closed_request') this.#clearBuffer();
  }

  #fail(error: BigtableError): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#dropIfCancelled(error);
    const waiter = this.#waiters.shift();
    if (waiter === undefined) this.#failure = error;
    else waiter.reject(error);
    this.#releaseWaiters();
  }

  #releaseWaiters(): void {
    for (const waiter of this.#waiters.splice(0)) waiter.resolve(DONE);
  }
}
