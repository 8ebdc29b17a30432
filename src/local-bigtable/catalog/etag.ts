import { createHash } from 'node:crypto';

/** Returns the etag of a resource's bytes, which clients send back to detect concurrent changes. */
export function etagOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_CHARS);
}

const ETAG_CHARS = 22;
