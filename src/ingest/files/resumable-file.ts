import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { invalidArgument } from '../../errors';
import { PRIVATE_FILE_MODE } from '../../platform/files/replace-file';

/** A file that another run may go on with, after what a checkpoint says was settled. */
export class ResumableFile {
  readonly #file: number;
  #bytes: number;

  /** Goes on after the first `keepBytes` of an earlier run's file; 0 begins anew. `option` is what the error names. */
  constructor(path: string, keepBytes: number, option: string) {
    try {
      this.#file = openSync(path, keepBytes === 0 ? 'w' : 'r+', PRIVATE_FILE_MODE);
      if (fstatSync(this.#file).size < keepBytes)
        throw new Error('it lacks what is done; --restart begins anew');
      ftruncateSync(this.#file, keepBytes);
    } catch (error) {
      throw invalidArgument(option, `cannot be written: ${(error as Error).message}`);
    }
    this.#bytes = keepBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Where it throws, on a full disk say, what was written of the bytes is no part of the file's. */
  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      at += writeSync(this.#file, bytes, at, bytes.length - at, this.#bytes + at);
    }
    this.#bytes += bytes.length;
  }

  sync(): void {
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}
