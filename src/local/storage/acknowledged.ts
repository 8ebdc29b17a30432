import { writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { PRIVATE_FILE_MODE } from '../../platform/replace-file';
import type { Clock } from '../../platform/clock';

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
  readonly #bytes = Buffer.alloc(BYTES);
  #cancelSync: (() => void) | undefined;
  #syncing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, options: AcknowledgedOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Creates the file, or replaces what it says; the count is on the disk when this resolves. */
  static async create(
    folder: string,
    count: number,
    options: AcknowledgedOptions,
  ): Promise<AcknowledgedCommits> {
    const file = await open(join(folder, COMMITS_FILE), 'a', PRIVATE_FILE_MODE);
    await file.close();
    const commits = new AcknowledgedCommits(await open(join(folder, COMMITS_FILE), 'r+'), options);
    commits.#write(count);
    await commits.#file.sync();
    return commits;
  }

  /** When this returns, the count survives the end of the process. */
  record(count: number): void {
    this.#write(count);
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

  #write(count: number): void {
    this.#bytes.writeUIntBE(count, 0, COUNT_BYTES);
    this.#bytes.writeUInt32BE(crc32(this.#bytes.subarray(0, COUNT_BYTES)), COUNT_BYTES);
    writeSync(this.#file.fd, this.#bytes, 0, BYTES, 0);
  }
}

/** Returns the number of commits acknowledged; undefined without the file. Throws when the file is not as it was written. */
export async function readAcknowledged(folder: string): Promise<number | undefined> {
  const file = await open(join(folder, COMMITS_FILE), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  const bytes = await file.readFile().finally(() => file.close());
  const isWhole =
    bytes.length === BYTES && bytes.readUInt32BE(COUNT_BYTES) === crc32(bytes.subarray(0, COUNT_BYTES));
  if (!isWhole) throw new Error(`the file ${COMMITS_FILE} has changed`);
  return bytes.readUIntBE(0, COUNT_BYTES);
}

export const COMMITS_FILE = 'COMMITS';
const COUNT_BYTES = 6;
const BYTES = COUNT_BYTES + 4;
