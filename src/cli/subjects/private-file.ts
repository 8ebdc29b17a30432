import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { PRIVATE_FILE_MODE } from '../../platform/files/replace-file';
import { writeAll } from '../../platform/files/write-all';
import { invalidArgument } from '../../errors';

/** A file that appears under its name only when it is complete. Only its owner may read it. */
export class PrivateFile {
  readonly #path: string;
  readonly #partial: string;
  #file: number | undefined;

  /** Throws `invalid_argument` if the file cannot be created. */
  constructor(path: string) {
    this.#path = path;
    this.#partial = `${path}.partial`;
    try {
      this.#file = openSync(this.#partial, 'w', PRIVATE_FILE_MODE);
    } catch (error) {
      throw invalidArgument('--out', `cannot create the file: ${(error as Error).message}`);
    }
  }

  write(text: string): void {
    writeAll(this.#file!, Buffer.from(text));
  }

  /** Makes the text durable, and gives the file its name. */
  finish(): void {
    fsyncSync(this.#file!);
    closeSync(this.#file!);
    this.#file = undefined;
    renameSync(this.#partial, this.#path);
  }

  /** Removes the file unless it is finished. */
  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#partial, { force: true });
  }
}
