import type { Clock } from '../../platform/time/clock';
import { timestampFromMs } from '../catalog/definitions';
import { invalidArgumentError, notFoundError, unimplementedError } from '../grpc/rpc-error';
import { type Encoder, longrunning, wellKnown } from '../encoding/proto';
import type { LocalServices } from '../service/local-services';
import { adminMethod, type MethodHandlers } from './admin-method';
import { paginate } from './pagination';

type Operation = longrunning.IOperation;

interface MessageType<T> extends Encoder<T> {
  getTypeUrl(): string;
}

/** What came of an operation, and what its metadata says of it. */
export interface OperationResult<Response, Metadata> {
  /** What the operation was about; its name begins with this one's. */
  readonly resource: string;
  readonly response: readonly [MessageType<Response>, Response];
  readonly metadata: readonly [MessageType<Metadata>, Metadata];
}

/**
 * The long-running operations of the admin APIs. All of them are done when they are answered, but clients come and ask
 * for them, so the latest are kept; not over a restart.
 */
export class LongRunningOperations {
  readonly #runId: string;
  readonly #clock: Clock;
  readonly #done = new Map<string, Operation>();
  #count = 0;

  constructor({ runId, clock }: Pick<LocalServices, 'runId' | 'clock'>) {
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

  /** The times that most metadata have. */
  timestamps(): { requestTime: wellKnown.ITimestamp; finishTime: wellKnown.ITimestamp } {
    const now = timestampFromMs(this.#clock.nowMs());
    return { requestTime: now, finishTime: now };
  }
}

/** google.longrunning.Operations, by method. */
export function operationMethods(context: LocalServices, operations: LongRunningOperations): MethodHandlers {
  const { Operation, ListOperationsResponse } = longrunning;
  const { Empty } = wellKnown;
  return {
    GetOperation: adminMethod(context, [longrunning.GetOperationRequest, Operation], ({ name }) =>
      operations.get(name),
    ),
    WaitOperation: adminMethod(context, [longrunning.WaitOperationRequest, Operation], ({ name }) =>
      operations.get(name),
    ),
    // There is nothing to cancel in what is done; as documented, success is not guaranteed.
    CancelOperation: adminMethod(context, [longrunning.CancelOperationRequest, Empty], ({ name }) => {
      operations.get(name);
      return {};
    }),
    DeleteOperation: adminMethod(context, [longrunning.DeleteOperationRequest, Empty], ({ name }) => {
      operations.delete(name);
      return {};
    }),
    ListOperations: adminMethod(
      context,
      [longrunning.ListOperationsRequest, ListOperationsResponse],
      (request) => listed(operations, request),
    ),
  };
}

function listed(
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
