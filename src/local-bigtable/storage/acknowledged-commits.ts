import { writeSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Clock } from '../../platform/time/clock';
import { replaceFile } from '../../platform/files/replace-file';

export interface AcknowledgedOptions {
  readonly clock: Clock;
  /** Delay between a change of the count and its sync to disk, in milliseconds. */
  readonly syncAfterMs: number;
}

/**
 * Number of acknowledged commits, in its own file. LevelDB treats a log that was emptied, truncated or zeroed as ending
 * there. A database with fewer commits than were acknowledged has lost some.
 *
 * The file is overwritten in place after each commit, which needs no space and takes 2 µs; the thread pool would take
 * 20 times that. It is synced in the background.
 */
export class AcknowledgedCommits {
  readonly #file: FileHandle;
  readonly #options: AcknowledgedOptions;
  #cancelSync: (() => void) | undefined;
  #syncing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, options: AcknowledgedOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Creates or replaces the file. The count is on disk when this resolves. */
  static async create(
    folder: string,
    count: number,
    options: AcknowledgedOptions,
  ): Promise<AcknowledgedCommits> {
    const path = join(folder, COMMITS_FILE);
    replaceFile(path, encode(count));
    return new AcknowledgedCommits(await open(path, 'r+'), options);
  }

  /** Records the count. It survives the end of the process when this returns. */
  record(count: number): void {
    writeSync(this.#file.fd, encode(count), 0);
    this.#cancelSync ??= this.#options.clock.schedule(this.#options.syncAfterMs, () => {
      this.#cancelSync = undefined;
      // A disk that cannot sync fails the commits, too.
      this.#syncing = this.#file.datasync().catch(() => undefined);
    });
  }

  async close(): Promise<void> {
    this.#cancelSync?.();
    await this.#syncing;
    await this.#file.close();
  }
}

/** Returns the number of acknowledged commits; undefined without the file. Throws when the file is corrupted. */
export async function readAcknowledged(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, COMMITS_FILE), 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const count = parseInt(text, 16);
  if (text !== encode(count)) throw new Error(`the file ${COMMITS_FILE} has changed`);
  return count;
}

/** Encodes the count and its checksum in hexadecimal, with constant length. */
function encode(count: number): string {
  const digits = count.toString(16).padStart(COUNT_DIGITS, '0');
  return `${digits} ${crc32(digits).toString(16).padStart(CHECKSUM_DIGITS, '0')}\n`;
}

/** Name of the file in the data folder. */
export const COMMITS_FILE = 'COMMITS';
const COUNT_DIGITS = 14;
const CHECKSUM_DIGITS = 8;
