/** The steps of a rotation of token keys, each of which keeps all tokens good that are still to be taken. */
import { createHash } from 'node:crypto';
import { invalidArgument } from '../../errors';
import { maxOf } from '../shared/lists';
import { KEY_ID_MAX, TOKEN_KEYS_MAX, type TokenKey, type TokenKeys } from './token-keys';

/** As `parseTokenKeys` reads them. */
export function formatTokenKeys(keys: TokenKeys): string {
  return keys.map(({ id, secret }) => `${id}:${secret.toString('base64url')}`).join(',');
}

/** The key verifies from now on. Throws `invalid_argument` for an id that is taken, and where there are as many as may be. */
export function withKey(keys: TokenKeys, key: TokenKey): TokenKeys {
  if (keys.some(({ id }) => id === key.id)) throw invalidArgument('id', `key ${key.id} is there already`);
  if (keys.length >= TOKEN_KEYS_MAX) {
    throw invalidArgument('keys', `there are ${TOKEN_KEYS_MAX} already: remove those that sign no more`);
  }
  return [...keys, key] as const;
}

/** The key signs from now on, and the one that did verifies. Throws `invalid_argument` where there is none of that id. */
export function withSigner(keys: TokenKeys, id: number): TokenKeys {
  const signer = keyOf(keys, id);
  return [signer, ...keys.filter((key) => key !== signer)];
}

/** Throws `invalid_argument` for the key that signs: tokens of this very moment would be refused. */
export function withoutKey(keys: TokenKeys, id: number): TokenKeys {
  const [signer, ...others] = keys;
  const gone = keyOf(keys, id);
  if (gone === signer) throw invalidArgument('id', `key ${id} signs: promote another one first`);
  return [signer, ...others.filter((key) => key !== gone)];
}

/** One above the highest; where there is no such id, the lowest that is free. */
export function nextKeyId(keys: readonly TokenKey[]): number {
  const taken = new Set(keys.map(({ id }) => id));
  const above = Math.max(0, maxOf(taken)) + 1;
  if (above <= KEY_ID_MAX) return above;
  let id = 0;
  while (taken.has(id)) id += 1;
  return id;
}

/** Tells whether two processes have the same key, and nothing of what it is. */
export function fingerprintOf({ secret }: TokenKey): string {
  return createHash('sha256').update('tidemark token key\0').update(secret).digest('hex').slice(0, 16);
}

function keyOf(keys: TokenKeys, id: number): TokenKey {
  const found = keys.find((key) => key.id === id);
  if (found !== undefined) return found;
  const ids = keys.map((key) => key.id).join(', ');
  throw invalidArgument('id', `there is no key ${id}; there are ${ids}`);
}
