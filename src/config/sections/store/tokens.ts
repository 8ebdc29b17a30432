import { parseTokenKeys, type TokenKeys } from '../../../core/tokens/token-keys';
import { invalidArgument } from '../../../errors';
import { integer, text, type Environment, type VariableParser } from '../../environment';
import { widened } from '../../widened';

const DAY_MS = 86_400_000;

/** Defaults of write tokens. */
export const TOKEN_DEFAULTS = {
  lifetimeMs: DAY_MS,
  /** Time between two reads of the key file, in milliseconds. */
  keysPollMs: 5_000,
  /** Maximum number of writes that a token names individually; more are summarized by origin. */
  writesMax: 32,
} as const;

/** Parser of token keys. Its error messages never quote the keys. */
const tokenKeys: VariableParser<TokenKeys> = {
  expected: 'id:secret,id:secret (ids 0 to 255; secrets of 16 bytes or more, in base64url)',
  secret: true,
  parse: (value) => parseTokenKeys(value, 'TIDEMARK_TOKEN_KEYS'),
};

export function readTokensConfig(env: Environment) {
  const d = widened(TOKEN_DEFAULTS);
  const keys = env.get(
    'TIDEMARK_TOKEN_KEYS',
    tokenKeys,
    undefined,
    'Keys of write tokens, the same for all processes: the first signs, all verify; by default a random key, so that tokens end with the process',
  );
  const keysFile = env.get(
    'TIDEMARK_TOKEN_KEYS_FILE',
    text,
    undefined,
    'File with these keys, for example a mounted secret; read again when it changes',
  );
  if (keys !== undefined && keysFile !== undefined)
    throw invalidArgument(
      'TIDEMARK_TOKEN_KEYS_FILE',
      'cannot be combined with TIDEMARK_TOKEN_KEYS: set one of them',
    );
  const lifetimeMs = env.get(
    'TIDEMARK_TOKEN_LIFETIME_MS',
    integer(1_000, 6 * DAY_MS),
    d.lifetimeMs,
    'Time for which a token is accepted',
  );
  return { ...d, keys, keysFile, lifetimeMs };
}
