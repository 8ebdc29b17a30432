import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { TidemarkError } from '../../errors';
import type { Clock } from '../time/clock';

export interface WatchFileOptions<T> {
  readonly file: string;
  /** Parses the contents. Throws a `TidemarkError` if they are invalid. */
  readonly parse: (contents: FileContents) => T;
  /** Called when the file has changed and is valid. */
  readonly onChange: (value: T) => void;
  /**
   * Called when the file cannot be read or is invalid; the previous value stays in use. Called once for the same
   * contents.
   */
  readonly onError: (error: TidemarkError) => void;
  readonly clock: Clock;
  readonly intervalMs: number;
}

export interface WatchedFile<T> {
  /** Value of the file at the start. */
  readonly value: T;
  /** Reads the file immediately instead of at the next poll. */
  readonly readNow: () => void;
  /**
   * Returns the time since the value in use was last confirmed, in milliseconds; it grows while the file is unreadable
   * or invalid.
   */
  readonly ageMs: () => number;
  readonly stop: () => void;
}

/** Text of the file, or the reason why it could not be read. */
export type FileContents = { readonly text: string } | { readonly failure: Error };

/**
 * Reads a file of a few kilobytes and polls it for changes. Compares contents, not modification times: mounted files
 * are replaced through symbolic links, and times are coarse. Throws the error of `parse` at the start.
 *
 * Only the start and `readNow` block on the file. It may be on a network, as mounted secrets of Cloud Run are, and
 * polling must not block requests.
 */
export function watchFile<T>(options: WatchFileOptions<T>): WatchedFile<T> {
  const { file, parse, clock, intervalMs } = options;
  let last = readContents(file);
  const value = parse(last);
  let isGood = true;
  let goodAtMs = clock.monotonicMs();
  /**
   * Identifies the current poll: the result of a poll is outdated if the file was read or the watch stopped meanwhile.
   */
  let turn = {};
  let cancel = clock.schedule(intervalMs, poll);
  return { value, readNow: look, ageMs: () => clock.monotonicMs() - goodAtMs, stop };

  function stop(): void {
    turn = {};
    cancel();
  }

  function look(): void {
    stop();
    take(readContents(file));
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

/** Reads a small file once. */
export function readContents(file: string): FileContents {
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
