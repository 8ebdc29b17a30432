import type { Clock } from '../../platform/time/clock';
import { timestampFromMs } from '../catalog/definitions';
import { invalidArgumentError, notFoundError, unimplementedError } from '../grpc/rpc-error';
import { type Encoder, longrunning, wellKnown } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod, type MethodHandlers } from './admin-method';
import { paginate } from './pagination';

type Operation = longrunning.IOperation;

interface MessageType<T> extends Encoder<T> {
  getTypeUrl(): string;
}

/** Result of an operation and its metadata. */
export interface OperationResult<Response, Metadata> {
  /** Resource of the operation. The operation's name begins with it. */
  readonly resource: string;
  readonly response: readonly [MessageType<Response>, Response];
  readonly metadata: readonly [MessageType<Metadata>, Metadata];
}

/**
 * Long-running operations of the admin APIs. All are done when they are returned, but clients poll them, so the latest
 * ones are retained until the server stops.
 */
export class LongRunningOperations {
  readonly #runId: string;
  readonly #clock: Clock;
  readonly #done = new Map<string, Operation>();
  #count = 0;

  constructor({ runId, clock }: Pick<LocalDependencies, 'runId' | 'clock'>) {
    this.#runId = runId.replace(/\D/g, '');
    this.#clock = clock;
  }

  get names(): string[] {
    return [...this.#done.keys()].sort();
  }

  add<Response, Metadata>({ resource, response, metadata }: OperationResult<Response, Metadata>): Operation {
    const number = String(++this.#count).padStart(NUMBER_DIGITS, '0');
    const operation = {
      name: `operations/${resource}/operations/${this.#runId}${number}`,
      done: true,
      response: pack(response),
      metadata: pack(metadata),
    };
    this.#done.set(operation.name, operation);
    const [oldest] = this.#done.keys();
    if (this.#done.size > OPERATIONS_KEPT_MAX) this.#done.delete(oldest!);
    return operation;
  }

  get(name: string): Operation {
    const operation = this.#done.get(name);
    if (operation === undefined) throw notFoundError(`Operation not found: ${name}`);
    return operation;
  }

  delete(name: string): void {
    this.get(name);
    this.#done.delete(name);
  }

  /** Returns the timestamps that most metadata contains. */
  timestamps(): { requestTime: wellKnown.ITimestamp; finishTime: wellKnown.ITimestamp } {
    const now = timestampFromMs(this.#clock.nowMs());
    return { requestTime: now, finishTime: now };
  }
}

/** Creates the methods of google.longrunning.Operations. */
export function operationMethods(
  dependencies: LocalDependencies,
  operations: LongRunningOperations,
): MethodHandlers {
  const { Operation, ListOperationsResponse } = longrunning;
  const { Empty } = wellKnown;
  return {
    GetOperation: adminMethod(dependencies, [longrunning.GetOperationRequest, Operation], ({ name }) =>
      operations.get(name),
    ),
    WaitOperation: adminMethod(dependencies, [longrunning.WaitOperationRequest, Operation], ({ name }) =>
      operations.get(name),
    ),
    // A finished operation cannot be cancelled. As documented, success is not guaranteed.
    CancelOperation: adminMethod(dependencies, [longrunning.CancelOperationRequest, Empty], ({ name }) => {
      operations.get(name);
      return {};
    }),
    DeleteOperation: adminMethod(dependencies, [longrunning.DeleteOperationRequest, Empty], ({ name }) => {
      operations.delete(name);
      return {};
    }),
    ListOperations: adminMethod(
      dependencies,
      [longrunning.ListOperationsRequest, ListOperationsResponse],
      (request) => listOperations(operations, request),
    ),
  };
}

function listOperations(
  operations: LongRunningOperations,
  request: longrunning.ListOperationsRequest,
): longrunning.IListOperationsResponse {
  const { name, filter } = request;
  if (!/^operations(\/|$)/.test(name)) {
    throw invalidArgumentError(`name must be operations/projects/…, not "${name}"`);
  }
  if (filter !== '')
    throw unimplementedError('ListOperations with a filter is not supported: leave it empty');
  const names = operations.names.filter((each) => each.startsWith(`${name.replace(/\/+$/, '')}/`));
  const page = paginate(names, request);
  return {
    operations: page.names.map((each) => operations.get(each)),
    nextPageToken: page.nextPageToken,
  };
}

function pack<T>([type, message]: readonly [MessageType<T>, T]): wellKnown.IAny {
  return { type_url: type.getTypeUrl(), value: type.encode(message).finish() };
}

const OPERATIONS_KEPT_MAX = 1_000;
const NUMBER_DIGITS = 6;
