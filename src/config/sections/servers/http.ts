import { integer, oneOf, text, type Environment } from '../../environment';
import { widened } from '../../widened';

const GIB = 1024 * 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Defaults of the HTTP server. */
export const HTTP_DEFAULTS = {
  host: '127.0.0.1',
  port: 8080,
  bodyBytesMax: 4 * 1024 * 1024,
  /** Maximum body size of queries, in bytes; lower, since a query costs more than its bytes. */
  queryBodyBytesMax: 1024 * 1024,
  requestTimeoutMs: 2_000,
  drainTimeoutMs: 10_000,
  requestsInFlightMax: 1_024,
  /** Maximum estimated work of all large requests in flight, in numbers of an answer (`WorkBudget`). */
  workInFlightMax: 2_000_000,
  /** Estimated work up to which a request counts as ordinary and takes nothing from that budget. */
  workOrdinaryMax: 5_000,
  /** Time in one iteration of the event loop in which new requests are started, in milliseconds. */
  turnMs: 10,
  /** Maximum number of waiting long polls, which use only memory. */
  requestsWaitingMax: 1_000,
  /** Maximum size of all bodies that are being read or processed, in bytes. */
  bodyBytesInFlightMax: 256 * 1024 * 1024,
  /** Time for the headers to arrive, in milliseconds. */
  headersTimeoutMs: 10_000,
  /** Time for the whole request to arrive, in milliseconds. */
  bodyTimeoutMs: 30_000,
  /** Time after which a body must have arrived at `bodyBytesPerSecondMin` on average, in milliseconds. */
  bodyGraceMs: 5_000,
  bodyBytesPerSecondMin: 10_000,
  /** Maximum number of pipelined requests per connection whose responses are not sent. */
  pipelinedMax: 32,
  /** Maximum size of all unread responses, in bytes. Beyond it, the oldest are aborted. */
  unsentBytesMax: 128 * 1024 * 1024,
  /** Time for a response to be read, in milliseconds, in addition to its size divided by `unsentBytesPerSecondMin`. */
  unsentTimeoutMs: 5_000,
  unsentBytesPerSecondMin: 100_000,
  /**
   * Idle time before a connection is closed, in milliseconds: more than the 60 s of common load balancers, which close
   * first then.
   */
  keepAliveTimeoutMs: 65_000,
  connectionsMax: 10_000,
  /** Maximum number of log lines about rejected requests per second and error code; the others are counted. */
  refusalLinesPerSecond: 5,
  retryAfterSeconds: 1,
  readinessCacheMs: 1_000,
  readinessTimeoutMs: 1_000,
  /** Time that an idle connection stays open while draining, in milliseconds, for one more request. */
  drainGraceMs: 500,
  /** Load shedding: requests are rejected while the event loop is delayed. */
  shedding: {
    enabled: true,
    /** Event-loop delay that is exceeded throughout an overloaded window, in milliseconds. */
    delayTargetMs: 10,
    windowMs: 100,
    sampleMs: 5,
    /**
     * Minimum number of samples in a window; otherwise one long garbage collection would count as an overloaded window.
     */
    samplesMin: 3,
    /** Number of requests in flight that is always allowed. */
    requestsMin: 32,
    /** Increase of the limit after a good window. */
    requestsStep: 8,
    /** Factor by which an overloaded window lowers the limit, 0 to 1. */
    decreaseFactor: 0.7,
    /** Share of the limit from which bulk requests are rejected, 0 to 1. */
    bulkShare: 0.75,
    /** Time without a rejected request after which the overload is over, in milliseconds. */
    quietMs: 2_000,
  },
} as const;

export function readHttpConfig(env: Environment) {
  const d = widened(HTTP_DEFAULTS);
  return {
    ...d,
    host: env.get('TIDEMARK_HTTP_HOST', text, d.host, 'Address to listen on'),
    port: env.get('PORT', integer(0, 65_535), d.port, 'Port to listen on; 0 selects a free one'),
    bodyBytesMax: env.get(
      'TIDEMARK_HTTP_BODY_BYTES_MAX',
      integer(1_024, GIB),
      d.bodyBytesMax,
      'Maximum size of a request body in bytes',
    ),
    requestTimeoutMs: env.get(
      'TIDEMARK_HTTP_REQUEST_TIMEOUT_MS',
      integer(1, HOUR_MS),
      d.requestTimeoutMs,
      'Deadline of a request once its body has arrived; `x-request-timeout-ms` can only lower it; batches of events get more time',
    ),
    requestsInFlightMax: env.get(
      'TIDEMARK_HTTP_REQUESTS_IN_FLIGHT_MAX',
      integer(1, 1_000_000),
      d.requestsInFlightMax,
      'Requests in flight; further ones are answered with 503',
    ),
    requestsWaitingMax: env.get(
      'TIDEMARK_HTTP_REQUESTS_WAITING_MAX',
      integer(0, 1_000_000),
      d.requestsWaitingMax,
      'Waiting long polls; further ones are answered with 503',
    ),
    drainTimeoutMs: env.get(
      'TIDEMARK_HTTP_DRAIN_TIMEOUT_MS',
      integer(0, HOUR_MS),
      d.drainTimeoutMs,
      'Time for requests in flight to end after SIGTERM',
    ),
    shedding: {
      ...d.shedding,
      enabled:
        env.get(
          'TIDEMARK_HTTP_SHEDDING',
          oneOf(['on', 'off']),
          'on',
          'Whether requests are rejected under overload, before latency collapses',
        ) === 'on',
      delayTargetMs: env.get(
        'TIDEMARK_HTTP_SHEDDING_DELAY_TARGET_MS',
        integer(1, 60_000),
        d.shedding.delayTargetMs,
        'Delay of the event loop above which requests are rejected',
      ),
    },
  };
}
