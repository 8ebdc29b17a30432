import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { TidemarkError } from '../../../errors';

/**
 * Codec of positions: keys of rows, as text in the table of pipelines. A key has the id of an object, and that table may be
 * outside of the object's placement.
 */
export interface PositionCodec {
  encode(key: Buffer): string;
  /** Throws `data_corrupted` for a text that was encoded otherwise, or with another secret. */
  decode(text: string): Buffer;
}

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const INFO = 'tidemark positions of pipelines';
const PLAIN = 'p';
const SEALED = 's';

/** Returns the codec: with a secret, positions are encrypted. */
export function positionCodec(secret: Buffer | undefined): PositionCodec {
  if (secret === undefined)
    return {
      encode: (key) => PLAIN + key.toString('base64'),
      decode: (text) => Buffer.from(contentOf(text, PLAIN), 'base64'),
    };
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), INFO, KEY_BYTES));
  return {
    encode: (position) => SEALED + sealed(position, key).toString('base64'),
    decode: (text) => opened(Buffer.from(contentOf(text, SEALED), 'base64'), key),
  };
}

function contentOf(text: string, kind: string): string {
  if (text.startsWith(kind)) return text.slice(1);
  throw new TidemarkError(
    'data_corrupted',
    'the stored position of a run was written with other settings of placements',
  );
}

function sealed(position: Buffer, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  return Buffer.concat([nonce, cipher.update(position), cipher.final(), cipher.getAuthTag()]);
}

function opened(bytes: Buffer, key: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'the stored position of a run cannot be decrypted', { cause });
  }
}
