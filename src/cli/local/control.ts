import { createTransport } from '../../bigtable/transport/create-transport';
import { BigtableError } from '../../bigtable/client/bigtable-error';
import { callUnary } from '../../bigtable/client/unary-call';
import { loadLocalConfig, processEnvironment } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { TidemarkError } from '../../errors';
import { control, CONTROL_SERVICE } from '../../local-bigtable/index';
import { systemClock } from '../../platform/time/clock';
import { frameMessage, GrpcStatus } from '../../platform/network/grpc';
import { findLocalInstance } from './instance';

/** Names a running server. */
export interface ControlTarget {
  /** `host:port` */
  readonly endpoint?: string;
  readonly dataDir?: string;
}

/**
 * Client of the control API of a running embedded Bigtable. Methods that change something return labels of the changes.
 */
export interface ControlClient {
  changeLinks(request: control.IChangeLinksRequest): Promise<readonly string[]>;
  changeClusters(request: control.IChangeClustersRequest): Promise<readonly string[]>;
  reset(): Promise<readonly string[]>;
  status(instance?: string): Promise<control.Status>;
}

/** Runs `use` with a client of the target. Throws `store_unavailable` when no server runs there. */
export async function withControl<T>(
  target: ControlTarget,
  use: (client: ControlClient) => Promise<T>,
): Promise<T> {
  const endpoint = endpointOf(target);
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
  try {
    return await use({
      changeLinks: (request) => change('ChangeLinks', control.ChangeLinksRequest.encode(request).finish()),
      changeClusters: (request) =>
        change('ChangeClusters', control.ChangeClustersRequest.encode(request).finish()),
      reset: () => change('Reset', control.ResetRequest.encode({}).finish()),
      status: (instance = '') =>
        call('GetStatus', control.GetStatusRequest.encode({ instance }).finish(), control.Status),
    });
  } finally {
    await transport.close();
  }
}

/** Returns the endpoint of the options, or else of the environment, or else of the instance on the data folder. */
function endpointOf({ endpoint, dataDir }: ControlTarget): string {
  if (endpoint !== undefined) return endpoint;
  const env = processEnvironment();
  const emulator = env.BIGTABLE_EMULATOR_HOST ?? '';
  if (dataDir === undefined && emulator !== '') return emulator;
  const folder = dataDir ?? loadLocalConfig(env).dataDir;
  const local = findLocalInstance(folder);
  if (local !== undefined) return local.endpoint;
  throw new TidemarkError(
    'store_unavailable',
    `no embedded Bigtable runs on the data folder ${folder}: start one with \`tidemark local\`, or name a running one ` +
      'with --data-dir, --endpoint or BIGTABLE_EMULATOR_HOST',
  );
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
