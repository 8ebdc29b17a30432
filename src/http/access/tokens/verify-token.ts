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
  /** Time of expiry in milliseconds since the Unix epoch, clock tolerance included. */
  readonly expiresAtMs: number;
}

/**
 * Verifies a token: signature, issuer, audience, type and times. Rejects with TokenRejected or `issuer_unavailable`.
 * Before the signature is verified, the claim `iss` is used only to find the issuer.
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
  throw new TokenRejected('unknown_issuer', 'the issuer of the token is not trusted');
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

/**
 * Returns when the token reaches the maximum age, in seconds since the Unix epoch. With a maximum, the claim `iat` is
 * present.
 */
function ageLimitSeconds({ iat }: JWTPayload, { tokenAgeMaxSeconds = Infinity }: IssuerRules): number {
  return (iat ?? 0) + tokenAgeMaxSeconds;
}

/** Rejects a token issued in the future. The library checks that only if tokens have a maximum age. */
function rejectFutureToken({ iat }: JWTPayload, { nowMs, clockToleranceMs }: VerifyTokenDependencies): void {
  if (iat === undefined || iat * 1_000 <= nowMs + clockToleranceMs) return;
  throw new TokenRejected('not_yet_valid', 'the token was issued in the future');
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

const isUnknownKey = (error: unknown): boolean => codeOf(error) === 'ERR_JWKS_NO_MATCHING_KEY';

/** Translates an error of the library, by its code, for the caller. Own errors stay as they are. */
function toRejection(error: unknown, rules: IssuerRules): TidemarkError {
  if (error instanceof TidemarkError) return error;
  switch (codeOf(error)) {
    case 'ERR_JWT_EXPIRED':
      return new TokenRejected('expired', expiryOf(error as ClaimFailure));
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return claimRejection(error as ClaimFailure);
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
      return new TokenRejected('algorithm', `the token must be signed with ${rules.algorithms.join(' or ')}`);
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return new TokenRejected('bad_signature', 'the signature of the token is invalid');
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return new TokenRejected('unknown_key', 'the issuer has no such key as the token names');
    case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
      return new TokenRejected('unknown_key', 'the token must name its key, since the issuer has several');
    case 'ERR_JWS_INVALID':
    case 'ERR_JWT_INVALID':
    case 'ERR_JOSE_NOT_SUPPORTED':
      return new TokenRejected('malformed', 'the token is not a signed JWT');
    default:
      // Errors of the crypto library for an unusable key: too short, or no point of its curve. It is not a failure of
      // this server.
      return new TokenRejected('unknown_key', 'the key that the token names cannot verify it');
  }
}

/**
 * Returns the message for an expired token. With the claim `iat`, it exceeds the maximum age, whatever its own expiry.
 */
function expiryOf({ claim }: ClaimFailure): string {
  return claim === 'iat'
    ? "the token is older than the maximum age of the issuer's tokens"
    : 'the token has expired';
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
  return new TokenRejected('bad_claim', `the claim ${claim} of the token is invalid`);
}
