import { BigtableError } from '../../bigtable/client/bigtable-error';
import type { TidemarkError } from '../../errors';
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';

/** What a cluster answers with these it has not done, and never will. */
const NOT_COMMITTED: ReadonlySet<GrpcStatusCode> = new Set<GrpcStatusCode>([
  GrpcStatus.INVALID_ARGUMENT,
  GrpcStatus.NOT_FOUND,
  GrpcStatus.PERMISSION_DENIED,
  GrpcStatus.UNAUTHENTICATED,
  GrpcStatus.FAILED_PRECONDITION,
  GrpcStatus.OUT_OF_RANGE,
  GrpcStatus.UNIMPLEMENTED,
]);

/** Whether the cluster may have done, or may yet do, what it has not acknowledged. */
export function mayBeCommitted(failure: TidemarkError): boolean {
  if (!(failure instanceof BigtableError) || failure.unprocessed) return false;
  return !NOT_COMMITTED.has(failure.grpcStatus);
}
