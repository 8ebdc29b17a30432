import type { IncomingHttpHeaders } from 'node:http2';
import type { MessageSink } from '../grpc/server-call';
import { unimplementedError } from '../grpc/rpc-error';
import type { StreamHandler, UnaryHandler } from '../grpc/grpc-server';
import { byteString, decode, type Decoder } from '../encoding/proto';
import type { Replica } from '../replication/replica';
import { CLIENT_REGION_HEADER } from '../../routing/topology/client-region';
import type { AccessKind } from '../catalog/choose-cluster';
import type { LocalServices } from './local-services';
import { DelayedSink, SimulatedPath } from './simulated-path';
import { responseParamsOf } from './response-params';

/** What all requests of the data API name. */
interface DataRequest {
  readonly tableName: string;
  readonly appProfileId: string;
  /** What can be named instead of the table. */
  readonly authorizedViewName?: string;
  readonly materializedViewName?: string;
}

/** What the router must know of a method. */
export interface DataMethod<Request extends DataRequest> {
  readonly type: Decoder<Request>;
  readonly access: AccessKind;
  /** The row that a request is about, when it is about one. */
  readonly rowKey?: (request: Request) => Uint8Array | undefined;
}

export { CLIENT_REGION_HEADER };

/**
 * A method of the data API with one answer, served by the cluster that the router chooses. A caller who gives up can no
 * longer call back what is on its way: these methods write, and what they write will be written.
 */
export function unaryMethod<Request extends DataRequest>(
  context: LocalServices,
  method: DataMethod<Request>,
  handle: (replica: Replica, request: Request) => Buffer | Promise<Buffer>,
): UnaryHandler {
  return (bytes, headers, answer) => {
    const request = decode(method.type, bytes);
    const found = route(context, method, request, headers);
    if (found instanceof Promise) return found;
    const { replica, path: journey } = found;
    answer?.addTrailers(responseParamsOf(replica.cluster));
    if (journey === undefined) return handle(replica, request);
    return serveOverPath(journey, async () =>
      handle(await replicaOnArrival(context, request, replica), request),
    );
  };
}

async function serveOverPath(journey: SimulatedPath, serve: () => Promise<Buffer>): Promise<Buffer> {
  await journey.sendRequest();
  try {
    journey.checkArrival();
    return await serve();
  } finally {
    await journey.returnAnswer();
  }
}

/** A method of the data API that streams its answer. A read whose caller has given up ends. */
export function streamMethod<Request extends DataRequest>(
  context: LocalServices,
  method: DataMethod<Request>,
  handle: (replica: Replica, request: Request, out: MessageSink) => void | Promise<void>,
): StreamHandler {
  return (bytes, out, headers) => {
    const request = decode(method.type, bytes);
    const found = route(context, method, request, headers);
    if (found instanceof Promise) return found;
    const { replica, path: journey } = found;
    out.addTrailers?.(responseParamsOf(replica.cluster));
    if (journey === undefined) return handle(replica, request, out);
    return streamOverPath(journey, method.access === 'read', out, async (sink) =>
      handle(await replicaOnArrival(context, request, replica), request, sink),
    );
  };
}

async function streamOverPath(
  journey: SimulatedPath,
  endsWithCaller: boolean,
  out: MessageSink,
  serve: (sink: MessageSink) => Promise<void>,
): Promise<void> {
  await journey.sendRequest(endsWithCaller ? out : undefined);
  if (endsWithCaller && out.isEnded) return;
  const sink = new DelayedSink(out, journey);
  try {
    journey.checkArrival();
    await serve(sink);
  } finally {
    await Promise.all([sink.allDelivered, journey.returnAnswer()]);
  }
}

interface Route {
  readonly replica: Replica;
  readonly path: SimulatedPath | undefined;
}

function route<Request extends DataRequest>(
  context: LocalServices,
  method: DataMethod<Request>,
  request: Request,
  headers: IncomingHttpHeaders,
): Route | Promise<never> {
  return resultOrDurableError(context, () => routeNow(context, method, request, headers));
}

/** The table may have been deleted while the request was under way, and another one made in its place. */
function replicaOnArrival(
  context: LocalServices,
  { tableName }: DataRequest,
  { cluster }: Replica,
): Replica | Promise<never> {
  return resultOrDurableError(context, () => context.catalog.table(tableName).replicaAt(cluster));
}

/** A refusal, too, waits until what it depends on is durable: a table that has just been deleted, say. */
function resultOrDurableError<T>({ tables }: LocalServices, find: () => T): T | Promise<never> {
  try {
    return find();
  } catch (error) {
    return tables.whenDurable().then(() => Promise.reject(error as Error));
  }
}

function routeNow<Request extends DataRequest>(
  context: LocalServices,
  { access, rowKey }: DataMethod<Request>,
  request: Request,
  headers: IncomingHttpHeaders,
): Route {
  const clientRegion = (headers[CLIENT_REGION_HEADER] as string | undefined) ?? context.clientRegion;
  if (request.authorizedViewName || request.materializedViewName) {
    throw unimplementedError('There are no views here: name the table');
  }
  const key = rowKey?.(request);
  const replica = context.catalog.route(request.tableName, request.appProfileId, {
    access,
    rowKey: key === undefined ? undefined : byteString(key),
    clientRegion,
  });
  return { replica, path: SimulatedPath.between(replica.cluster, clientRegion, context) };
}
