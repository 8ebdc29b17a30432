import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { invalidArgument } from '../../errors';

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Locks of this process: its id alone cannot tell them from one that an earlier process with the same id left behind. */
const held = new Set<string>();

/**
 * Lock file beside a checkpoint, which keeps two processes from writing it in turn. A lock whose process has ended on this
 * machine is taken over; of another machine's process nothing is known, so its lock has to be deleted by hand.
 */
export class CheckpointLock {
  readonly #path: string;

  /** Throws `invalid_argument` while another process holds it. */
  constructor(checkpointPath: string) {
    this.#path = `${checkpointPath}.lock`;
    const text = JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder);
    if (!this.#create(text)) {
      this.#rejectIfHeld(checkpointPath);
      rmSync(this.#path, { force: true });
      if (!this.#create(text)) this.#rejectIfHeld(checkpointPath);
    }
    held.add(this.#path);
  }

  release(): void {
    held.delete(this.#path);
    rmSync(this.#path, { force: true });
  }

  /** False where the file is there already. */
  #create(text: string): boolean {
    try {
      writeFileSync(this.#path, text, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw invalidArgument('checkpoint', `its lock cannot be written: ${(error as Error).message}`);
    }
  }

  #rejectIfHeld(checkpointPath: string): void {
    const holder = holderIn(this.#path);
    if (holder === undefined || !this.#isHeldBy(holder)) return;
    throw invalidArgument(
      'checkpoint',
      `${checkpointPath} is in use by process ${holder.pid} on ${holder.host}: wait for it, set another --checkpoint, or delete ${this.#path} if that process has ended`,
    );
  }

  #isHeldBy({ pid, host }: Holder): boolean {
    if (host !== hostname()) return true;
    return pid === process.pid ? held.has(this.#path) : isAlive(pid);
  }
}

/** Undefined where the file has gone meanwhile. */
function holderIn(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw invalidArgument('checkpoint', `its lock ${path} is unreadable: delete it if no other import runs`);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
