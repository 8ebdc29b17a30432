import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { TidemarkError } from '../../errors';
import type { TokenKey, TokenKeys } from '../tokens/token-keys';

/** Name of a subject in the ledger: HMAC-SHA256 of its id, in hex. It identifies the subject to holders of the key. */
type LedgerSubject = string;

/** A subject's name, and the id of the key under which it has this name. */
export interface NamedSubject {
  readonly subject: LedgerSubject;
  readonly keyId: number;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * Keys of the ledger. The first names new entries and encrypts the ids of subjects until their entries are certified. All
 * of them find entries: a key must be kept until the last backup from before its replacement has expired.
 */
export class LedgerKeys {
  readonly #keys: TokenKeys;

  constructor(keys: TokenKeys) {
    this.#keys = keys;
  }

  /** Returns the name of a subject under the first key. `userId`: the id, or its bytes in UTF-8. */
  nameOf(userId: string | Buffer): NamedSubject {
    return named(this.#keys[0], userId);
  }

  /** Returns the names of a subject under all keys. */
  namesOf(userId: string | Buffer): readonly NamedSubject[] {
    return this.#keys.map((key) => named(key, userId));
  }

  /** Encrypts the id of a subject under the first key. `entryId`: id of the entry, for which this is done once. */
  seal(userId: string, entryId: string): string {
    const key = this.#keys[0];
    const digest = createHmac('sha256', key.secret).update('nonce\0').update(entryId).update(userId).digest();
    const nonce = digest.subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, cipherKey(key), nonce);
    const sealed = Buffer.concat([cipher.update(userId, 'utf8'), cipher.final()]);
    return `${key.id}:${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`;
  }

  /** Decrypts an id. Throws `data_corrupted` for one that none of the keys has encrypted. */
  open(sealed: string): string {
    const [id, text = ''] = sealed.split(':');
    const key = this.#keys.find((each) => String(each.id) === id);
    if (key === undefined) throw unreadable(`the key ${id} is missing in TIDEMARK_PRIVACY_KEYS`);
    const bytes = Buffer.from(text, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, cipherKey(key), bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch (cause) {
      throw unreadable(`the key ${id} in TIDEMARK_PRIVACY_KEYS is another one`, cause);
    }
  }
}

function named({ id, secret }: TokenKey, userId: string | Buffer): NamedSubject {
  return {
    subject: createHmac('sha256', secret).update('subject\0').update(userId).digest('hex'),
    keyId: id,
  };
}

const cipherKey = ({ secret }: TokenKey): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'tidemark privacy ledger', 32));

const unreadable = (reason: string, cause?: unknown): TidemarkError =>
  new TidemarkError('data_corrupted', `the id of a subject in the privacy ledger cannot be read: ${reason}`, {
    cause,
  });
