import { invalidArgument, type TidemarkError } from '../../errors';

/** Signs tokens. */
export interface TokenKey {
  /** 0–255: stands in the tokens that it signed. */
  readonly id: number;
  readonly secret: Buffer;
}

/** The first signs, all verify. */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]];

export const SECRET_BYTES_MIN = 16;
/** A rotation needs two. */
export const TOKEN_KEYS_MAX = 16;
const KEY_PATTERN = /^(\d{1,3}):([A-Za-z0-9_-]+)$/;
export const KEY_ID_MAX = 255;

/**
 * Keys as the configuration has them: `<id>:<secret in base64url>`, separated by commas; the first signs. Throws
 * `invalid_argument` that names `field`; the message never quotes what it refuses, which is a secret.
 */
export function parseTokenKeys(text: string, field: string): TokenKeys {
  const parts = text.split(',');
  if (parts.length > TOKEN_KEYS_MAX)
    throw invalidArgument(field, `has ${parts.length} keys: ${TOKEN_KEYS_MAX} are the most`);
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
  const refused = (why: string): TidemarkError => invalidArgument(field, `key ${index + 1} ${why}`);
  const [, digits, encoded] = KEY_PATTERN.exec(part) ?? [];
  if (digits === undefined || encoded === undefined) throw refused('is not <id>:<secret in base64url>');
  const id = Number(digits);
  if (id > KEY_ID_MAX) throw refused(`has the id ${id}: ids go from 0 to ${KEY_ID_MAX}`);
  const secret = Buffer.from(encoded, 'base64url');
  if (secret.length >= SECRET_BYTES_MIN) return { id, secret };
  throw refused(`has a secret of ${secret.length} bytes, and needs ${SECRET_BYTES_MIN} or more`);
}
