import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';

/** Error that ends a call with a status. The message is sent to the client unchanged. */
export class RpcError extends Error {
  override readonly name: string = 'RpcError';
  constructor(
    readonly status: GrpcStatusCode,
    message: string,
  ) {
    super(message);
  }
}

export const invalidArgumentError = (message: string): RpcError =>
  new RpcError(GrpcStatus.INVALID_ARGUMENT, message);
export const notFoundError = (message: string): RpcError => new RpcError(GrpcStatus.NOT_FOUND, message);
export const alreadyExistsError = (message: string): RpcError =>
  new RpcError(GrpcStatus.ALREADY_EXISTS, message);
export const failedPreconditionError = (message: string): RpcError =>
  new RpcError(GrpcStatus.FAILED_PRECONDITION, message);
export const permissionDeniedError = (message: string): RpcError =>
  new RpcError(GrpcStatus.PERMISSION_DENIED, message);
export const abortedError = (message: string): RpcError => new RpcError(GrpcStatus.ABORTED, message);
export const unimplementedError = (message: string): RpcError =>
  new RpcError(GrpcStatus.UNIMPLEMENTED, message);
export const unavailableError = (message: string): RpcError => new RpcError(GrpcStatus.UNAVAILABLE, message);
export const resourceExhaustedError = (message: string): RpcError =>
  new RpcError(GrpcStatus.RESOURCE_EXHAUSTED, message);
