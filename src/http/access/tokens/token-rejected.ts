import { TidemarkError } from '../../../errors';
import { DetailedError } from '../../problem';

/** Why a token does not prove who sends it; also what the metric of authentications tells. */
export type TokenRejection =
  | 'no_token'
  | 'malformed'
  | 'unknown_issuer'
  | 'algorithm'
  | 'unknown_key'
  | 'bad_signature'
  | 'expired'
  | 'not_yet_valid'
  | 'wrong_audience'
  | 'wrong_type'
  | 'bad_claim';

/**
 * `unauthenticated`, with the challenge that RFC 6750 asks for. The message is for the caller to read: it tells what is wrong with
 * the token, and nothing that stands in it.
 */
export class TokenRejected extends DetailedError {
  constructor(
    readonly reason: TokenRejection,
    message: string,
  ) {
    const error = new TidemarkError('unauthenticated', message, { field: 'authorization' });
    super(error, {}, ['www-authenticate', challenge(reason, message)]);
  }
}

/** The message may name a claim, which the access file calls as it likes; the header may not have everything (RFC 6750, 3). */
const NOT_QUOTABLE = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/** Who has sent no token is told no error, only what is wanted (RFC 6750, 3.1). */
function challenge(refusal: TokenRejection, message: string): string {
  const wanted = 'Bearer realm="tidemark"';
  if (refusal === 'no_token') return wanted;
  return `${wanted}, error="invalid_token", error_description="${message.replace(NOT_QUOTABLE, '?')}"`;
}
