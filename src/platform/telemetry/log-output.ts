/**
 * Destination of log lines: standard output or standard error. The process only blocks on a terminal. With a slow
 * reader, a full disk or a closed pipe, lines are dropped and counted, without any other effect.
 */
import { fstatSync, write as writeFile, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { systemClock, type Clock } from '../time/clock';

/** Writes chunks; the next one is passed when the previous one is done. */
export interface LogSink {
  /** Maximum size of a chunk in bytes; only a single line may exceed it. */
  readonly chunkBytesMax: number;
  write(chunk: Buffer, done: (error?: NodeJS.ErrnoException | null) => void): void;
}

export interface LogOutputLimits {
  /** Maximum size of the buffered lines in bytes; further lines are dropped. */
  readonly bufferedBytesMax: number;
  /** Pause after a failed write, in milliseconds. */
  readonly retryMs: number;
}

const LOG_OUTPUT_LIMITS: LogOutputLimits = { bufferedBytesMax: 8 * 1024 * 1024, retryMs: 1_000 };

/** Errors after which the output stays closed. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'EBADF', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);
const NEWLINE = '\n';

/** Destination for pino: `write` takes one line with its line feed. */
export class LogOutput {
  readonly #sink: LogSink;
  readonly #limits: LogOutputLimits;
  readonly #clock: Clock;
  #waiting: string[] = [];
  #bytesWaiting = 0;
  #isBusy = false;
  #isGone = false;
  /** True after a chunk failed midway: the next one begins with a line feed. */
  #isTorn = false;
  #dropped = 0;
  #droppedReported = 0;
  readonly #onIdle = new Set<() => void>();
  /** Called with the number of lost lines when writes succeed again. */
  onRecovered: ((lines: number) => void) | undefined;

  constructor(sink: LogSink, limits: LogOutputLimits = LOG_OUTPUT_LIMITS, clock: Clock = systemClock) {
    this.#sink = sink;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Number of lines that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#isGone || this.#bytesWaiting + bytes > this.#limits.bufferedBytesMax) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(line);
    this.#bytesWaiting += bytes;
    if (!this.#isBusy) this.#writeNext();
  }

  /** True when nothing is left to write. */
  get isIdle(): boolean {
    return !this.#isBusy;
  }

  /** Calls back when nothing is left to write, or after `timeoutMs`. */
  flush(done: () => void, timeoutMs = Infinity): void {
    if (!this.#isBusy) return done();
    let cancel = (): void => undefined;
    const end = (): void => {
      cancel();
      this.#onIdle.delete(end);
      done();
    };
    this.#onIdle.add(end);
    if (timeoutMs !== Infinity) cancel = this.#clock.schedule(timeoutMs, end, { keepAlive: true });
  }

  /** Removes and returns the buffered text, for a process that exits now. */
  takeBuffered(): string {
    const text = (this.#isTorn && this.#waiting.length > 0 ? NEWLINE : '') + this.#waiting.join('');
    this.#waiting = [];
    this.#bytesWaiting = 0;
    return text;
  }

  #writeNext(): void {
    const { text, lines } = this.#nextChunk();
    this.#isBusy = lines > 0;
    if (lines === 0) return this.#idle();
    this.#sink.write(Buffer.from(this.#isTorn ? NEWLINE + text : text), (error) => {
      if (error) this.#failed(error, lines);
      else this.#wrote();
    });
  }

  #nextChunk(): { readonly text: string; readonly lines: number } {
    let bytes = 0;
    let lines = 0;
    for (const line of this.#waiting) {
      bytes += Buffer.byteLength(line);
      if (lines > 0 && bytes > this.#sink.chunkBytesMax) break;
      lines += 1;
    }
    const text = this.#waiting.splice(0, lines).join('');
    this.#bytesWaiting -= Buffer.byteLength(text);
    return { text, lines };
  }

  #wrote(): void {
    this.#isTorn = false;
    if (this.#waiting.length === 0) this.#reportLoss();
    this.#writeNext();
  }

  /** Reports lost lines once the buffer is empty: an earlier report would add to the overload. */
  #reportLoss(): void {
    const lost = this.#dropped - this.#droppedReported;
    this.#droppedReported = this.#dropped;
    if (lost > 0) this.onRecovered?.(lost);
  }

  #failed(error: NodeJS.ErrnoException, lines: number): void {
    this.#dropped += lines;
    this.#isTorn = true;
    if (!GONE.has(error.code ?? '')) {
      this.#clock.schedule(this.#limits.retryMs, () => this.#writeNext());
      return;
    }
    this.#isGone = true;
    this.#dropped += this.#waiting.length;
    this.takeBuffered();
    this.#isBusy = false;
    this.#idle();
  }

  #idle(): void {
    for (const end of [...this.#onIdle]) end();
  }
}

