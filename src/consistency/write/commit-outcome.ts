import { BigtableError } from '../../bigtable/client/bigtable-error';
import type { TidemarkError } from '../../errors';
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';

/** Statuses with which a cluster reports that it has not committed the mutation, and never will. */
const NOT_COMMITTED: ReadonlySet<GrpcStatusCode> = new Set<GrpcStatusCode>([
  GrpcStatus.INVALID_ARGUMENT,
  GrpcStatus.NOT_FOUND,
  GrpcStatus.PERMISSION_DENIED,
  GrpcStatus.UNAUTHENTICATED,
  GrpcStatus.FAILED_PRECONDITION,
  GrpcStatus.OUT_OF_RANGE,
  GrpcStatus.UNIMPLEMENTED,
]);

/** Whether the cluster may have committed, or may yet commit, a mutation that it has not acknowledged. */
export function mayBeCommitted(failure: TidemarkError): boolean {
  if (!(failure instanceof BigtableError) || failure.unprocessed) return false;
  return !NOT_COMMITTED.has(failure.grpcStatus);
}
