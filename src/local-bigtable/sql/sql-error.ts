import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import { RpcError } from '../grpc/rpc-error';

/** Error of a query with the place that it concerns, an offset in the text. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  constructor(
    message: string,
    readonly at: number,
    readonly status: GrpcStatusCode = GrpcStatus.INVALID_ARGUMENT,
  ) {
    super(message);
  }
}

/** Error of a construct that GoogleSQL has and this server has not. */
export const unsupportedError = (what: string, at: number): SqlError =>
  new SqlError(`Not supported by the embedded Bigtable: ${what}`, at, GrpcStatus.UNIMPLEMENTED);

/** Error of a value, found while the query runs. The status is that of GoogleSQL's evaluation errors. */
export const evaluationError = (message: string): RpcError => new RpcError(GrpcStatus.OUT_OF_RANGE, message);

/** Runs `parse` and reports its errors with line and column, as GoogleSQL does: `Unrecognized name: x [at 1:8]`. */
export function withPlaces<T>(query: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SqlError) {
      throw new RpcError(error.status, `${error.message} [at ${placeOf(query, error.at)}]`);
    }
    // The stack overflows in parser and binder alike, depending on the shape of the nesting.
    if (error instanceof RangeError && error.message === STACK_OVERFLOW) {
      throw new RpcError(GrpcStatus.INVALID_ARGUMENT, 'The query is nested too deeply');
    }
    throw error;
  }
}

const STACK_OVERFLOW = 'Maximum call stack size exceeded';

/** Returns line and column of an offset, both from 1. */
function placeOf(query: string, at: number): string {
  const before = query.slice(0, at).split(/\r\n|\r|\n/);
  return `${before.length}:${[...before.at(-1)!].length + 1}`;
}
