import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/**
 * Name of a subject in the directory: 128 bits of an HMAC as 22 characters of base64url. It identifies the subject to
 * those who have the key, and is meaningless to others.
 */
export type SubjectKey = string;

const KEY_BYTES = 16;

/** Minimum length of the secret, in bytes. */
const DIRECTORY_SECRET_BYTES_MIN = 32;

/** Form of a directory's secret as text, for messages. */
export const DIRECTORY_SECRET_FORM = `a secret of ${DIRECTORY_SECRET_BYTES_MIN} bytes or more, in base64url`;

/** Returns the secret that the text has, undefined if it has none. */
export function parseDirectorySecret(text: string): Buffer | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const secret = Buffer.from(text, 'base64url');
  return secret.length >= DIRECTORY_SECRET_BYTES_MIN ? secret : undefined;
}

/** Names subjects: HMAC-SHA256 of the placement group and the object id under the directory's secret. */
export class SubjectKeys {
  readonly #secret: KeyObject;

  constructor(secret: Buffer) {
    this.#secret = createSecretKey(secret);
  }

  /** Returns the key of the subject. `objectId`: the id, or its bytes in UTF-8. */
  of(group: string, objectId: string | Buffer): SubjectKey {
    const hash = createHmac('sha256', this.#secret).update(group).update('\0').update(objectId).digest();
    return hash.toString('base64url', 0, KEY_BYTES);
  }
}
