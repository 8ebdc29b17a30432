import type { Caller } from '../../../core/access/caller';
import { SCOPES, type Scope } from '../../../core/access/scopes';
import { isCountry } from '../../../core/residency/countries';
import type { AccessRules, CallerRules, IssuerRules } from '../access-rules';
import type { JWTPayload } from '../jose';
import { TokenRejected } from './token-rejected';

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** Returns the caller of a verified token. Throws TokenRejected if the token does not name one. */
export function callerFromClaims(payload: JWTPayload, issuer: IssuerRules, { callers }: AccessRules): Caller {
  const id = issuer.callerPrefix + nameOf(payload, issuer.callerClaim);
  const { scopes, groups } = callers.get(id) ?? NOTHING;
  const [claimedScopes, claimedGroups] = [issuer.scopeClaim, issuer.groupsClaim].map((claim) =>
    claim === undefined ? [] : wordsOf(claimAt(payload, claim)),
  ) as [string[], string[]];
  return Object.freeze({
    id,
    scopes: new Set([...scopes, ...claimedScopes.filter(isScope)]),
    groups: new Set([...groups, ...claimedGroups]),
    purposes: purposesOf(payload, issuer.purposesClaim),
    accessLocation: accessLocationOf(payload, issuer.accessLocationClaim),
  });
}

/** Returns the purposes of the claim. A token without it may use data for no purpose, if the access file names the claim. */
function purposesOf(payload: JWTPayload, claim: string | undefined): ReadonlySet<string> | undefined {
  return claim === undefined ? undefined : new Set(wordsOf(claimAt(payload, claim)));
}

/**
 * Returns the country of the claim; undefined if the token lacks it. An invalid one must not count as absent: the
 * default placement may be in another jurisdiction.
 */
function accessLocationOf(payload: JWTPayload, claim: string | undefined): string | undefined {
  const country = claim === undefined ? undefined : claimAt(payload, claim);
  if (country === undefined || country === null) return undefined;
  if (typeof country === 'string' && isCountry(country)) return country;
  throw new TokenRejected('bad_claim', `the claim ${claim} of the token is not a country code of ISO 3166-1`);
}

const NOTHING: Pick<CallerRules, 'scopes' | 'groups'> = Object.freeze({ scopes: [], groups: [] });

/** Returns the name of the caller. An email must be verified, since some issuers let users enter any address. */
function nameOf(payload: JWTPayload, claim: string): string {
  const name = claimAt(payload, claim);
  if (typeof name !== 'string' || !PRINTABLE.test(name))
    throw new TokenRejected('bad_claim', `the token has no valid claim ${claim}, which names the caller`);
  if (claim === 'email' && payload['email_verified'] !== true)
    throw new TokenRejected('bad_claim', 'the claim email_verified of the token must be true');
  return name;
}

/** Returns a claim by its name, or a nested one by its path, such as `realm_access.roles`. */
function claimAt(payload: JWTPayload, claim: string): unknown {
  if (Object.hasOwn(payload, claim)) return payload[claim];
  let value: unknown = payload;
  for (const name of claim.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Returns the words of a claim: a list, or a string separated by spaces, as for OAuth scopes (RFC 8693, 4.2). */
function wordsOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((word) => word !== '');
  return Array.isArray(claim) ? claim.filter((word): word is string => typeof word === 'string') : [];
}

/** Returns whether a word is a scope of Tidemark. Tokens have other scopes, too, such as `openid`. */
const isScope = (word: string): word is Scope => (SCOPES as readonly string[]).includes(word);
