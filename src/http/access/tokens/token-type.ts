import { TokenRejected } from './token-rejected';

/** Type of access tokens (RFC 9068, 4). */
const ACCESS_TOKEN = 'application/at+jwt';
/** Generic type. Most issuers use it or none. */
const ANY_JWT = 'application/jwt';

/**
 * Throws TokenRejected if the header `typ` names another purpose than access. Issuers sign logout tokens, security
 * events and proofs of possession with the same keys, some of them for the same audience (RFC 8725, 3.11). With
 * `accessTokensOnly`, `typ` must name an access token.
 */
export function checkTokenType(typ: unknown, accessTokensOnly: boolean): void {
  const type = typ === undefined ? ANY_JWT : mediaTypeOf(typ);
  if (type === ACCESS_TOKEN || (type === ANY_JWT && !accessTokensOnly)) return;
  const wanted = accessTokensOnly ? 'at+jwt' : 'JWT, at+jwt or absent';
  throw new TokenRejected('wrong_type', `the token is not an access token: its header typ must be ${wanted}`);
}

/**
 * Returns the type in lower case, with the prefix that most tokens omit (RFC 7515, 4.1.9); undefined unless it is a
 * string.
 */
function mediaTypeOf(typ: unknown): string | undefined {
  if (typeof typ !== 'string') return undefined;
  const type = typ.toLowerCase();
  return type.includes('/') ? type : `application/${type}`;
}
