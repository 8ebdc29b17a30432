import { integer, oneOf, type Environment } from '../environment';
import { widened } from '../widened';

const HOUR_MS = 3_600_000;

/** Defaults of the reports and alarms about the progress of ingestion. */
export const LAG_DEFAULTS = {
  /** Time between two reports of a process, and lifetime of a cached summary, in milliseconds. */
  intervalMs: 1_000,
  callTimeoutMs: 2_000,
  /** Time without a report after which a process counts as dead, in milliseconds. */
  deadAfterMs: 10_000,
  /**
   * Time after the death of a process after which its messages were redelivered, in milliseconds: the subscriptions'
   * ack deadline.
   */
  redeliveredAfterMs: 10_000,
  /** Time without a message after which a subscription has no older messages, in milliseconds. */
  quietMs: 1_000,
  /**
   * Maximum delay of producers that completeness allows for, in milliseconds; events with a longer delay arrive late.
   */
  producerDelayMaxMs: 30_000,
  /** Minimum time for which an observed delay is used, in milliseconds. */
  observedMs: 30_000,
  /** Backlog age below which Cloud Monitoring's value is ignored, in milliseconds: its data is minutes old. */
  backlogAgeFromMs: 60_000,
  /** Completeness lag from which an alarm is raised, in milliseconds. */
  alarmMs: 60_000,
  /** Time between two checks of a server for alarms, in milliseconds. */
  watchIntervalMs: 5_000,
  /** Age from which the reports of ended processes are removed by other processes, in milliseconds. */
  sweepAfterMs: 10 * 60_000,
} as const;

export function readLagConfig(env: Environment) {
  const d = widened(LAG_DEFAULTS);
  return {
    ...d,
    reports:
      env.get(
        'TIDEMARK_LAG_REPORTS',
        oneOf(['on', 'off']),
        'on',
        'Whether this process reports its ingestion progress in the store',
      ) === 'on',
    deadAfterMs: env.get(
      'TIDEMARK_LAG_DEAD_AFTER_MS',
      integer(3_000, HOUR_MS),
      d.deadAfterMs,
      'Time without a report after which an ingestion process counts as dead',
    ),
    producerDelayMaxMs: env.get(
      'TIDEMARK_LAG_PRODUCER_DELAY_MAX_MS',
      integer(0, 24 * HOUR_MS),
      d.producerDelayMaxMs,
      'Maximum delay of producers that the completeness of counts allows for; events with a longer delay arrive late',
    ),
    alarmMs: env.get(
      'TIDEMARK_LAG_ALARM_MS',
      integer(1_000, 24 * HOUR_MS),
      d.alarmMs,
      'Completeness lag of counts from which an alarm is raised',
    ),
  };
}
