import { invalidArgument } from '../../errors';
import { isLoopback } from '../../platform/network/loopback';
import { oneOf, text, type Environment } from '../environment';
import { widened } from '../widened';

/** Defaults of authentication. Rate limits of callers are in the access file. */
export const ACCESS_DEFAULTS = {
  /** Time between two reads of the access file and of key files, in milliseconds. */
  pollMs: 5_000,
  issuersMax: 32,
  callersMax: 10_000,
  /**
   * Maximum number of callers with tracked rates. Beyond it, the oldest idle ones are dropped and start with a new
   * burst.
   */
  callersTrackedMax: 50_000,
  /** Maximum length of a token in bytes; longer ones are rejected without being parsed. */
  tokenBytesMax: 8_192,
  /** Maximum difference between an issuer's clock and the local one, in milliseconds. */
  clockToleranceMs: 30_000,
  /** Maximum number of cached valid tokens, which need no further verification; the least recently used are evicted. */
  verifiedTokensMax: 10_000,
  /** Time between two fetches of an issuer's keys, in milliseconds. */
  keysRefreshMs: 300_000,
  /** First pause after a failed fetch, in milliseconds; doubles up to `keysRetryMaxMs`. */
  keysRetryMs: 1_000,
  keysRetryMaxMs: 30_000,
  /** Shortest time between two fetches caused by tokens with an unknown key, in milliseconds. */
  keysCooldownMs: 10_000,
  /** Time for which the keys of an unreachable issuer stay valid after they were fetched, in milliseconds. */
  keysMaxAgeMs: 24 * 3_600_000,
  /** Timeout of discovery and keys together, in milliseconds. */
  keysTimeoutMs: 5_000,
  /**
   * Maximum number of tokens per issuer that wait for its keys; others are rejected at once as `issuer_unavailable`.
   */
  keysWaitingMax: 64,
  keysBytesMax: 256 * 1024,
} as const;

/** Access control of the API. */
export interface AccessSettings {
  /** Path of the access file; undefined when callers are not authenticated. */
  readonly file: string | undefined;
  /** Whether a public address without authentication was allowed explicitly. */
  readonly open: boolean;
}

/** Reads which access control the API uses. */
export function readAccessSettings(env: Environment): AccessSettings {
  const file = env.get(
    'TIDEMARK_ACCESS_FILE',
    text,
    undefined,
    'Access file with issuers, callers and their permissions; read again when it changes',
  );
  const open = env.get(
    'TIDEMARK_ACCESS',
    oneOf(['open']),
    undefined,
    'Allows all callers all operations at an address that other machines can reach',
  );
  if (file !== undefined && open !== undefined)
    throw invalidArgument('TIDEMARK_ACCESS', 'cannot be "open" when TIDEMARK_ACCESS_FILE is set');
  return { file, open: open !== undefined };
}

export function readAccessConfig(env: Environment) {
  return { ...widened(ACCESS_DEFAULTS), ...readAccessSettings(env) };
}

/**
 * Throws `invalid_argument` for a host that other machines can reach without an access file or explicit open access.
 */
export function requireAccessControl(host: string, { file, open }: AccessSettings): void {
  if (file !== undefined || open || isLoopback(host)) return;
  const remedy = 'set TIDEMARK_ACCESS_FILE to authenticate callers, or TIDEMARK_ACCESS=open';
  throw invalidArgument('TIDEMARK_HTTP_HOST', `${host} can be reached by other machines: ${remedy}`);
}
