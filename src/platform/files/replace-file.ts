import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** For its owner alone: files of this kind have ids of users in them. */
export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Replaces the file's text as a whole, and durably; a full disk may take a part of a text without an error, so the text is
 * written beside the file first. Throws what the system refuses with, and then what was there before is there still.
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
