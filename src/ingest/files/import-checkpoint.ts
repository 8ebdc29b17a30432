import { readFileSync, rmSync } from 'node:fs';
import { invalidArgument } from '../../errors';
import { replaceFile } from '../../platform/files/replace-file';
import type { ImportTally } from '../import/import-summary';

const FORMAT = 1;

/** Everything an import needs to go on where another one stopped. */
export interface ImportCheckpoint {
  /** Size and time of the file, its mapping and its target: another input must not go on from here. */
  readonly identity: string;
  readonly shiftDays: number;
  /** Over the records settled, a prefix of the input. */
  readonly tally: ImportTally;
  /** Length of the rejects file at that point; what follows belongs to records that will be read again. */
  readonly rejectsBytes: number;
}

/** A checkpoint in a file of its own, replaced as a whole: after a crash either the old one or the new one is there. */
export class CheckpointFile<Checkpoint extends { readonly identity: string } = ImportCheckpoint> {
  constructor(readonly path: string) {}

  /** Undefined when there is none. Throws when it belongs to another input. */
  load(identity: string): Checkpoint | undefined {
    const text = readIfThere(this.path);
    if (text === undefined) return undefined;
    const checkpoint = this.#parse(text);
    if (checkpoint.identity !== identity) {
      throw invalidArgument(
        'checkpoint',
        `${this.path} is of another input, mapping or target; --restart begins anew`,
      );
    }
    return checkpoint;
  }

  save(checkpoint: Checkpoint): void {
    try {
      replaceFile(this.path, `${JSON.stringify({ format: FORMAT, ...checkpoint })}\n`);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw invalidArgument('checkpoint', `cannot be written (${why}); --checkpoint names another place`);
    }
  }

  remove(): void {
    rmSync(this.path, { force: true });
  }

  #parse(text: string): Checkpoint {
    try {
      const value = JSON.parse(text) as Checkpoint & { readonly format: number };
      if (value.format === FORMAT) return value;
    } catch {
      // Said below, as for any other file that is no checkpoint.
    }
    throw invalidArgument(
      'checkpoint',
      `${this.path} is not a checkpoint of this version; --restart begins anew`,
    );
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw invalidArgument('checkpoint', `cannot be read: ${(error as Error).message}`);
  }
}
