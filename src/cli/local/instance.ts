/**
 * Announces where the local instance listens. `tidemark start` and `tidemark local` write a note to the data folder, so
 * that other commands find the instance without configuration.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FOLDER_MODE } from '../../platform/files/replace-file';

export interface RunningLocalBigtable {
  /** `host:port` of the embedded Bigtable. */
  readonly endpoint: string;
  readonly pid: number;
  /** Path of the topology file of its API, if there is one. */
  readonly topology?: string | undefined;
}

const notePath = (dataDir: string): string => join(dataDir, 'local.json');

/** Writes the note; the returned function removes it, unless another server has written its own meanwhile. */
export function announceLocalInstance(dataDir: string, local: Omit<RunningLocalBigtable, 'pid'>): () => void {
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const note: RunningLocalBigtable = { ...local, pid: process.pid };
  writeFileSync(notePath(dataDir), `${JSON.stringify(note)}\n`);
  return () => {
    if (readNote(dataDir)?.pid === process.pid) rmSync(notePath(dataDir), { force: true });
  };
}

/** Returns the instance that runs on this data folder, if any. A note whose process has ended is ignored. */
export function findLocalInstance(dataDir: string): RunningLocalBigtable | undefined {
  const note = readNote(dataDir);
  return note !== undefined && isAlive(note.pid) ? note : undefined;
}

function readNote(dataDir: string): RunningLocalBigtable | undefined {
  try {
    const note = JSON.parse(readFileSync(notePath(dataDir), 'utf8')) as Partial<RunningLocalBigtable>;
    const { endpoint, pid, topology } = note;
    if (typeof endpoint !== 'string' || typeof pid !== 'number') return undefined;
    return { endpoint, pid, topology: typeof topology === 'string' ? topology : undefined };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
