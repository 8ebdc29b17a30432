import { integer, type Environment } from '../../environment';
import { widened } from '../../widened';

const HOUR_MS = 3_600_000;

/** Defaults of admission control, which keeps batch work from slowing serving down. */
export const ADMISSION_DEFAULTS = {
  /** Maximum number of concurrent batch calls. */
  callsInFlightMax: 16,
  /** Number of concurrent batch calls that is always allowed, however slow serving is. */
  callsInFlightMin: 1,
  callsQueuedMax: 1_024,
  /** Longest wait of a call without a deadline of its own, in milliseconds. */
  queueTimeoutMs: 60_000,
  /** Rows per second and process; 0 means no limit. */
  rowsPerSecond: 0,
  /** Latency of serving reads above which batch work slows down, in milliseconds. */
  servingLatencyTargetMs: 50,
  /** Time between two adjustments of the number of concurrent calls, in milliseconds. */
  adjustIntervalMs: 1_000,
  /** Factor, 0 to 1, by which an adjustment lowers the number of concurrent calls; the opposite adjustment adds one. */
  decreaseFactor: 0.5,
} as const;

export function readAdmissionConfig(env: Environment) {
  const d = widened(ADMISSION_DEFAULTS);
  return {
    ...d,
    callsInFlightMax: env.get(
      'TIDEMARK_BATCH_CALLS_IN_FLIGHT_MAX',
      integer(1, 10_000),
      d.callsInFlightMax,
      'Concurrent calls of batch work',
    ),
    callsQueuedMax: env.get(
      'TIDEMARK_BATCH_CALLS_QUEUED_MAX',
      integer(0, 1_000_000),
      d.callsQueuedMax,
      'Queued calls of batch work; further calls are rejected as overload',
    ),
    rowsPerSecond: env.get(
      'TIDEMARK_BATCH_ROWS_PER_SECOND',
      integer(0, 10_000_000),
      d.rowsPerSecond,
      'Rows that the batch work of a process reads or writes per second; 0 means no limit',
    ),
    servingLatencyTargetMs: env.get(
      'TIDEMARK_BATCH_SERVING_LATENCY_TARGET_MS',
      integer(1, HOUR_MS),
      d.servingLatencyTargetMs,
      'Latency of serving reads above which batch work slows down',
    ),
  };
}
