import { ANONYMOUS, type Caller } from '../../core/access/caller';
import { TidemarkError } from '../../errors';
import { isLoopback } from '../../platform/network/loopback';
import type { Access } from '../../core/access/scopes';

/** Lets a request in, or throws why not; before its body is read. */
export interface AccessGate {
  /**
   * Who asks. `authorization` is the header of that name. Throws `unauthenticated`, `permission_denied`, `rate_limited`. The answer
   * is a promise only where it has to be waited for: most callers are known from their last request.
   */
  admit(access: Access, authorization: string | undefined): Caller | Promise<Caller>;
  /** Throws where a request may not come under this value of the header `host`. Absent: under any. */
  checkHost?(host: string | undefined): void;
  /** To be called exactly once for each request that was let in, when it is over, however it has ended. */
  release(caller: Caller): void;
}

/** Admits every request with all permissions. */
export const ALLOW_ALL: AccessGate = { admit: () => ANONYMOUS, release: () => undefined };

/**
 * The same for a server that only its own machine can reach. A page in that machine's browser can reach it too, by a name
 * of its own that it has made to mean this address (DNS rebinding): such a request has that name as its host.
 */
export const ALLOW_ALL_LOCALLY: AccessGate = {
  ...ALLOW_ALL,
  checkHost(host) {
    const name = host?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
    if (name === undefined || isLoopback(name)) return;
    throw new TidemarkError(
      'permission_denied',
      'must be localhost or a loopback address, since this server is open without authentication',
      {
        field: 'host',
      },
    );
  },
};
