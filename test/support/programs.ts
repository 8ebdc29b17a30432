import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of a program on PATH, or undefined. */
export function programOf(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(existsSync);
}
