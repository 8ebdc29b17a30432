import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Mode of files that contain user ids: only the owner may read and write them. */
export const PRIVATE_FILE_MODE = 0o600;
/** Mode of folders for such files. */
export const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Replaces the content of a file atomically and durably. A full disk may accept part of a text without an error, so the text is
 * written to a temporary file first. Throws the system's error; the previous content is unchanged then.
 */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.tmp`;
  try {
    writeDurably(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', PRIVATE_FILE_MODE);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
