import { hostPort, identifierVariable, integer, type Environment } from '../../environment';
import { widened } from '../../widened';

/** Defaults of the Bigtable client. */
export const BIGTABLE_DEFAULTS = {
  project: 'tidemark',
  instance: 'tidemark',
  appProfileId: '',
  endpoint: 'bigtable.googleapis.com:443',
  adminEndpoint: 'bigtableadmin.googleapis.com:443',
  /** Maximum number of HTTP/2 connections. */
  channels: 2,
  /** Streams per connection before another one is used: calls on one connection share packets. */
  streamsPerChannelStep: 16,
  /** Maximum number of calls that wait for a connection or a free stream; further calls are rejected as overload. */
  callsQueuedMax: 1_024,
  /** Maximum number of retries of a call that the server certainly did not process (refused stream, GOAWAY). */
  transparentRetriesMax: 3,
  reconnectInitialDelayMs: 50,
  reconnectMaxDelayMs: 5_000,
  /** Flow-control window per stream, in bytes: how far the server may send ahead of the reader. */
  streamWindowBytes: 1024 * 1024,
  /** Flow-control window per connection, in bytes. */
  connectionWindowBytes: 16 * 1024 * 1024,
  /** Time for calls in flight to end when the client closes, in milliseconds. */
  closeTimeoutMs: 10_000,
  /** Time before its expiry at which a bearer token is renewed, in milliseconds. */
  tokenRefreshMarginMs: 300_000,
  /** Time after which a pending token request is abandoned and repeated, in milliseconds. */
  tokenTimeoutMs: 10_000,
  /**
   * Time after a rejected token in which a further rejection does not discard the token: the token is not the cause
   * then.
   */
  tokenRejectionPauseMs: 10_000,
  /** Default deadline of single-row calls in milliseconds, retries included. */
  pointTimeoutMs: 5_000,
  /** Default deadline of scans in milliseconds, retries included. */
  scanTimeoutMs: 600_000,
  /** Default deadline of admin calls in milliseconds, retries included. */
  adminTimeoutMs: 60_000,
  connectTimeoutMs: 3_000,
  keepaliveIntervalMs: 30_000,
  keepaliveTimeoutMs: 10_000,
  retryInitialDelayMs: 10,
  retryMaxDelayMs: 2_000,
  retryAttemptsMax: 10,
  /** Limit of Cloud Bigtable, enforced before the call; so are the next three. */
  keyBytesMax: 4_096,
  cellBytesMax: 100 * 1024 * 1024,
  mutationsPerRowMax: 100_000,
  mutationsPerBatchMax: 100_000,
  batchBytesMax: 64 * 1024 * 1024,
  messageBytesMax: 256 * 1024 * 1024,
  /** Maximum number of rows read ahead of a scan's consumer. */
  rowsBufferedMax: 256,
  /** Maximum size of the rows read ahead of a scan's consumer, in bytes. */
  rowBytesBufferedMax: 4 * 1024 * 1024,
  /** Maximum size of one change of a change stream, in bytes, without values that the reader leaves out. */
  changeBytesMax: 64 * 1024 * 1024,
  /** Maximum number of events read ahead of the consumer of a change stream. */
  changesBufferedMax: 1_024,
  /** Maximum size of the events read ahead of the consumer of a change stream, in bytes. */
  changeBytesBufferedMax: 4 * 1024 * 1024,
  /** Time beyond the heartbeat interval without a message after which a change stream is opened anew, in ms. */
  changeStreamStallMs: 20_000,
  /** Maximum number of concurrent calls of one large `mutateRows`. */
  mutateCallsInFlightMax: 4,
} as const;

export function readBigtableConfig(env: Environment) {
  const d = widened(BIGTABLE_DEFAULTS);
  return {
    ...d,
    project: env.get(
      'TIDEMARK_PROJECT',
      identifierVariable,
      d.project,
      'Google Cloud project; required without an emulator',
    ),
    instance: env.get(
      'TIDEMARK_INSTANCE',
      identifierVariable,
      d.instance,
      'Bigtable instance; required without an emulator',
    ),
    appProfileId: env.get(
      'TIDEMARK_APP_PROFILE',
      identifierVariable,
      d.appProfileId,
      'App profile of all calls',
    ),
    endpoint: env.get('TIDEMARK_BIGTABLE_ENDPOINT', hostPort, d.endpoint, 'Endpoint of Cloud Bigtable'),
    adminEndpoint: env.get(
      'TIDEMARK_BIGTABLE_ADMIN_ENDPOINT',
      hostPort,
      d.adminEndpoint,
      "Endpoint of Cloud Bigtable's table admin API",
    ),
    emulatorHost: env.get(
      'BIGTABLE_EMULATOR_HOST',
      hostPort,
      undefined,
      'Emulator or embedded server to use instead of Cloud Bigtable, without TLS and credentials',
    ),
    channels: env.get('TIDEMARK_BIGTABLE_CHANNELS', integer(1, 64), d.channels, 'Connections to Bigtable'),
    closeTimeoutMs: env.get(
      'TIDEMARK_BIGTABLE_CLOSE_TIMEOUT_MS',
      integer(100, 600_000),
      d.closeTimeoutMs,
      'Time for calls in flight to end when the process closes its connections to Bigtable',
    ),
  };
}
