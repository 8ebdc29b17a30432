import { invalidArgument, type TidemarkError } from '../../errors';
import { countOf } from '../shared/count-of';

/** Key that signs tokens. */
export interface TokenKey {
  /** Id of the key, from 0 to 255. It is part of the tokens that the key signed. */
  readonly id: number;
  readonly secret: Buffer;
}

/** Keys: the first signs, all verify. */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]];

export const SECRET_BYTES_MIN = 16;
/** Maximum number of keys. A rotation needs two. */
export const TOKEN_KEYS_MAX = 16;
const KEY_PATTERN = /^(\d{1,3}):([A-Za-z0-9_-]+)$/;
export const KEY_ID_MAX = 255;

/**
 * Parses keys as written in the configuration: `<id>:<secret in base64url>`, separated by commas, the signing key
 * first. Throws `invalid_argument` that names `field`. The message never quotes the rejected text, which is secret.
 */
export function parseTokenKeys(text: string, field: string): TokenKeys {
  const parts = text.split(',');
  if (parts.length > TOKEN_KEYS_MAX)
    throw invalidArgument(field, `has ${parts.length} keys; the maximum is ${TOKEN_KEYS_MAX}`);
  const [first, ...others] = parts.map((part, index) => parseKey(part.trim(), index, field));
  const keys = [first!, ...others] as const;
  const ids = new Set<number>();
  for (const { id } of keys) {
    if (ids.has(id)) throw invalidArgument(field, `two keys have the id ${id}`);
    ids.add(id);
  }
  return [...keys];
}

function parseKey(part: string, index: number, field: string): TokenKey {
  const invalidKey = (why: string): TidemarkError => invalidArgument(field, `key ${index + 1} ${why}`);
  const [, digits, encoded] = KEY_PATTERN.exec(part) ?? [];
  if (digits === undefined || encoded === undefined) throw invalidKey('is not <id>:<secret in base64url>');
  const id = Number(digits);
  if (id > KEY_ID_MAX) throw invalidKey(`has the id ${id}; ids are 0 to ${KEY_ID_MAX}`);
  const secret = Buffer.from(encoded, 'base64url');
  if (secret.length >= SECRET_BYTES_MIN) return { id, secret };
  throw invalidKey(
    `has a secret of ${countOf(secret.length, 'byte')}; at least ${SECRET_BYTES_MIN} are required`,
  );
}
