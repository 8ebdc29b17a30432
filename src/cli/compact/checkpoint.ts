import { readFileSync, rmSync } from 'node:fs';
import { invalidArgument } from '../../errors';
import type { CompactionTally } from '../../operations/compaction/compaction-tally';
import { replaceFile } from '../../platform/files/replace-file';

const FORMAT = 1;

/** How far a round of compaction is. */
export interface CompactionCheckpoint {
  /** Of the DataType that is being packed; those before it in their order are done. */
  readonly family: string;
  /** Rows up to this key are done. */
  readonly after: Buffer;
  readonly tally: CompactionTally;
}

/**
 * A checkpoint in a file of its own, replaced as a whole. It saves the looking through of rows and no more than that:
 * without it, a round that is begun anew finds little to do in what an earlier one has packed.
 */
export class CompactionCheckpointFile {
  readonly #path: string;
  readonly #identity: string;

  /** `identity` is of the store and the worker's share: what another job has noted is nothing to go on from. */
  constructor(path: string, identity: string) {
    this.#path = path;
    this.#identity = identity;
  }

  /** Undefined where there is none. Throws `invalid_argument` for that of another job, or what is none. */
  load(): CompactionCheckpoint | undefined {
    const text = this.#read();
    if (text === undefined) return undefined;
    const { identity, family, after, tally } = this.#parse(text);
    if (identity !== this.#identity) {
      throw invalidArgument(
        'checkpoint',
        `${this.#path} is of another store or worker; --restart begins anew`,
      );
    }
    return { family, tally, after: Buffer.from(after, 'base64') };
  }

  save({ family, after, tally }: CompactionCheckpoint): void {
    const content = {
      format: FORMAT,
      identity: this.#identity,
      family,
      after: after.toString('base64'),
      tally,
    };
    try {
      replaceFile(this.#path, `${JSON.stringify(content)}\n`);
    } catch (cause) {
      throw invalidArgument('checkpoint', `cannot be written: ${(cause as Error).message}`);
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
      throw invalidArgument('checkpoint', `cannot be read: ${(error as Error).message}`);
    }
  }

  #parse(text: string): Written {
    try {
      const value = JSON.parse(text) as Written;
      if (value.format === FORMAT && isWhole(value)) return value;
    } catch {
      // Said below, as for any other file that is no checkpoint.
    }
    throw invalidArgument(
      'checkpoint',
      `${this.#path} is no checkpoint of this version; --restart begins anew`,
    );
  }
}

function isWhole({ family, after, tally }: Partial<Written>): boolean {
  return (
    typeof family === 'string' && typeof after === 'string' && typeof tally === 'object' && tally !== null
  );
}

interface Written {
  readonly format: number;
  readonly identity: string;
  readonly family: string;
  readonly after: string;
  readonly tally: CompactionTally;
}
