import type { IncomingHttpHeaders } from 'node:http2';
import type { MessageSink, TrailerSink } from '../grpc/server-call';
import { unimplementedError } from '../grpc/rpc-error';
import type { StreamHandler, UnaryHandler } from '../grpc/grpc-server';
import { byteString, decode, type Decoder } from '../encoding/proto';
import type { Replica } from '../replication/replica';
import { CLIENT_REGION_HEADER } from '../../routing/topology/client-region';
import type { AccessKind, RoutedRequest } from '../catalog/choose-cluster';
import { tableOfView, viewNamed } from '../catalog/authorized-views';
import { instanceNameOf } from '../catalog/definitions';
import { ViewReplica } from '../replication/view-replica';
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
    const resolved = route(dependencies, method, request, { headers, answer });
    if (resolved instanceof Promise) return resolved;
    const { replica, path } = resolved;
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
    return routeStream(dependencies, request, {
      method,
      out,
      headers,
      serve: (replica, sink) => handle(replica, request, sink),
    });
  };
}

/** Request that is answered by a stream. */
interface StreamedCall<Request extends DataRequest> {
  readonly method: Pick<DataMethod<Request>, 'access' | 'rowKey'>;
  readonly out: MessageSink;
  readonly headers: IncomingHttpHeaders;
  readonly serve: (replica: Replica, sink: MessageSink) => void | Promise<void>;
}

/** Serves a decoded request by the cluster that the router chooses. */
export function routeStream<Request extends DataRequest>(
  dependencies: LocalDependencies,
  request: Request,
  { method, out, headers, serve }: StreamedCall<Request>,
): void | Promise<void> {
  const resolved = route(dependencies, method, request, { headers, answer: out });
  if (resolved instanceof Promise) return resolved;
  const { replica, path } = resolved;
  if (path === undefined) return serve(replica, out);
  return streamOverPath(path, method.access === 'read', out, async (sink) =>
    serve(await replicaOnArrival(dependencies, request, replica), sink),
  );
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

/** Headers of a request, and the trailers of its answer. */
interface Metadata {
  readonly headers: IncomingHttpHeaders;
  readonly answer: Partial<TrailerSink> | undefined;
}

function route<Request extends DataRequest>(
  dependencies: LocalDependencies,
  { access, rowKey }: Pick<DataMethod<Request>, 'access' | 'rowKey'>,
  request: Request,
  { headers, answer }: Metadata,
): Route | Promise<never> {
  const clientRegion = clientRegionOf(headers, dependencies);
  const key = rowKey?.(request);
  const routed = { access, rowKey: key === undefined ? undefined : byteString(key), clientRegion };
  try {
    const replica = replicaOf(dependencies, request, routed);
    answer?.addTrailers?.(responseParamsOf(replica.cluster));
    return { replica, path: SimulatedPath.between(replica.cluster, clientRegion, dependencies) };
  } catch (error) {
    const instance = instanceNameOf(tableNameOf(request));
    const cluster = dependencies.catalog.reachedCluster(instance, request.appProfileId, routed);
    if (cluster !== undefined) answer?.addTrailers?.(responseParamsOf(cluster));
    return durableError(dependencies, error);
  }
}

/** Looks up the replica again: during the transfer the table may have been deleted and another created in its place. */
function replicaOnArrival(
  dependencies: LocalDependencies,
  request: DataRequest,
  { cluster }: Replica,
): Replica | Promise<never> {
  try {
    const replica = dependencies.catalog.table(tableNameOf(request)).replicaAt(cluster);
    return limitedToView(dependencies, request, replica);
  } catch (error) {
    return durableError(dependencies, error);
  }
}

/** Reports an error once everything that it depends on is durable, e.g. the deletion of a table or view. */
async function durableError({ tables, instances }: LocalDependencies, error: unknown): Promise<never> {
  await instances.definitions.whenDurable();
  await tables.whenDurable();
  throw error;
}

/** Returns the region of the client: that of the header, or of the topology. */
export function clientRegionOf(
  headers: IncomingHttpHeaders,
  { clientRegion }: LocalDependencies,
): string | undefined {
  return (headers[CLIENT_REGION_HEADER] as string | undefined) ?? clientRegion;
}

/** Returns the name of the table that a request is for, directly or through a view. */
export function tableNameOf({ tableName, authorizedViewName }: DataRequest): string {
  return authorizedViewName ? tableOfView(authorizedViewName) : tableName;
}

function replicaOf(dependencies: LocalDependencies, request: DataRequest, routed: RoutedRequest): Replica {
  if (request.materializedViewName) {
    throw unimplementedError('Materialized views are not supported: set table_name, or use SQL');
  }
  const replica = dependencies.catalog.route(tableNameOf(request), request.appProfileId, routed);
  return limitedToView(dependencies, request, replica);
}

function limitedToView(
  { instances }: LocalDependencies,
  { authorizedViewName }: DataRequest,
  replica: Replica,
): Replica {
  if (!authorizedViewName) return replica;
  return new ViewReplica(replica, viewNamed(instances.definitions, authorizedViewName));
}
