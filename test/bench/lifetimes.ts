/** Cleanup of child processes and temporary folders, however a benchmark's process ends. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const endings = new Set<() => void>();

/**
 * Calls `end` when this process exits: at its end, after an error, or by a signal. Returns a function that cancels this.
 * The signals are caught from the first call on only: a benchmark without children ends at once by default.
 */
export function onExit(end: () => void): () => void {
  if (endings.size === 0) catchSignals();
  endings.add(end);
  return () => void endings.delete(end);
}

/** Kills the child process when this process exits, unless it has ended before. */
export function killOnExit<Child extends ChildProcess>(child: Child): Child {
  const cancel = onExit(() => void child.kill('SIGKILL'));
  child.once('exit', cancel);
  return child;
}

export interface TemporaryFolder {
  readonly path: string;
  readonly remove: () => void;
}

/** A new folder below the system's temporary one, removed when this process exits at the latest. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), prefix));
  // A process that was killed just now may still be creating files in it.
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  const cancel = onExit(remove);
  return {
    path,
    remove: () => {
      cancel();
      remove();
    },
  };
}

let isCaught = false;

function catchSignals(): void {
  if (isCaught) return;
  isCaught = true;
  for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + constants.signals[signal]));
  process.once('exit', endAll);
}

/** The latest first: the processes that use a folder before the folder. */
function endAll(): void {
  for (const end of [...endings].reverse()) {
    try {
      end();
    } catch {
      // The others are still to be ended.
    }
  }
}
