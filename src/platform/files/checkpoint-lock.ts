import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { invalidArgument } from '../../errors';
import { PRIVATE_FILE_MODE } from './replace-file';

/** The process that holds a lock, as the lock file names it. */
interface LockHolder {
  readonly pid: number;
  readonly host: string;
}

/**
 * Paths of the locks that this process holds. The process id in a lock file does not suffice: an earlier process with
 * the same id, as in a restarted container, may have left the file behind.
 */
const heldPaths = new Set<string>();

/**
 * Lock file beside a checkpoint, which keeps two processes from writing the checkpoint in turn. The lock of a process
 * of this machine is taken over once that process has ended. The lock of another machine's process stays: whether that
 * process still runs is unknown, so the user has to delete the file.
 */
export class CheckpointLock {
  readonly #path: string;
  readonly #checkpointPath: string;
  readonly #option: string;

  /** `option` is the field of errors. Throws `invalid_argument` while another process holds the lock. */
  constructor(checkpointPath: string, option: string) {
    this.#path = `${checkpointPath}.lock`;
    this.#checkpointPath = checkpointPath;
    this.#option = option;
    const text = JSON.stringify({ pid: process.pid, host: hostname() } satisfies LockHolder);
    if (!this.#create(text)) {
      this.#rejectIfHeld();
      rmSync(this.#path, { force: true });
      if (!this.#create(text)) this.#rejectIfHeld();
    }
    heldPaths.add(this.#path);
  }

  release(): void {
    heldPaths.delete(this.#path);
    rmSync(this.#path, { force: true });
  }

  /** Returns false when the lock file exists already. */
  #create(text: string): boolean {
    try {
      writeFileSync(this.#path, text, { flag: 'wx', mode: PRIVATE_FILE_MODE });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw invalidArgument(
        this.#option,
        `the lock ${this.#path} cannot be written: ${(error as Error).message}`,
      );
    }
  }

  #rejectIfHeld(): void {
    const holder = this.#holder();
    if (holder === undefined || !this.#isHeldBy(holder)) return;
    throw invalidArgument(
      this.#option,
      `${this.#checkpointPath} is in use by process ${holder.pid} on ${holder.host}: wait for that process, name another ` +
        `file, or delete ${this.#path} if the process has ended`,
    );
  }

  #isHeldBy({ pid, host }: LockHolder): boolean {
    if (host !== hostname()) return true;
    return pid === process.pid ? heldPaths.has(this.#path) : isAlive(pid);
  }

  /** Returns undefined when the lock file has been removed in the meantime. */
  #holder(): LockHolder | undefined {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as LockHolder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw invalidArgument(
        this.#option,
        `the lock ${this.#path} is unreadable: delete it if no other process uses ${this.#checkpointPath}`,
      );
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
