import { TidemarkError } from '../../errors';
import { FRAME_HEADER_BYTES } from '../../platform/network/grpc';

/**
 * Returns the only message of the body of a unary call. Throws `malformed_body` if the body is not exactly one message,
 * and `unsupported_media_type` for a compressed one.
 */
export function requestMessage(body: Buffer): Buffer {
  if (body.length < FRAME_HEADER_BYTES) throw malformed('has no message');
  if (body[0] !== 0) throw compressed();
  const bytes = body.readUInt32BE(1);
  if (body.length !== FRAME_HEADER_BYTES + bytes) throw malformed('must be exactly one message');
  return body.subarray(FRAME_HEADER_BYTES);
}

/** Returns the error of a request that is compressed, which no method accepts. */
export function compressed(): TidemarkError {
  const message = 'compressed messages are not supported: send them uncompressed';
  return new TidemarkError('unsupported_media_type', message, { field: 'grpc-encoding' });
}

function malformed(why: string): TidemarkError {
  return new TidemarkError('malformed_body', why, { field: 'body' });
}
