/** The key of write tokens that `npm start` keeps, so that tokens outlive a restart, and other commands can read them. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES = 32;

const keyPath = (dataDir: string): string => join(dataDir, 'token-keys');

/** As TIDEMARK_TOKEN_KEYS has them; undefined where none were kept. */
export function readLocalTokenKeys(dataDir: string): string | undefined {
  const path = keyPath(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

/** For the process that has the folder to itself. Readable by its owner alone; whole or not at all. */
export function ensureLocalTokenKeys(dataDir: string): string {
  const kept = readLocalTokenKeys(dataDir);
  if (kept !== undefined) return kept;
  const keys = `1:${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const path = keyPath(dataDir);
  writeFileSync(`${path}.tmp`, `${keys}\n`, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
  return keys;
}
