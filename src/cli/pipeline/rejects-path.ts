import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the file of rejects: the path, or if that is a folder, a file of its own in it. So several tasks that have the same
 * options do not write the same file.
 */
export function rejectsPath(path: string, parts: readonly string[]): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? join(path, `${parts.join('-')}.ndjson`) : path;
}
