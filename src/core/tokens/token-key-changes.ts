/** The steps of a rotation of token keys. Each step keeps all tokens valid that may still be presented. */
import { createHash } from 'node:crypto';
import { invalidArgument } from '../../errors';
import { maxOf } from '../shared/lists';
import { KEY_ID_MAX, TOKEN_KEYS_MAX, type TokenKey, type TokenKeys } from './token-keys';

/** Formats keys as `parseTokenKeys` reads them. */
export function formatTokenKeys(keys: TokenKeys): string {
  return keys.map(({ id, secret }) => `${id}:${secret.toString('base64url')}`).join(',');
}

/** Adds a key that verifies. Throws `invalid_argument` if its id is taken or the maximum number of keys is reached. */
export function withKey(keys: TokenKeys, key: TokenKey): TokenKeys {
  if (keys.some(({ id }) => id === key.id)) throw invalidArgument('id', `key ${key.id} already exists`);
  if (keys.length >= TOKEN_KEYS_MAX) {
    throw invalidArgument('keys', `must be at most ${TOKEN_KEYS_MAX}: remove keys that no longer sign`);
  }
  return [...keys, key] as const;
}

/** Makes a key the signing key; the previous one still verifies. Throws `invalid_argument` if no key has this id. */
export function withSigner(keys: TokenKeys, id: number): TokenKeys {
  const signer = keyOf(keys, id);
  return [signer, ...keys.filter((key) => key !== signer)];
}

/**
 * Removes a key. Throws `invalid_argument` for the signing key, because tokens issued a moment ago would be rejected.
 */
export function withoutKey(keys: TokenKeys, id: number): TokenKeys {
  const [signer, ...others] = keys;
  const gone = keyOf(keys, id);
  if (gone === signer) throw invalidArgument('id', `key ${id} is the signing key: promote another key first`);
  return [signer, ...others.filter((key) => key !== gone)];
}

/** Returns the id above the highest one, or the lowest free id if there is no such id. */
export function nextKeyId(keys: readonly TokenKey[]): number {
  const taken = new Set(keys.map(({ id }) => id));
  const above = Math.max(0, maxOf(taken)) + 1;
  if (above <= KEY_ID_MAX) return above;
  let id = 0;
  while (taken.has(id)) id += 1;
  return id;
}

/** Returns a fingerprint that shows whether two processes have the same key, without revealing the key. */
export function tokenKeyFingerprint({ secret }: TokenKey): string {
  return createHash('sha256').update('tidemark token key\0').update(secret).digest('hex').slice(0, 16);
}

function keyOf(keys: TokenKeys, id: number): TokenKey {
  const found = keys.find((key) => key.id === id);
  if (found !== undefined) return found;
  const ids = keys.map((key) => key.id).join(', ');
  throw invalidArgument('id', `key ${id} does not exist; existing keys: ${ids}`);
}
