import { integer, oneOf, type Environment } from '../environment';

const HOUR_MS = 3_600_000;
const ON_OFF = ['on', 'off'] as const;

/** How far ingestion is: who tells it, and from when on it is too little. */
export interface LagSettings {
  readonly deadAfterMs: number;
  readonly producerDelayMaxMs: number;
  readonly alarmMs: number;
}

export function readLag<D extends LagSettings>(env: Environment, d: D) {
  return {
    ...d,
    reports:
      env.get(
        'TIDEMARK_LAG_REPORTS',
        oneOf(ON_OFF),
        'on',
        'Whether this process tells in the store how far ingestion is with it',
      ) === 'on',
    deadAfterMs: env.get(
      'TIDEMARK_LAG_DEAD_AFTER_MS',
      integer(3_000, HOUR_MS),
      d.deadAfterMs,
      'A process of ingestion that has told nothing for so long is taken for dead',
    ),
    producerDelayMaxMs: env.get(
      'TIDEMARK_LAG_PRODUCER_DELAY_MAX_MS',
      integer(0, 24 * HOUR_MS),
      d.producerDelayMaxMs,
      'Up to so much of what producers take until they send an event counts wait for; later events come late',
    ),
    alarmMs: env.get(
      'TIDEMARK_LAG_ALARM_MS',
      integer(1_000, 24 * HOUR_MS),
      d.alarmMs,
      'There is an alarm when counts are complete only up to so long ago',
    ),
  };
}
