import { TidemarkError } from '../../../errors';
import type { IssuerRules } from '../access-rules';
import type { Jose, JWTPayload, KeySet } from '../jose';
import type { TrustedIssuer } from '../trusted-issuers';
import { TokenRejected } from './token-rejected';
import { checkTokenType } from './token-type';

export interface VerifyTokenDependencies {
  readonly jose: Jose;
  readonly issuers: ReadonlyMap<string, TrustedIssuer>;
  readonly nowMs: number;
  readonly clockToleranceMs: number;
}

export interface VerifiedToken {
  readonly issuer: IssuerRules;
  readonly payload: JWTPayload;
  /** From then on it has expired, clock tolerance included. */
  readonly expiresAtMs: number;
}

/**
 * What the token says, if one of the issuers has signed it, for us, for now. Rejects with TokenRefused, or with
 * `issuer_unavailable`. What it says is believed only after its signature; until then it is only asked which issuer to ask.
 */
export async function verifyToken(token: string, context: VerifyTokenDependencies): Promise<VerifiedToken> {
  const issuer = issuerOf(token, context);
  const payload = await payloadOf(token, issuer, context).catch((error: unknown) => {
    throw toRejection(error, issuer.rules);
  });
  rejectFutureToken(payload, context);
  const untilSeconds = Math.min(payload.exp!, ageLimitSeconds(payload, issuer.rules));
  return { issuer: issuer.rules, payload, expiresAtMs: untilSeconds * 1_000 + context.clockToleranceMs };
}

function issuerOf(token: string, { jose, issuers }: VerifyTokenDependencies): TrustedIssuer {
  let claimed: unknown;
  try {
    claimed = jose.decodeJwt(token).iss;
  } catch {
    throw new TokenRejected('malformed', 'the token is not a signed JWT');
  }
  const issuer = typeof claimed === 'string' ? issuers.get(claimed) : undefined;
  if (issuer !== undefined) return issuer;
  throw new TokenRejected('unknown_issuer', 'the issuer of the token is not one whose tokens are taken here');
}

async function payloadOf(
  token: string,
  { rules, keys }: TrustedIssuer,
  { jose, nowMs, clockToleranceMs }: VerifyTokenDependencies,
): Promise<JWTPayload> {
  const verify = async (set: KeySet): Promise<JWTPayload> => {
    const { payload, protectedHeader } = await jose.jwtVerify(token, set, {
      issuer: rules.issuer,
      audience: [...rules.audiences],
      algorithms: [...rules.algorithms],
      requiredClaims: ['exp'],
      clockTolerance: clockToleranceMs / 1_000,
      currentDate: new Date(nowMs),
      ...(rules.tokenAgeMaxSeconds !== undefined && { maxTokenAge: rules.tokenAgeMaxSeconds }),
    });
    checkTokenType(protectedHeader.typ, rules.accessTokensOnly);
    return payload;
  };
  const seen = await keys.current();
  try {
    return await verify(seen);
  } catch (error) {
    const newer = isUnknownKey(error) ? await keys.newerThan(seen) : undefined;
    if (newer === undefined) throw error;
    return verify(newer);
  }
}

/** When the token is as old as the issuer's tokens may be, in seconds of Unix time. The claim is there where there is a maximum. */
function ageLimitSeconds({ iat }: JWTPayload, { tokenAgeMaxSeconds = Infinity }: IssuerRules): number {
  return (iat ?? 0) + tokenAgeMaxSeconds;
}

/** The library looks at it only where tokens have a maximum age. */
function rejectFutureToken({ iat }: JWTPayload, { nowMs, clockToleranceMs }: VerifyTokenDependencies): void {
  if (iat === undefined || iat * 1_000 <= nowMs + clockToleranceMs) return;
  throw new TokenRejected('not_yet_valid', 'the token was issued in the future');
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

const isUnknownKey = (error: unknown): boolean => codeOf(error) === 'ERR_JWKS_NO_MATCHING_KEY';

/** What the library says of a token, by its codes, for the caller. What we say ourselves stays what it is. */
function toRejection(error: unknown, rules: IssuerRules): TidemarkError {
  if (error instanceof TidemarkError) return error;
  switch (codeOf(error)) {
    case 'ERR_JWT_EXPIRED':
      return new TokenRejected('expired', expiryOf(error as ClaimFailure));
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return claimRejection(error as ClaimFailure);
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
      return new TokenRejected('algorithm', `the token must be signed by ${rules.algorithms.join(' or ')}`);
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return new TokenRejected('bad_signature', 'the signature of the token is not that of its issuer');
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return new TokenRejected('unknown_key', 'the issuer has no key like that of the token');
    case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
      return new TokenRejected('unknown_key', 'the token does not name its key, and the issuer has several');
    case 'ERR_JWS_INVALID':
    case 'ERR_JWT_INVALID':
    case 'ERR_JOSE_NOT_SUPPORTED':
      return new TokenRejected('malformed', 'the token is not a signed JWT');
    default:
      // The platform's own words for a key that it cannot take: too short, or no point of its curve. Whoever names it is no fault of ours.
      return new TokenRejected('unknown_key', 'the key that the token names is none to verify with');
  }
}

/** By the claim `iat` it is too old, whatever it says itself of its end. */
function expiryOf({ claim }: ClaimFailure): string {
  return claim === 'iat' ? 'the token is older than its issuer is trusted for' : 'the token has expired';
}

interface ClaimFailure {
  readonly claim: string;
  readonly reason: string;
}

function claimRejection({ claim, reason }: ClaimFailure): TokenRejected {
  if (reason === 'missing') return new TokenRejected('bad_claim', `the token has no claim ${claim}`);
  if (claim === 'nbf') return new TokenRejected('not_yet_valid', 'the token is not valid yet');
  if (claim === 'iat' && reason === 'check_failed')
    return new TokenRejected('not_yet_valid', 'the token was issued in the future');
  if (claim === 'aud') return new TokenRejected('wrong_audience', 'the token is for another audience');
  return new TokenRejected('bad_claim', `the claim ${claim} of the token is not what it must be`);
}
