/** Keys of write tokens in the data folder of `npm start`: tokens stay valid after a restart, and in other commands. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../platform/files/replace-file';

const SECRET_BYTES = 32;

const keyPath = (dataDir: string): string => join(dataDir, 'token-keys');

/** Returns the keys in the format of TIDEMARK_TOKEN_KEYS, or undefined when there are none. */
export function readLocalTokenKeys(dataDir: string): string | undefined {
  const path = keyPath(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

/**
 * Returns the keys, and creates them if there are none, in a file that only its owner can read. Only the process that
 * has locked the data folder may call it.
 */
export function ensureLocalTokenKeys(dataDir: string): string {
  const existing = readLocalTokenKeys(dataDir);
  if (existing !== undefined) return existing;
  const keys = `1:${randomBytes(SECRET_BYTES).toString('base64url')}`;
  replaceFile(keyPath(dataDir), `${keys}\n`);
  return keys;
}
