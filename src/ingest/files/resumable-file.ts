import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync } from 'node:fs';
import { invalidArgument } from '../../errors';
import { PRIVATE_FILE_MODE } from '../../platform/files/replace-file';
import { writeAll } from '../../platform/files/write-all';

/** A file that a later run continues behind the bytes that a checkpoint calls settled. */
export class ResumableFile {
  readonly #file: number;
  #bytes: number;

  /**
   * Opens the file for writing behind the first `keepBytes` of an earlier run, and cuts off the rest. 0 starts an empty
   * file. Throws `invalid_argument` with `option` as its field when the file cannot be opened or is shorter.
   */
  constructor(path: string, keepBytes: number, option: string) {
    try {
      this.#file = openSync(path, keepBytes === 0 ? 'w' : 'r+', PRIVATE_FILE_MODE);
      if (fstatSync(this.#file).size < keepBytes)
        throw new Error(`it is shorter than ${keepBytes} bytes: use --restart to start over`);
      ftruncateSync(this.#file, keepBytes);
    } catch (error) {
      throw invalidArgument(option, `cannot be written: ${(error as Error).message}`);
    }
    this.#bytes = keepBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Appends the bytes. When it throws, as on a full disk, `bytes` does not grow, and the next write overwrites the
   * remains.
   */
  write(bytes: Buffer): void {
    writeAll(this.#file, bytes, this.#bytes);
    this.#bytes += bytes.length;
  }

  sync(): void {
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}
