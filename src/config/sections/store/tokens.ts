import { invalidArgument } from '../../../errors';
import { integer, text, type Environment, type VariableParser } from '../../environment';

const DAY_MS = 86_400_000;

/** Keys of write tokens. The message about what is wrong with them never quotes them. */
export function readTokens<D extends { readonly lifetimeMs: number }, K>(
  env: Environment,
  d: D,
  parseKeys: (text: string) => K,
) {
  const tokenKeys: VariableParser<K> = {
    expected: 'id:secret,id:secret (ids 0 to 255; secrets of 16 bytes or more, in base64url)',
    secret: true,
    parse: parseKeys,
  };
  const keys = env.get(
    'TIDEMARK_TOKEN_KEYS',
    tokenKeys,
    undefined,
    'Keys of write tokens, the same for all processes: the first signs, all verify; by default a random one, with which tokens end',
  );
  const keysFile = env.get(
    'TIDEMARK_TOKEN_KEYS_FILE',
    text,
    undefined,
    'File that holds these keys instead, a mounted secret, say; read again when it changes',
  );
  if (keys !== undefined && keysFile !== undefined)
    throw invalidArgument(
      'TIDEMARK_TOKEN_KEYS_FILE',
      'says nothing beside TIDEMARK_TOKEN_KEYS: set one of them',
    );
  const lifetimeMs = env.get(
    'TIDEMARK_TOKEN_LIFETIME_MS',
    integer(1_000, 6 * DAY_MS),
    d.lifetimeMs,
    'How long a token is accepted',
  );
  return { ...d, keys, keysFile, lifetimeMs };
}
