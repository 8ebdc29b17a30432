import { writeSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Clock } from '../../platform/time/clock';
import { replaceFile } from '../../platform/files/replace-file';

export interface AcknowledgedOptions {
  readonly clock: Clock;
  /** The count reaches the disk this long after it has changed, milliseconds. */
  readonly syncAfterMs: number;
}

/**
 * The number of commits that were acknowledged, in a file of its own. LevelDB takes a log that was emptied, cut or zeroed for one
 * that ends there; a database that holds fewer commits than were acknowledged has lost some.
 *
 * The file is overwritten in place after each commit, which needs no space and takes 2 µs: the thread pool would take 20 times
 * that. It is synced in the background.
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

  /** Creates the file, or replaces it as a whole; the count is on the disk when this resolves. */
  static async create(
    folder: string,
    count: number,
    options: AcknowledgedOptions,
  ): Promise<AcknowledgedCommits> {
    const path = join(folder, COMMITS_FILE);
    replaceFile(path, encode(count));
    return new AcknowledgedCommits(await open(path, 'r+'), options);
  }

  /** When this returns, the count survives the end of the process. */
  record(count: number): void {
    writeSync(this.#file.fd, encode(count), 0);
    this.#cancelSync ??= this.#options.clock.schedule(this.#options.syncAfterMs, () => {
      this.#cancelSync = undefined;
      // A disk that does not sync fails the commits, too.
      this.#syncing = this.#file.datasync().catch(() => undefined);
    });
  }

  async close(): Promise<void> {
    this.#cancelSync?.();
    await this.#syncing;
    await this.#file.close();
  }
}

/** Returns the number of commits acknowledged; undefined without the file. Throws when the file is not as it was written. */
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

/** The count and its checksum, in hexadecimal: always of the same length. */
function encode(count: number): string {
  const digits = count.toString(16).padStart(COUNT_DIGITS, '0');
  return `${digits} ${crc32(digits).toString(16).padStart(CHECKSUM_DIGITS, '0')}\n`;
}

export const COMMITS_FILE = 'COMMITS';
const COUNT_DIGITS = 14;
const CHECKSUM_DIGITS = 8;
