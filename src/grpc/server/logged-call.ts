import type { IncomingHttpHeaders } from 'node:http2';
import type { Caller } from '../../core/access/caller';
import type { ErrorCode } from '../../errors';
import type { AccessedData } from '../../http/api-request';
import type { CompiledEndpoint } from '../../http/server/compiled-endpoint';
import type { DeadlineOwner } from '../../http/server/deadline-owner';
import type { GrpcStatusName } from '../../platform/network/grpc';
import type { SpanIds } from '../../platform/telemetry/tracing';

/** Content of a call that metrics, spans and logs record. */
export interface LoggedCall {
  /** Request id. */
  readonly id: string;
  /** Name of the method, such as `tidemark.v1.Counts/Query`. */
  readonly name: string;
  readonly endpoint: CompiledEndpoint;
  readonly headers: IncomingHttpHeaders;
  /** Ids of the server span, or of the caller's span without tracing; undefined if there is neither. */
  readonly spanIds: SpanIds | undefined;
  /** Arrival of the call by the monotonic clock, in milliseconds. */
  readonly startedMs: number;
  /** HTTP status of the answer, for the access log; 0 before it. */
  readonly status: number;
  readonly grpcStatus: GrpcStatusName;
  readonly errorCode: ErrorCode | undefined;
  /** Owner of the deadline that the call exceeded; undefined if it exceeded none. */
  readonly deadline: DeadlineOwner | undefined;
  /** Caller of the call; undefined until it is admitted. */
  readonly caller: Caller | undefined;
  /** Data that the call accesses; undefined without an access log. */
  readonly accessed: AccessedData | undefined;
}
