import { LEASE_MAX_MS } from '../../core/pacing/lease';
import { integer, oneOf, text, type Environment } from '../environment';
import { widened } from '../widened';
import { PACING_DEFAULTS } from './pacing';

/** Allowed states while the controller is silent: keep the last decisions, or a stop of all campaigns. */
const WHEN_SILENT = ['keep', 'stop'] as const;
export type WhenSilent = (typeof WHEN_SILENT)[number];

/** Reads how the pacing controller runs, and how the API publishes its states. */
export function readControllerConfig(env: Environment) {
  const d = widened(PACING_DEFAULTS);
  return {
    enabled:
      env.get(
        'TIDEMARK_PACING',
        oneOf(['on', 'off'] as const),
        'off',
        'Whether servers run the pacing controller, one of them at a time; `tidemark start` turns it on by default',
      ) === 'on',
    topic: env.get(
      'TIDEMARK_PACING_TOPIC',
      text,
      undefined,
      'Pub/Sub topic to which each change of a campaign is published; by default none',
    ),
    leaseMs: env.get(
      'TIDEMARK_PACING_LEASE_MS',
      integer(300, LEASE_MAX_MS),
      d.leaseMs,
      'Time without a sign of the leading controller after which another one takes over',
    ),
    whenSilent: env.get(
      'TIDEMARK_PACING_WHEN_SILENT',
      oneOf(WHEN_SILENT),
      'keep' as const,
      'States that ad servers get while the controller is silent: keep the last decisions, or stop all campaigns',
    ),
    silentAfterMs: env.get(
      'TIDEMARK_PACING_SILENT_AFTER_MS',
      integer(1_000, 86_400_000),
      d.silentAfterMs,
      'Time without a sign of the controller after which pacing states are stale',
    ),
  };
}
