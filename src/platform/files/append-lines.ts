import { open } from 'node:fs/promises';
import { PRIVATE_FILE_MODE } from './replace-file';

/**
 * Appends lines to a file, which only its owner may read. The file is opened anew for each call: another program may
 * rename it at any time, as logrotate does, and the next lines are in a new file. All lines are one write, so those of
 * several processes do not mix.
 */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, 'a', PRIVATE_FILE_MODE);
  try {
    await file.appendFile(`${lines.join('\n')}\n`);
  } finally {
    await file.close();
  }
}
