import { ANONYMOUS, type Caller } from '../../core/access/caller';
import { TidemarkError } from '../../errors';
import { isLoopback } from '../../platform/network/loopback';
import type { Access } from '../../core/access/scopes';

/** Authenticates and authorizes requests, before their bodies are read. */
export interface AccessGate {
  /**
   * Admits a request and returns its caller. `authorization` is the header of that name. Throws `unauthenticated`,
   * `permission_denied` or `rate_limited`. Returns a promise only for tokens that are not cached.
   */
  admit(access: Access, authorization: string | undefined): Caller | Promise<Caller>;
  /** Throws `permission_denied` unless the value of the header `host` is allowed. Absent: all values are. */
  checkHost?(host: string | undefined): void;
  /**
   * Releases what the request took of the caller's limits. Call it exactly once for each admitted request, when it is
   * over.
   */
  release(caller: Caller): void;
}

/** Admits every request with all permissions. */
export const ALLOW_ALL: AccessGate = { admit: () => ANONYMOUS, release: () => undefined };

/**
 * Like `ALLOW_ALL`, for a server on a loopback address. A web page in a local browser can reach it through a domain
 * name that resolves to that address (DNS rebinding). Such requests have that name in the header `host` and are
 * rejected.
 */
export const ALLOW_ALL_LOCALLY: AccessGate = {
  ...ALLOW_ALL,
  checkHost(host) {
    const name = host?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
    if (name === undefined || isLoopback(name)) return;
    throw new TidemarkError(
      'permission_denied',
      'must be localhost or a loopback address, since this server has no authentication',
      {
        field: 'host',
      },
    );
  },
};
