import { integer, text, type Environment } from '../../environment';
import { widened } from '../../widened';

/** Defaults of the admin listener for probes and scrapes. Its callers are few, and none of them sends a body. */
export const ADMIN_DEFAULTS = {
  host: '127.0.0.1',
  connectionsMax: 64,
  /** Time for the headers, and then for the whole request, to arrive, in milliseconds. */
  requestTimeoutMs: 5_000,
  keepAliveTimeoutMs: 65_000,
  /** Deadline of a response in milliseconds: longer than a scrape of all workers and a read of the store together. */
  answerTimeoutMs: 5_000,
  /** Time for responses in progress when the process ends, in milliseconds. */
  closeTimeoutMs: 500,
} as const;

/**
 * Reads the address of the admin listener, which serves orchestrators and metrics collectors, neither of which has a
 * token.
 */
export function readAdminConfig(env: Environment) {
  const d = widened(ADMIN_DEFAULTS);
  return {
    ...d,
    port: env.get(
      'TIDEMARK_ADMIN_PORT',
      integer(0, 65_535),
      undefined,
      'Port of a second listener for `/healthz`, `/readyz` and `/metrics` without tokens; 0 selects a free one; by default there is none',
    ),
    host: env.get(
      'TIDEMARK_ADMIN_HOST',
      text,
      d.host,
      'Address of the admin listener; anyone who can reach it can read the metrics',
    ),
  };
}
