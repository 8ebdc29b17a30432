import type { IncomingHttpHeaders } from 'node:http2';
import { sleep } from '../../platform/clock';
import { GrpcStatus } from '../../platform/grpc';
import type { MessageSink } from '../grpc/call';
import { RpcError } from '../grpc/rpc-error';
import type { StreamHandler, UnaryHandler } from '../grpc/server';
import { byteString, decode } from '../proto';
import type { Replica } from '../replication/replica';
import type { Access } from '../routing';
import type { ServiceContext } from './context';

/** What all requests of the data API name. */
interface DataRequest {
  readonly tableName: string;
  readonly appProfileId: string;
}

/** What the router must know of a method. */
export interface DataMethod<Request extends DataRequest> {
  readonly type: { decode(bytes: Uint8Array): Request };
  readonly access: Access;
  /** The row that a request is about, when it is about one. */
  readonly rowKey?: (request: Request) => Uint8Array | undefined;
}

/** A header by which a client says in which region it is; routing by distance and latencies go by it. */
export const CLIENT_REGION_HEADER = 'tidemark-client-region';

/** A method of the data API with one answer, served by the cluster that the router chooses. */
export function unaryMethod<Request extends DataRequest>(
  context: ServiceContext,
  method: DataMethod<Request>,
  handle: (replica: Replica, request: Request) => Buffer | Promise<Buffer>,
): UnaryHandler {
  return (bytes, headers) => {
    const request = decode(method.type, bytes);
    const { replica, travelMs } = route(context, method, request, headers);
    if (travelMs === 0) return handle(replica, request);
    return travelling(context, travelMs, async () => {
      const answer = await handle(replica, request);
      await sleep(context.clock, travelMs / 2);
      return answer;
    });
  };
}

/** A method of the data API that streams its answer, served by the cluster that the router chooses. */
export function streamMethod<Request extends DataRequest>(
  context: ServiceContext,
  method: DataMethod<Request>,
  handle: (replica: Replica, request: Request, out: MessageSink) => void | Promise<void>,
): StreamHandler {
  return (bytes, out, headers) => {
    const request = decode(method.type, bytes);
    const { replica, travelMs } = route(context, method, request, headers);
    if (travelMs === 0) return handle(replica, request, out);
    return travelling(context, travelMs, async () => {
      const late = new LateSink(out, () => sleep(context.clock, travelMs / 2));
      if (!out.over) await handle(replica, request, late);
      await late.sent;
    });
  };
}

interface Route {
  readonly replica: Replica;
  /** The way to the cluster and back, and what the cluster has been told to dawdle. */
  readonly travelMs: number;
}

function route<Request extends DataRequest>(
  { catalog, network, random, clientRegion: home }: ServiceContext,
  { access, rowKey }: DataMethod<Request>,
  request: Request,
  headers: IncomingHttpHeaders,
): Route {
  const clientRegion = (headers[CLIENT_REGION_HEADER] as string | undefined) ?? home;
  const key = rowKey?.(request);
  const replica = catalog.route(request.tableName, request.appProfileId, {
    access,
    ...(key !== undefined && { rowKey: byteString(key) }),
    clientRegion,
  });
  const { cluster } = replica;
  if (cluster.errorRate > 0 && random() < cluster.errorRate) {
    throw new RpcError(GrpcStatus.UNAVAILABLE, `The cluster ${cluster.id} fails, as it was told to`);
  }
  const distanceMs =
    clientRegion === undefined ? 0 : network.conditions(clientRegion, cluster.region).delayMs;
  return { replica, travelMs: 2 * distanceMs + cluster.slowMs };
}

/** Half of the time passes before the request is served, half after: what it reads and writes is in between. */
async function travelling<T>(
  { clock }: ServiceContext,
  travelMs: number,
  serve: () => Promise<T>,
): Promise<T> {
  await sleep(clock, travelMs / 2);
  return serve();
}

/** Sends messages on after the time that the first of them is under way. */
class LateSink implements MessageSink {
  readonly #out: MessageSink;
  readonly #travel: () => Promise<void>;
  #sent: Promise<void> | undefined;

  constructor(out: MessageSink, travel: () => Promise<void>) {
    this.#out = out;
    this.#travel = travel;
  }

  get over(): boolean {
    return this.#out.over;
  }

  whenOver(task: () => void): void {
    this.#out.whenOver(task);
  }

  /** Resolves when all that was written has been sent. */
  get sent(): Promise<void> {
    return this.#sent ?? Promise.resolve();
  }

  write(frame: Buffer): Promise<void> {
    this.#sent = (this.#sent ?? this.#travel()).then(() => this.#out.write(frame));
    return this.#sent;
  }
}