/** Largest write to a shared pipe that is atomic, in bytes: PIPE_BUF of POSIX, as on Linux. */
const PIPE_CHUNK_BYTES = 4_096;
const FILE_CHUNK_BYTES = 64 * 1024;

/**
 * Returns the sink for a descriptor: Node's stream for pipes and terminals, which does not block on pipes; asynchronous
 * writes for files.
 */
function sinkOf(fd: 1 | 2): LogSink {
  if (!isStream(fd))
    return { chunkBytesMax: FILE_CHUNK_BYTES, write: (chunk, done) => writeWhole(fd, chunk, done) };
  const stream = fd === 1 ? process.stdout : process.stderr;
  ignoreOutputErrors();
  return { chunkBytesMax: PIPE_CHUNK_BYTES, write: (chunk, done) => void stream.write(chunk, done) };
}

function isStream(fd: number): boolean {
  const stat = fstatSync(fd);
  return stat.isFIFO() || stat.isSocket() || isatty(fd);
}

function writeWhole(fd: number, chunk: Buffer, done: (error?: NodeJS.ErrnoException | null) => void): void {
  writeFile(fd, chunk, 0, chunk.length, null, (error, written) => {
    if (error !== null || written === chunk.length) done(error);
    else writeWhole(fd, chunk.subarray(written), done);
  });
}

/** Lets the process continue after its output was closed. Without a listener, the next write would end the process. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);
  }
}

const outputs = new Map<1 | 2, LogOutput>();

/**
 * Returns the shared output of the process for this descriptor. Buffered lines are written at exit, as far as that does
 * not block.
 */
export function logOutput(fd: 1 | 2): LogOutput {
  const known = outputs.get(fd);
  if (known !== undefined) return known;
  const output = new LogOutput(sinkOf(fd));
  outputs.set(fd, output);
  process.on('exit', () => writeAtExit(fd, output.takeBuffered()));
  return output;
}

/** Returns the number of lines that all outputs of this process have dropped. */
export function droppedLogLines(): number {
  return [...outputs.values()].reduce((sum, { dropped }) => sum + dropped, 0);
}

/** Time to write the remaining lines when a process ends, in milliseconds. */
export const FINAL_FLUSH_MS = 1_000;
const PIPE_PAUSE_MS = 5;

/**
 * Waits up to `timeoutMs` until all lines are written, so that a slow reader gets them. Resolves with whether all are
 * written.
 */
export async function flushLogs(timeoutMs: number): Promise<boolean> {
  const all = [...outputs.values()];
  await Promise.all(all.map((output) => new Promise<void>((resolve) => output.flush(resolve, timeoutMs))));
  return all.every((output) => output.isIdle);
}

/** Writes the text synchronously at exit; retries for a limited time if the reader is slow. */
function writeAtExit(fd: number, text: string): void {
  const deadlineMs = performance.now() + FINAL_FLUSH_MS;
  for (let left = Buffer.from(text); left.length > 0;) {
    try {
      left = left.subarray(writeSync(fd, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > deadlineMs) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_PAUSE_MS);
    }
  }
}
