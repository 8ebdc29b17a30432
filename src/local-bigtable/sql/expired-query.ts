import protobuf from 'protobufjs/minimal';
import { GrpcStatus } from '../../platform/network/grpc';
import { failedPreconditionError, type RpcError } from '../grpc/rpc-error';
import type { MessageSink } from '../grpc/server-call';

const MESSAGE = 'The prepared query has expired: prepare it again';

/**
 * Adds the details by which clients recognize an expired query, and prepare it again, to the trailers. Returns the
 * error.
 */
export function expiredError(out: MessageSink): RpcError {
  out.addTrailers?.({ 'grpc-status-details-bin': encodedDetails() });
  return failedPreconditionError(MESSAGE);
}

/** Returns a google.rpc.Status with a google.rpc.PreconditionFailure, of which the generated code has no codec. */
function encodedDetails(): string {
  const violation = new protobuf.Writer()
    .uint32(field(1))
    .string('PREPARED_QUERY_EXPIRED')
    .uint32(field(3))
    .string(MESSAGE)
    .finish();
  const failure = new protobuf.Writer().uint32(field(1)).bytes(violation).finish();
  const any = new protobuf.Writer()
    .uint32(field(1))
    .string('type.googleapis.com/google.rpc.PreconditionFailure')
    .uint32(field(2))
    .bytes(failure)
    .finish();
  const status = new protobuf.Writer()
    .uint32(1 << 3)
    .int32(GrpcStatus.FAILED_PRECONDITION)
    .uint32(field(2))
    .string(MESSAGE)
    .uint32(field(3))
    .bytes(any)
    .finish();
  return Buffer.from(status).toString('base64');
}

/** Returns the tag of a field with a length. */
const field = (number: number): number => (number << 3) | 2;
