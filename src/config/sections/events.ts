import { integer, type Environment } from '../environment';
import { widened } from '../widened';

const HOUR_MS = 3_600_000;

/** Defaults of event ingestion over HTTP. */
export const EVENT_DEFAULTS = {
  idBytesMax: 1_024,
  batchEventsMax: 10_000,
  /** Time by which a producer's clock may be ahead, in milliseconds. */
  futureToleranceMs: 10 * 60_000,
  /**
   * Time added to the deadline of a request for each event after the first, in milliseconds: a busy process writes a
   * few hundred events per second.
   */
  timeoutPerEventMs: 4,
  /** Longest deadline of a batch, in milliseconds: not longer than the drain timeout. */
  longestTimeoutMs: 10_000,
} as const;

export function readEventsConfig(env: Environment) {
  const d = widened(EVENT_DEFAULTS);
  return {
    ...d,
    batchEventsMax: env.get(
      'TIDEMARK_EVENTS_BATCH_MAX',
      integer(1, 100_000),
      d.batchEventsMax,
      'Events in one batch',
    ),
    futureToleranceMs: env.get(
      'TIDEMARK_EVENTS_FUTURE_TOLERANCE_MS',
      integer(0, 24 * HOUR_MS),
      d.futureToleranceMs,
      "Time by which a producer's clock may be ahead",
    ),
    timeoutPerEventMs: env.get(
      'TIDEMARK_EVENTS_TIMEOUT_PER_EVENT_MS',
      integer(0, 60_000),
      d.timeoutPerEventMs,
      'Time added to the deadline of a request for each event after the first',
    ),
    longestTimeoutMs: env.get(
      'TIDEMARK_EVENTS_TIMEOUT_MAX_MS',
      integer(1, HOUR_MS),
      d.longestTimeoutMs,
      'Longest deadline of a request with events; `x-request-timeout-ms` may select any value up to it',
    ),
  };
}
