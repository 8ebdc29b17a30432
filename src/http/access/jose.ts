import type * as jose from 'jose' with { 'resolution-mode': 'import' };

/** Verifies signed tokens. Published as ES modules alone, so it is loaded once, at the start. */
export type Jose = typeof jose;

export const loadJose = (): Promise<Jose> => import('jose');

/** The public keys of an issuer as they were at one time: finds that of a token. */
export type KeySet = jose.JWTVerifyGetKey;

export type JWTPayload = jose.JWTPayload;
