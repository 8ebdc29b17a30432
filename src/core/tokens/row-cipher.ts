import { createCipheriv, createDecipheriv, createHmac, type Cipher, type Decipher } from 'node:crypto';

/** Bytes of a row's id in memory and of its name in a token: one block of the cipher. */
export const ROW_ID_BYTES = 16;

const ALGORITHM = 'aes-256-ecb';

/**
 * Encrypts row ids to the names that tokens use. A name is the row's 128-bit hash, encrypted as one block of AES-256
 * under a key derived from the token key's secret.
 *
 * Without the key nothing can be computed from a name, so a guessed user id cannot be compared with it. With the key a
 * name decrypts to the row's hash, which a truncated HMAC would not allow. That is needed because a read merges its
 * token with the writes it has seen and signs the result with the current key, so names must survive a rotation of
 * keys.
 *
 * Each block is a complete hash, and equal blocks mean equal rows. So no chaining mode is needed.
 */
export class RowCipher {
  /** The ciphers have no state between blocks, so one of each serves all tokens of the key. */
  readonly #cipher: Cipher;
  readonly #decipher: Decipher;

  constructor(secret: Buffer) {
    const key = createHmac('sha256', secret).update('tidemark row names\0').digest();
    this.#cipher = createCipheriv(ALGORITHM, key, null).setAutoPadding(false);
    this.#decipher = createDecipheriv(ALGORITHM, key, null).setAutoPadding(false);
  }

  /** Returns the names of the given row ids, concatenated like the ids, 16 bytes each. */
  encrypt(rowIds: Buffer): Buffer {
    return this.#cipher.update(wholeBlocks(rowIds));
  }

  /** Returns the ids of the rows with the given names. */
  decrypt(names: Buffer): Buffer {
    return this.#decipher.update(wholeBlocks(names));
  }
}

/**
 * Throws unless the bytes are whole blocks. A partial block would stay in the cipher and become part of the next token.
 */
function wholeBlocks(bytes: Buffer): Buffer {
  if (bytes.length % ROW_ID_BYTES === 0) return bytes;
  throw new RangeError(`row ids have ${ROW_ID_BYTES} bytes each, but ${bytes.length} bytes were given`);
}
