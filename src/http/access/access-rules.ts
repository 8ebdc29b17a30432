/** Parsed access file: complete and frozen. */
import type { CallerLimits } from '../../core/access/caller';
import type { Scope } from '../../core/access/scopes';

export interface AccessRules {
  readonly issuers: readonly IssuerRules[];
  readonly callers: ReadonlyMap<string, CallerRules>;
  /** Limits of callers that have none of their own. */
  readonly limits: CallerLimits;
}

/** A trusted issuer, and the claims that are read from its tokens. */
export interface IssuerRules {
  /** Name of the issuer, exactly as in the claim `iss`. */
  readonly issuer: string;
  /** Accepted audiences. A token must have one of them. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  readonly keys: KeySource;
  /** Whether tokens must have the `typ` of access tokens (RFC 9068). If false, `typ` may be absent or `JWT` as well. */
  readonly accessTokensOnly: boolean;
  /** Maximum age of tokens in seconds, whatever their expiry. Default: unlimited. */
  readonly tokenAgeMaxSeconds?: number | undefined;
  readonly callerClaim: string;
  /** Prefix of the callers' ids before the claim: two issuers may give the same name to different callers. */
  readonly callerPrefix: string;
  /** Claim with scopes. Absent: claims grant no scopes. */
  readonly scopeClaim?: string | undefined;
  /** Claim with groups. Absent: claims grant no groups. */
  readonly groupsClaim?: string | undefined;
  /** Claim with the purposes for which the caller may use data. Absent: purposes restrict no caller. */
  readonly purposesClaim?: string | undefined;
  /** Claim with the country from which the caller accesses users. Absent: only the header of a request states one. */
  readonly accessLocationClaim?: string | undefined;
}

/** Source of the public keys of an issuer. */
export type KeySource =
  | { readonly kind: 'discovery' }
  | { readonly kind: 'uri'; readonly uri: string }
  | { readonly kind: 'file'; readonly file: string };

export interface CallerRules {
  readonly scopes: readonly Scope[];
  readonly groups: readonly string[];
  readonly limits: CallerLimits;
}
