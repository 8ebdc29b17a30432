import { createTransport } from '../bigtable/transport/create-transport';
import { BigtableError } from '../bigtable/client/bigtable-error';
import { callUnary } from '../bigtable/client/unary-call';
import { DEFAULTS } from '../config/defaults';
import { TidemarkError } from '../errors';
import { control, CONTROL_SERVICE } from '../local-bigtable/index';
import { systemClock } from '../platform/time/clock';
import { frameMessage, GrpcStatus } from '../platform/network/grpc';

/**
 * Client of the control API of a running embedded Bigtable. Methods that change something return labels of the changes.
 */
export interface ControlClient {
  changeLinks(request: control.IChangeLinksRequest): Promise<readonly string[]>;
  changeClusters(request: control.IChangeClustersRequest): Promise<readonly string[]>;
  reset(): Promise<readonly string[]>;
  status(instance?: string): Promise<control.Status>;
  close(): Promise<void>;
}

/** Creates a client of the server at an endpoint. Calls throw `store_unavailable` when none runs there. */
export function createControlClient(endpoint: string): ControlClient {
  const limits = { connectTimeoutMs: DEFAULTS.local.controlTimeoutMs };
  const transport = createTransport({ endpoint, plaintext: true, channels: 1, limits });
  const call = async <A>(method: string, message: Uint8Array, answer: { decode(b: Uint8Array): A }) => {
    const deadlineMs = systemClock.monotonicMs() + DEFAULTS.local.controlTimeoutMs;
    const path = `/${CONTROL_SERVICE}/${method}`;
    const request = frameMessage(message);
    try {
      const call = { path, request, metadata: {}, deadlineMs, signal: undefined };
      return answer.decode(await callUnary(transport, call));
    } catch (error) {
      throw toTidemarkError(error, endpoint);
    }
  };
  const change = async (method: string, message: Uint8Array): Promise<readonly string[]> =>
    (await call(method, message, control.ChangeResponse)).changed;
  return {
    changeLinks: (request) => change('ChangeLinks', control.ChangeLinksRequest.encode(request).finish()),
    changeClusters: (request) =>
      change('ChangeClusters', control.ChangeClustersRequest.encode(request).finish()),
    reset: () => change('Reset', control.ResetRequest.encode({}).finish()),
    status: (instance = '') =>
      call('GetStatus', control.GetStatusRequest.encode({ instance }).finish(), control.Status),
    close: () => transport.close(),
  };
}

/** Returns the error with the endpoint of the server, and without the gRPC status in its message. */
function toTidemarkError(error: unknown, endpoint: string): unknown {
  if (!(error instanceof BigtableError)) return error;
  const message = error.message.replace(/^[A-Z_]+: /, '');
  switch (error.grpcStatus) {
    case GrpcStatus.UNIMPLEMENTED:
      return new TidemarkError('store_rejected', `${endpoint} is not an embedded Bigtable of Tidemark`);
    case GrpcStatus.UNAVAILABLE:
    case GrpcStatus.DEADLINE_EXCEEDED:
      return new TidemarkError(
        'store_unavailable',
        `no embedded Bigtable answers on ${endpoint}: ${message}`,
      );
    case GrpcStatus.INVALID_ARGUMENT:
    case GrpcStatus.NOT_FOUND:
    case GrpcStatus.RESOURCE_EXHAUSTED:
      return new TidemarkError('invalid_argument', message);
    default:
      return error;
  }
}
