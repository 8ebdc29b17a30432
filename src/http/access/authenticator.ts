import type { Caller } from '../../core/access/caller';
import type { CallerLimits } from './access-rules';

/** Knows callers by their bearer tokens. */
export interface Authenticator {
  /**
   * Who has sent the request, by its header `authorization`. Throws, or rejects with, `unauthenticated` for whoever does not
   * prove it, and `issuer_unavailable` where that cannot be told now. A promise only for a token that is new.
   */
  authenticate(authorization: string | undefined): Caller | Promise<Caller>;
  /** As the access file has them now. */
  limitsOf(callerId: string): CallerLimits;
  /** Gets the keys of all issuers that can be reached. Never rejects. */
  warmUp(): Promise<void>;
  /** Throws `issuer_unavailable` as long as the keys of no issuer are known: nobody could be let in. */
  checkReady(): void;
  /** Reads the files again, now. */
  reload(): void;
  stop(): void;
}
