import { TidemarkError } from '../../../errors';
import { DetailedError } from '../../problem';

/** Reason of a rejected token; also a label value of the metric of authentications. */
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
 * Error `unauthenticated` with the challenge of RFC 6750. The caller sees the message: it describes the problem without
 * contents of the token.
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

/**
 * Characters not allowed in the header (RFC 6750, 3). The message may have them in the name of a claim from the access
 * file.
 */
const NOT_QUOTABLE = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/** Returns the challenge. A request without a token gets one without an error code (RFC 6750, 3.1). */
function challenge(reason: TokenRejection, message: string): string {
  const wanted = 'Bearer realm="tidemark"';
  if (reason === 'no_token') return wanted;
  return `${wanted}, error="invalid_token", error_description="${message.replace(NOT_QUOTABLE, '?')}"`;
}
