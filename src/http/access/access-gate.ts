import { ANYBODY, type Caller } from '../../core/access/caller';
import type { Access } from '../../core/access/scopes';

/** Lets a request in, or throws why not; before its body is read. */
export interface AccessGate {
  /**
   * Who asks. `authorization` is the header of that name. Throws `unauthenticated`, `permission_denied`, `rate_limited`. The answer
   * is a promise only where it has to be waited for: most callers are known from their last request.
   */
  admit(access: Access, authorization: string | undefined): Caller | Promise<Caller>;
  /** To be called exactly once for each request that was let in, when it is over, however it has ended. */
  leave(caller: Caller): void;
}

/** Everybody may do everything: for a server that only its own machine can reach. */
export const OPEN: AccessGate = { admit: () => ANYBODY, leave: () => undefined };
