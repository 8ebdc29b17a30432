import type { IncomingHttpHeaders } from 'node:http2';
import type { MessageSink } from '../grpc/server-call';
import { unimplementedError } from '../grpc/rpc-error';
import type { StreamHandler, UnaryHandler } from '../grpc/grpc-server';
import { byteString, decode, type Decoder } from '../encoding/proto';
import type { Replica } from '../replication/replica';
import { CLIENT_REGION_HEADER } from '../../routing/topology/client-region';
import type { AccessKind } from '../catalog/choose-cluster';
import type { LocalDependencies } from './local-dependencies';
import { DelayedSink, SimulatedPath } from './simulated-path';
import { responseParamsOf } from './response-params';

/** Fields that all requests of the data API have. */
interface DataRequest {
  readonly tableName: string;
  readonly appProfileId: string;
  /** Alternatives to the table. */
  readonly authorizedViewName?: string;
  readonly materializedViewName?: string;
}

/** Properties of a method that routing needs. */
export interface DataMethod<Request extends DataRequest> {
  readonly type: Decoder<Request>;
  readonly access: AccessKind;
  /** Returns the row of a request that concerns one row. */
  readonly rowKey?: (request: Request) => Uint8Array | undefined;
}

export { CLIENT_REGION_HEADER };

/**
 * Creates the handler of a data method with one answer, served by the cluster that the router chooses. A caller that
 * cancels cannot recall the request: these methods write, and the write will be applied.
 */
export function unaryMethod<Request extends DataRequest>(
  dependencies: LocalDependencies,
  method: DataMethod<Request>,
  handle: (replica: Replica, request: Request) => Buffer | Promise<Buffer>,
): UnaryHandler {
  return (bytes, headers, answer) => {
    const request = decode(method.type, bytes);
    const resolved = route(dependencies, method, request, headers);
    if (resolved instanceof Promise) return resolved;
    const { replica, path } = resolved;
    answer?.addTrailers(responseParamsOf(replica.cluster));
    if (path === undefined) return handle(replica, request);
    return serveOverPath(path, async () =>
      handle(await replicaOnArrival(dependencies, request, replica), request),
    );
  };
}

async function serveOverPath(path: SimulatedPath, serve: () => Promise<Buffer>): Promise<Buffer> {
  await path.sendRequest();
  try {
    path.checkArrival();
    return await serve();
  } finally {
    await path.returnAnswer();
  }
}

/** Creates the handler of a data method that streams its answer. A read ends when its caller cancels. */
export function streamMethod<Request extends DataRequest>(
  dependencies: LocalDependencies,
  method: DataMethod<Request>,
  handle: (replica: Replica, request: Request, out: MessageSink) => void | Promise<void>,
): StreamHandler {
  return (bytes, out, headers) => {
    const request = decode(method.type, bytes);
    const resolved = route(dependencies, method, request, headers);
    if (resolved instanceof Promise) return resolved;
    const { replica, path } = resolved;
    out.addTrailers?.(responseParamsOf(replica.cluster));
    if (path === undefined) return handle(replica, request, out);
    return streamOverPath(path, method.access === 'read', out, async (sink) =>
      handle(await replicaOnArrival(dependencies, request, replica), request, sink),
    );
  };
}

async function streamOverPath(
  path: SimulatedPath,
  endsWithCaller: boolean,
  out: MessageSink,
  serve: (sink: MessageSink) => Promise<void>,
): Promise<void> {
  await path.sendRequest(endsWithCaller ? out : undefined);
  if (endsWithCaller && out.isEnded) return;
  const sink = new DelayedSink(out, path);
  try {
    path.checkArrival();
    await serve(sink);
  } finally {
    await Promise.all([sink.allDelivered, path.returnAnswer()]);
  }
}

interface Route {
  readonly replica: Replica;
  readonly path: SimulatedPath | undefined;
}

function route<Request extends DataRequest>(
  dependencies: LocalDependencies,
  method: DataMethod<Request>,
  request: Request,
  headers: IncomingHttpHeaders,
): Route | Promise<never> {
  return resultOrDurableError(dependencies, () => routeNow(dependencies, method, request, headers));
}

/** Looks up the replica again: during the transfer the table may have been deleted and another created in its place. */
function replicaOnArrival(
  dependencies: LocalDependencies,
  { tableName }: DataRequest,
  { cluster }: Replica,
): Replica | Promise<never> {
  return resultOrDurableError(dependencies, () => dependencies.catalog.table(tableName).replicaAt(cluster));
}

/**
 * Returns the result of `find`. An error is reported once everything that it depends on is durable, e.g. the deletion
 * of a table.
 */
function resultOrDurableError<T>({ tables }: LocalDependencies, find: () => T): T | Promise<never> {
  try {
    return find();
  } catch (error) {
    return tables.whenDurable().then(() => Promise.reject(error as Error));
  }
}

function routeNow<Request extends DataRequest>(
  dependencies: LocalDependencies,
  { access, rowKey }: DataMethod<Request>,
  request: Request,
  headers: IncomingHttpHeaders,
): Route {
  const clientRegion = (headers[CLIENT_REGION_HEADER] as string | undefined) ?? dependencies.clientRegion;
  if (request.authorizedViewName || request.materializedViewName) {
    throw unimplementedError('Views are not supported: set table_name');
  }
  const key = rowKey?.(request);
  const replica = dependencies.catalog.route(request.tableName, request.appProfileId, {
    access,
    rowKey: key === undefined ? undefined : byteString(key),
    clientRegion,
  });
  return { replica, path: SimulatedPath.between(replica.cluster, clientRegion, dependencies) };
}
