import type { Jose, KeySet } from '../jose';

/** Parses a JWK set. Throws an Error unless it has public keys only. */
export function parseKeySet(json: unknown, jose: Jose): KeySet {
  const { keys } = Object(json) as { readonly keys?: unknown };
  if (!Array.isArray(keys)) throw new Error('must be a JWK set: {"keys": […]}');
  // Without keys no caller could be authenticated: more likely a mistake than a revocation of all keys.
  if (keys.length === 0) throw new Error('must have at least one key');
  if (keys.some(isSecret)) throw new Error('must have public keys only, but has a private or shared key');
  return jose.createLocalJWKSet({ keys: keys as object[] });
}

/** Returns whether a JWK is secret: `d` is the private part of asymmetric keys, `k` a shared secret. */
function isSecret(key: unknown): boolean {
  return typeof key === 'object' && key !== null && ('d' in key || 'k' in key);
}
