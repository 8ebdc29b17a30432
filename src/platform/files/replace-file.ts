import { closeSync, fstatSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { writeAll } from './write-all';

/** Permissions of files that only their owner may read: such files contain user ids. */
export const PRIVATE_FILE_MODE = 0o600;
/** Permissions of folders that only their owner may list and enter. */
export const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Replaces the text of a file atomically and durably: the text is written to `<path>.tmp`, synced, and renamed. After a
 * crash or on a full disk the file has either the old text or the new one. Throws the error of the system, and leaves
 * the old text.
 */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.tmp`;
  try {
    writeDurably(temporary, Buffer.from(text));
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeDurably(path: string, bytes: Buffer): void {
  const file = openSync(path, 'w', PRIVATE_FILE_MODE);
  try {
    writeAll(file, bytes);
    fsyncSync(file);
    const { size } = fstatSync(file);
    if (size !== bytes.length)
      throw new Error(`short write: ${size} of ${bytes.length} bytes are in ${path}`);
  } finally {
    closeSync(file);
  }
}
