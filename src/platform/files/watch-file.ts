import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { TidemarkError } from '../../errors';
import type { Clock } from '../time/clock';

export interface WatchFileOptions<T> {
  readonly file: string;
  /** Throws a TidemarkError for what cannot be gone by. */
  readonly parse: (contents: FileContents) => T;
  /** The file says something else now, and it is valid. */
  readonly onChange: (value: T) => void;
  /** It cannot be read, or is not valid: what was known before goes on. Told once for the same contents. */
  readonly onError: (error: TidemarkError) => void;
  readonly clock: Clock;
  readonly intervalMs: number;
}

export interface WatchedFile<T> {
  /** As the file was at the start. */
  readonly value: T;
  /** Reads it now, for those who can't wait. */
  readonly readNow: () => void;
  /** Since a look found in the file what goes on: while it cannot be read, or is not valid, this grows. */
  readonly ageMs: () => number;
  readonly stop: () => void;
}

/** What is in it, or why it could not be read. */
export type FileContents = { readonly text: string } | { readonly failure: Error };

/**
 * Reads a file of a few kilobytes, and again and again from then on. By its contents, not its time of change: what is mounted
 * is exchanged by symbolic links, and times are coarse. Throws at the start what `parse` throws.
 *
 * Only the start and `look` wait for the file: it may lie behind a network, as mounted secrets of Cloud Run do, and requests are
 * not to stand still while it is polled.
 */
export function watchFile<T>(options: WatchFileOptions<T>): WatchedFile<T> {
  const { file, parse, clock, intervalMs } = options;
  let last = contentsOf(file);
  const value = parse(last);
  let isGood = true;
  let goodAtMs = clock.monotonicMs();
  /** What a poll has read is old news when something else was done meanwhile. */
  let turn = {};
  let cancel = clock.schedule(intervalMs, poll);
  return { value, readNow: look, ageMs: () => clock.monotonicMs() - goodAtMs, stop };

  function stop(): void {
    turn = {};
    cancel();
  }

  function look(): void {
    stop();
    take(contentsOf(file));
  }

  async function poll(): Promise<void> {
    const mine = turn;
    const contents = await read(file);
    if (mine === turn) take(contents);
  }

  function take(contents: FileContents): void {
    cancel = clock.schedule(intervalMs, poll);
    if (!isSame(contents, last)) isGood = reload(contents);
    last = contents;
    if (isGood) goodAtMs = clock.monotonicMs();
  }

  function reload(contents: FileContents): boolean {
    try {
      options.onChange(parse(contents));
      return true;
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      options.onError(error);
      return false;
    }
  }
}

function read(file: string): Promise<FileContents> {
  return readFile(file, 'utf8').then(
    (text) => ({ text }),
    (failure: Error) => ({ failure }),
  );
}

function contentsOf(file: string): FileContents {
  try {
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { failure: error as Error };
  }
}

function isSame(a: FileContents, b: FileContents): boolean {
  if ('text' in a) return 'text' in b && a.text === b.text;
  return 'failure' in b && a.failure.message === b.failure.message;
}
