import { createLogger } from '../../../../src/platform/telemetry/logger';
import { LogOutput, type LogSink } from '../../../../src/platform/telemetry/log-output';
import { VirtualClock } from '../../../support/virtual-clock';

const RETRY_MS = 1_000;
const LIMITS = { bufferedBytesMax: 100, retryMs: RETRY_MS };

/** Completes writes when the test allows it. */
class SlowSink implements LogSink {
  readonly chunkBytesMax = 12;
  readonly chunks: string[] = [];
  #done: ((error?: NodeJS.ErrnoException | null) => void) | undefined;

  write(chunk: Buffer, done: (error?: NodeJS.ErrnoException | null) => void): void {
    this.chunks.push(chunk.toString());
    this.#done = done;
  }

  end(code?: string): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(code === undefined ? null : Object.assign(new Error(code), { code }));
  }
}

describe('The log output', () => {
  let clock: VirtualClock;
  let sink: SlowSink;
  let output: LogOutput;
  beforeEach(() => {
    clock = new VirtualClock();
    sink = new SlowSink();
    output = new LogOutput(sink, LIMITS, clock);
  });
  const write = (...lines: readonly string[]): void => lines.forEach((line) => output.write(`${line}\n`));

  it('writes the first line at once, and later ones together and in order', () => {
    write('1111', '2222', '3333', '4444');
    expect(sink.chunks).toEqual(['1111\n']);
    sink.end();
    expect(sink.chunks).toEqual(['1111\n', '2222\n3333\n']);
    sink.end();
    sink.end();
    expect(sink.chunks).toEqual(['1111\n', '2222\n3333\n', '4444\n']);
    expect(output.dropped).toBe(0);
  });

  it('writes a line that is longer than a chunk as a whole', () => {
    write('a line longer than twelve bytes');
    expect(sink.chunks).toEqual(['a line longer than twelve bytes\n']);
  });

  it('buffers a bounded number of bytes while the output is blocked, and counts dropped lines', () => {
    for (let each = 0; each < 1_000; each++) write('123456789');
    // One line is being written, ten are buffered.
    expect(output.dropped).toBe(1_000 - 11);
    expect(sink.chunks).toHaveLength(1);
  });

  it('reports the number of lost lines when writes succeed again', () => {
    const lost: number[] = [];
    output.onRecovered = (lines) => void lost.push(lines);
    for (let each = 0; each < 20; each++) write('123456789');
    for (let each = 0; each < 10; each++) sink.end();
    // A report while the buffer is full would use some of its space.
    expect(lost).toEqual([]);
    sink.end();
    write('written');
    sink.end();
    expect(lost).toEqual([9]);
  });

  it('reports lost lines through an enabled logger, whichever loggers share the output', () => {
    const shared = new LogOutput(sink, { ...LIMITS, bufferedBytesMax: 1_000 }, clock);
    createLogger({ level: 'info', service: 'test', destination: shared });
    createLogger({ level: 'silent', service: 'test', destination: shared });
    shared.write('a line\n');
    shared.write(`${'x'.repeat(2_000)}\n`);
    expect(shared.dropped).toBe(1);
    sink.end();
    expect(sink.chunks.at(-1)).toContain('log lines were lost');
  });

  it('retries after a pause when the disk is full, and starts on a new line', async () => {
    write('1111', '2222');
    sink.end('ENOSPC');
    await clock.advance(RETRY_MS - 1);
    expect(sink.chunks).toHaveLength(1);
    await clock.advance(1);
    expect([sink.chunks.at(-1), output.dropped]).toEqual(['\n2222\n', 1]);
    sink.end();
    write('3333');
    expect(sink.chunks.at(-1)).toBe('3333\n');
  });

  it('writes nothing after its reader has closed the pipe', async () => {
    write('1111', '2222');
    sink.end('EPIPE');
    write('3333');
    await clock.advance(10 * RETRY_MS);
    expect([sink.chunks.length, output.dropped]).toEqual([1, 3]);
  });

  it('reports when all lines are written or the timeout has passed', async () => {
    const flushed: string[] = [];
    output.flush(() => void flushed.push('nothing to write'));
    write('1111');
    output.flush(() => void flushed.push('written'));
    expect(flushed).toEqual(['nothing to write']);
    sink.end();
    expect(flushed).toEqual(['nothing to write', 'written']);
    write('2222');
    output.flush(() => void flushed.push('too late'), 100);
    await clock.advance(100);
    expect(flushed.at(-1)).toBe('too late');
  });

  it('returns the buffered lines for a process that exits', () => {
    write('1111', '2222', '3333');
    expect(output.takeBuffered()).toBe('2222\n3333\n');
    expect(output.takeBuffered()).toBe('');
  });
});
