import type { Jose, KeySet } from '../jose';

/** Throws an Error for what is no set of public keys. */
export function parseKeySet(json: unknown, jose: Jose): KeySet {
  const { keys } = Object(json) as { readonly keys?: unknown };
  if (!Array.isArray(keys)) throw new Error('has no list of keys: a JWK set is wanted, {"keys": […]}');
  // Of none, nobody could be let in: more likely a mistake than a revocation of all.
  if (keys.length === 0) throw new Error('has no key');
  if (keys.some(isSecret)) throw new Error('has a private or shared key: it is to have public ones only');
  return jose.createLocalJWKSet({ keys: keys as object[] });
}

/** `d` is the private part of all kinds of keys that have one, and `k` a secret that is shared. */
function isSecret(key: unknown): boolean {
  return typeof key === 'object' && key !== null && ('d' in key || 'k' in key);
}
