import { integer, oneOf, type Environment } from '../../environment';
import { widened } from '../../widened';

/** Defaults of the gRPC listener. Limits of requests are those of the HTTP server. */
export const GRPC_DEFAULTS = {
  connectionsMax: 2_000,
  /** Maximum number of calls in flight on one connection. */
  streamsPerConnectionMax: 256,
  /** Flow-control window of a call, in bytes. */
  windowBytes: 256 * 1024,
  /** Flow-control window of a connection, in bytes. */
  connectionWindowBytes: 4 * 1024 * 1024,
  /** Maximum memory of one connection, in MiB. Calls beyond it are refused. */
  sessionMemoryMbMax: 32,
  /** Maximum number of metadata entries of a call. */
  metadataEntriesMax: 64,
  /** Maximum size of the metadata of a call, in bytes. */
  metadataBytesMax: 16 * 1024,
  /** Time for the first call of a connection to arrive, in milliseconds. */
  firstCallTimeoutMs: 10_000,
  /** Time without calls after which a connection is closed, in milliseconds. */
  idleTimeoutMs: 300_000,
  /** Time between two keepalive pings to a client, in milliseconds. */
  pingIntervalMs: 30_000,
  /** Time for a client to answer a ping, in milliseconds. Its connection is closed after that. */
  pingTimeoutMs: 10_000,
  /** Shortest time between two pings of a client that has got no answer meanwhile, in milliseconds. */
  clientPingIntervalMinMs: 5_000,
  /** Number of pings in shorter intervals after which a connection is closed. */
  earlyPingsMax: 10,
  /** Interval of the checks of connections, in milliseconds. */
  checkIntervalMs: 1_000,
  /** Interval of the readiness checks behind the health service, in milliseconds. */
  healthIntervalMs: 1_000,
  /** Maximum size of a request to the health and reflection services, in bytes. */
  serviceMessageBytesMax: 4 * 1024,
  /** Maximum number of requests of one reflection stream. */
  serviceMessagesMax: 1_000,
  /** Maximum size of unread answers of one health or reflection stream, in bytes. */
  serviceUnsentBytesMax: 1024 * 1024,
  /** Longest time of a reflection stream, in milliseconds. */
  reflectionTimeoutMs: 60_000,
  /** Maximum number of watches and reflection streams of a process. */
  serviceStreamsMax: 1_000,
} as const;

/** Reads the settings of the gRPC listener. Its address is that of the HTTP server. */
export function readGrpcConfig(env: Environment) {
  const d = widened(GRPC_DEFAULTS);
  return {
    ...d,
    port: env.get(
      'TIDEMARK_GRPC_PORT',
      integer(0, 65_535),
      undefined,
      'Port of the gRPC services at the address of the API; 0 selects a free one; by default there is none',
    ),
    connectionsMax: env.get(
      'TIDEMARK_GRPC_CONNECTIONS_MAX',
      integer(1, 100_000),
      d.connectionsMax,
      'Connections to the gRPC port of a process; further ones are closed at once',
    ),
    streamsPerConnectionMax: env.get(
      'TIDEMARK_GRPC_STREAMS_PER_CONNECTION_MAX',
      integer(1, 10_000),
      d.streamsPerConnectionMax,
      'Calls in flight on one gRPC connection; clients queue further ones',
    ),
    reflection:
      env.get(
        'TIDEMARK_GRPC_REFLECTION',
        oneOf(['on', 'off']),
        'on',
        'Whether the gRPC port serves descriptors of its services to any client (server reflection)',
      ) === 'on',
  };
}
