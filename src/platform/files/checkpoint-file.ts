import { readFileSync, rmSync } from 'node:fs';
import { invalidArgument, type TidemarkError } from '../../errors';
import { CheckpointLock } from './checkpoint-lock';
import { replaceFile } from './replace-file';

const FORMAT = 1;

export interface CheckpointFileOptions<Content> {
  readonly path: string;
  /** Identifies the job. A job never resumes from the checkpoint of a job with another identity. */
  readonly identity: string;
  /** Option that names the file, without its dashes: field of all errors, e.g. `checkpoint`. */
  readonly option: string;
  /**
   * Lists what the identity covers, for the error about the checkpoint of another job, e.g. "input, mapping or target".
   */
  readonly scope: string;
  /** Returns whether parsed JSON has the form of the content. Default: every JSON object has it. */
  readonly isContent?: ((content: Partial<Content>) => boolean) | undefined;
}

type Stored<Content> = Content & { format: number; identity: string };

/**
 * The progress of a job in a file of its own, as one JSON object: `format`, `identity`, and the fields of the content.
 * The file is replaced atomically: after a crash it has either the old checkpoint or the new one.
 */
export class CheckpointFile<Content extends object> {
  readonly #options: CheckpointFileOptions<Content>;

  constructor(options: CheckpointFileOptions<Content>) {
    this.#options = options;
  }

  /**
   * Returns undefined when the file does not exist. Throws `invalid_argument` for another job's file and for other
   * contents.
   */
  load(): Content | undefined {
    const { path, scope } = this.#options;
    const text = this.#read();
    if (text === undefined) return undefined;
    const stored: Partial<Stored<Content>> = this.#parse(text);
    if (stored.identity !== this.#options.identity)
      throw this.#error(`${path} belongs to another ${scope}: use --restart to start over`);
    delete stored.format;
    delete stored.identity;
    return stored as Content;
  }

  /** Throws `invalid_argument` when the file cannot be written. The old checkpoint stays then. */
  save(content: Content): void {
    const { path, identity } = this.#options;
    try {
      replaceFile(path, `${JSON.stringify({ format: FORMAT, identity, ...content })}\n`);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw this.#error(`${path} cannot be written (${why}): name another place`);
    }
  }

  remove(): void {
    rmSync(this.#options.path, { force: true });
  }

  /**
   * Keeps other processes from using this checkpoint until the returned function is called. Throws `invalid_argument`
   * while another process holds the lock.
   */
  lock(): () => void {
    const { path, option } = this.#options;
    const lock = new CheckpointLock(path, option);
    return () => lock.release();
  }

  #read(): string | undefined {
    const { path } = this.#options;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw this.#error(`${path} cannot be read: ${(error as Error).message}`);
    }
  }

  #parse(text: string): Stored<Content> {
    const { path, isContent = () => true } = this.#options;
    try {
      const stored = JSON.parse(text) as Stored<Content>;
      if (stored.format === FORMAT && isContent(stored)) return stored;
    } catch {
      // Reported below, like any other file that is not a checkpoint.
    }
    throw this.#error(`${path} is not a checkpoint of this version: use --restart to start over`);
  }

  #error(message: string): TidemarkError {
    return invalidArgument(this.#options.option, message);
  }
}
