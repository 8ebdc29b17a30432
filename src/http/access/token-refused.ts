import { TidemarkError } from '../../errors';
import { DetailedError } from '../problem';

/** Why a token does not prove who sends it; also what the metric of authentications tells. */
export type Refusal =
  | 'no_token'
  | 'malformed'
  | 'unknown_issuer'
  | 'algorithm'
  | 'unknown_key'
  | 'bad_signature'
  | 'expired'
  | 'not_yet_valid'
  | 'wrong_audience'
  | 'bad_claim';

/**
 * `unauthenticated`, with the challenge that RFC 6750 asks for. The message is for the caller to read: it tells what is wrong with
 * the token, and nothing that stands in it.
 */
export class TokenRefused extends DetailedError {
  constructor(
    readonly refusal: Refusal,
    message: string,
  ) {
    const error = new TidemarkError('unauthenticated', message, { field: 'authorization' });
    super(error, {}, ['www-authenticate', challenge(refusal, message)]);
  }
}

/** Who has sent no token is told no error, only what is wanted (RFC 6750, 3.1). */
function challenge(refusal: Refusal, message: string): string {
  const wanted = 'Bearer realm="tidemark"';
  return refusal === 'no_token' ? wanted : `${wanted}, error="invalid_token", error_description="${message}"`;
}
