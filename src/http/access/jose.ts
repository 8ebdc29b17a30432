import type * as jose from 'jose' with { 'resolution-mode': 'import' };

/**
 * Library that verifies signed tokens. It is published as ES modules only, so it is imported dynamically, once at the
 * start.
 */
export type Jose = typeof jose;

export const loadJose = (): Promise<Jose> => import('jose');

/** Public keys of an issuer at one time. Finds the key of a token. */
export type KeySet = jose.JWTVerifyGetKey;

export type JWTPayload = jose.JWTPayload;
