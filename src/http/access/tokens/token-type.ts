import { TokenRejected } from './token-rejected';

/** Of access tokens (RFC 9068, 4). */
const ACCESS_TOKEN = 'application/at+jwt';
/** Most issuers do not say what their tokens are for. */
const ANY_JWT = 'application/jwt';

/**
 * Throws TokenRefused where the header `typ` says that the token is made for something else than access: issuers sign logout tokens,
 * security events and proofs of possession by the same keys, some of them for the same audience (RFC 8725, 3.11). With
 * `accessTokensOnly` it must say that the token is one for access.
 */
export function checkTokenType(typ: unknown, accessTokensOnly: boolean): void {
  const type = typ === undefined ? ANY_JWT : mediaTypeOf(typ);
  if (type === ACCESS_TOKEN || (type === ANY_JWT && !accessTokensOnly)) return;
  const wanted = accessTokensOnly ? 'at+jwt' : 'JWT, at+jwt or absent';
  throw new TokenRejected('wrong_type', `the token is not one for access: its header typ must be ${wanted}`);
}

/** In lower case, and with the prefix that most leave out (RFC 7515, 4.1.9); undefined for what is no text. */
function mediaTypeOf(typ: unknown): string | undefined {
  if (typeof typ !== 'string') return undefined;
  const type = typ.toLowerCase();
  return type.includes('/') ? type : `application/${type}`;
}
