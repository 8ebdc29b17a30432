import { createCipheriv, createDecipheriv, createHmac, type Cipher, type Decipher } from 'node:crypto';

/** Bytes of a row's id in memory, and of its name in a token: one block of the cipher. */
export const ROW_ID_BYTES = 16;

const ALGORITHM = 'aes-256-ecb';

/**
 * Names of rows in tokens: a keyed hash, which is the row's 128-bit hash enciphered as one block of AES-256, under a key derived
 * from the token key's secret. Without the key nothing can be computed from a name: no guessed user id can be compared with it.
 * With the key a name gives the row's hash back, which a truncated HMAC would not. A read merges the token that it was given with
 * what it has seen, and signs the result by the key of the day: so a name must survive a rotation of keys.
 *
 * Each block is a whole hash, and equal blocks are equal rows, which is what a hash is for: no mode that chains blocks is wanted.
 */
export class RowCipher {
  /** Neither has a state between blocks: one of each serves all tokens of its key. */
  readonly #cipher: Cipher;
  readonly #decipher: Decipher;

  constructor(secret: Buffer) {
    const key = createHmac('sha256', secret).update('tidemark row names\0').digest();
    this.#cipher = createCipheriv(ALGORITHM, key, null).setAutoPadding(false);
    this.#decipher = createDecipheriv(ALGORITHM, key, null).setAutoPadding(false);
  }

  /** Returns the names of rows, one after the other like their ids, 16 bytes each. */
  encrypt(rowIds: Buffer): Buffer {
    return this.#cipher.update(wholeBlocks(rowIds));
  }

  /** Returns the ids of the rows that have these names under this key. */
  decrypt(names: Buffer): Buffer {
    return this.#decipher.update(wholeBlocks(names));
  }
}

/** A part of a block would stay in the cipher and become a part of the next token. */
function wholeBlocks(bytes: Buffer): Buffer {
  if (bytes.length % ROW_ID_BYTES === 0) return bytes;
  throw new RangeError(`row ids have ${ROW_ID_BYTES} bytes each, not ${bytes.length} together`);
}
