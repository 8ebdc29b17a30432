import { readFileSync, rmSync } from 'node:fs';
import { invalidArgument } from '../../errors';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import type { RecountState, RecountStateJson } from '../../operations/reconcile/recount-state';
import { replaceFile } from '../../platform/files/replace-file';

const FORMAT = 1;

/** What a worker has counted of its share so far. */
export interface WrittenRecount {
  readonly worker: WorkerShare;
  readonly state: RecountStateJson;
}

/**
 * A recount in a file of its own, replaced as a whole: what an interrupted run goes on from, and what a worker leaves for whoever
 * puts the shares together.
 */
export class RecountFile {
  readonly #path: string;
  readonly #identity: string;
  /** Of the option that named it. */
  readonly #option: string;

  /** `identity` is of the store and all that is asked of it: counts of something else are nothing to go on from. */
  constructor(path: string, identity: string, option: string) {
    this.#path = path;
    this.#identity = identity;
    this.#option = option;
  }

  /** Undefined where there is none. Throws `invalid_argument` for that of another recount, or what is none. */
  load(): WrittenRecount | undefined {
    const text = this.#read();
    if (text === undefined) return undefined;
    const { identity, worker, state } = this.#parse(text);
    if (identity === this.#identity) return { worker, state };
    throw this.#error(`is of another store, day or data type, or of other campaigns; --restart begins anew`);
  }

  save(worker: WorkerShare, state: RecountState): void {
    const content = { format: FORMAT, identity: this.#identity, worker, state };
    try {
      replaceFile(this.#path, `${JSON.stringify(content)}\n`);
    } catch (cause) {
      throw this.#error(`cannot be written: ${(cause as Error).message}`);
    }
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }

  #read(): string | undefined {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw this.#error(`cannot be read: ${(error as Error).message}`);
    }
  }

  #parse(text: string): WrittenRecount & { readonly identity: string } {
    try {
      const value = JSON.parse(text) as WrittenRecount & {
        readonly format: number;
        readonly identity: string;
      };
      if (value.format === FORMAT) return value;
    } catch {
      // Said below, as for any other file that is no recount.
    }
    throw this.#error('is no recount of this version; --restart begins anew');
  }

  #error(message: string): Error {
    return invalidArgument(this.#option, `${this.#path} ${message}`);
  }
}
