import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Digest } from './digest';

/**
 * What a file beside the database says of it, since LevelDB drops the damaged end of its log in silence: whether it has
 * ever held anything, and, when the server ended in order, the digest of all it then held.
 */
export type FolderState = { readonly closedAs: Digest | undefined };

/** Undefined for a folder in which nothing was ever kept. Throws when the file is not one of ours. */
export async function readState(folder: string): Promise<FolderState | undefined> {
  const text = await readFile(join(folder, STATE_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (text === OPEN) return { closedAs: undefined };
  const digest = CLOSED.exec(text)?.[1];
  if (digest === undefined) throw new Error(`the file ${STATE_FILE} cannot be read`);
  return { closedAs: Digest.decode(Buffer.from(digest, 'hex')) };
}

/** Replaces the file as a whole, on the disk. */
export async function writeState(folder: string, { closedAs }: FolderState): Promise<void> {
  const path = join(folder, STATE_FILE);
  const text = closedAs === undefined ? OPEN : `closed ${closedAs.encode().toString('hex')}\n`;
  await writeFile(`${path}.new`, text, { flush: true });
  await rename(`${path}.new`, path);
}

export const STATE_FILE = 'STATE';
const OPEN = 'open\n';
const CLOSED = /^closed ([0-9a-f]{20})\n$/;
