/** What an access file says, complete and frozen. */
import type { CallerLimits } from '../../core/access/caller';
import type { Scope } from '../../core/access/scopes';

export interface AccessRules {
  readonly issuers: readonly IssuerRules[];
  readonly callers: ReadonlyMap<string, CallerRules>;
  /** Of callers that have none of their own. */
  readonly limits: CallerLimits;
}

/** Whose tokens are taken, and what is read from them. */
export interface IssuerRules {
  /** Exactly as in the claim `iss`. */
  readonly issuer: string;
  /** A token must be for one of them. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  readonly keys: KeySource;
  /** Tokens must say that they are for access, by `typ` (RFC 9068); otherwise it is enough that they do not say something else. */
  readonly accessTokensOnly: boolean;
  /** Older tokens are refused, whatever they say of their end. Absent: they live as long as they say. */
  readonly tokenAgeMaxSeconds?: number;
  readonly callerClaim: string;
  /** What the ids of its callers begin with, before the claim: two issuers may give the same name to different callers. */
  readonly callerPrefix: string;
  /** Absent: the token's claims grant nothing. */
  readonly scopeClaim?: string;
  readonly groupsClaim?: string;
}

/** Where the public keys of an issuer are. */
export type KeySource =
  | { readonly kind: 'discovery' }
  | { readonly kind: 'uri'; readonly uri: string }
  | { readonly kind: 'file'; readonly file: string };

export interface CallerRules {
  readonly scopes: readonly Scope[];
  readonly groups: readonly string[];
  readonly limits: CallerLimits;
}
