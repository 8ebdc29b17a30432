import type { StageReport } from '../../../../src/core/lag/stage-report';
import { DEFAULTS } from '../../../../src/config/defaults';

export const LIMITS = DEFAULTS.lag;
/** Time at which reports are evaluated. */
export const NOW = Date.UTC(2026, 10, 21, 12);
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** Returns the report of an active consumer, made half a second ago, that is a second behind. */
export function report(changes: Partial<StageReport> = {}): StageReport {
  const { atMs = NOW - 500 } = changes;
  return {
    stage: 'consumer',
    process: 'a',
    source: 'clicks',
    atMs,
    ended: false,
    settledUpToMs: atMs - SECOND,
    heldMessages: 0,
    eventsPerSecond: 100,
    eventLagP50Ms: 200,
    eventLagP99Ms: 900,
    deliveryLagP50Ms: 50,
    deliveryLagP99Ms: 300,
    producerDelayP99Ms: 0,
    ...changes,
  };
}
