import { integer, type Environment } from '../environment';
import { widened } from '../widened';

const HOUR_MS = 3_600_000;

/** Defaults of the worker processes that share the port of one service. */
export const PROCESS_DEFAULTS = {
  /** Number of worker processes; with 1, the main process serves by itself. */
  workers: 1,
  workersMax: 256,
  /**
   * First pause before a crashed worker is replaced, in milliseconds; doubles with each consecutive short-lived worker.
   */
  restartInitialDelayMs: 50,
  restartMaxDelayMs: 10_000,
  /** Lifetime from which a worker no longer counts as short-lived, in milliseconds. */
  stableAfterMs: 10_000,
  /** Maximum number of consecutive short-lived workers; with more, the service ends. */
  earlyEndsMax: 5,
  /** Time after its start at which a worker that does not serve is killed and replaced, in milliseconds. */
  startTimeoutMs: 60_000,
  /**
   * Time beyond the drain timeout for a worker to write the end of the access log and to close its connections to the
   * store, in milliseconds; then it is killed.
   */
  drainMarginMs: 20_000,
  /** Time for a worker to return its metrics, in milliseconds; a slower one is left out. */
  metricsTimeoutMs: 1_000,
  /** Maximum number of accepted connections that no worker has taken yet; further ones are closed. */
  connectionsWaitingMax: 1_024,
  /** Time after which a connection that no worker has taken is closed, in milliseconds. */
  connectionWaitMaxMs: 10_000,
  /**
   * Time after which a worker that has not taken a connection must confirm that the connection has arrived, in
   * milliseconds.
   */
  handOverConfirmMs: 1_000,
  /**
   * Shortest time between two log lines about connections that are closed before a worker takes them, in milliseconds.
   */
  unservedLogIntervalMs: 10_000,
} as const;

export function readProcessesConfig(env: Environment) {
  const d = widened(PROCESS_DEFAULTS);
  return {
    ...d,
    workers: env.get(
      'TIDEMARK_WORKERS',
      integer(1, d.workersMax),
      d.workers,
      'Worker processes that share the port',
    ),
    startTimeoutMs: env.get(
      'TIDEMARK_WORKER_START_TIMEOUT_MS',
      integer(100, HOUR_MS),
      d.startTimeoutMs,
      'Time after its start at which a worker that does not serve is killed and replaced',
    ),
  };
}
