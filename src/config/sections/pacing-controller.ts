import { integer, oneOf, text, type Environment } from '../environment';

/** What ad servers are told while nothing is heard of the controller. */
export const WHEN_SILENT = ['keep', 'stop'] as const;
export type WhenSilent = (typeof WHEN_SILENT)[number];

export interface ControllerDefaults {
  readonly leaseMs: number;
  readonly silentAfterMs: number;
}

/** How the pacing controller runs, and how the API tells of it. No lease is longer than `leaseMaxMs`. */
export function readController(
  env: Environment,
  d: ControllerDefaults,
  { leaseMaxMs }: { readonly leaseMaxMs: number },
) {
  return {
    enabled:
      env.get(
        'TIDEMARK_PACING',
        oneOf(['on', 'off'] as const),
        'off',
        'Whether servers run the pacing controller, one of them at a time; `tidemark start` does, unless told not to',
      ) === 'on',
    topic: env.get(
      'TIDEMARK_PACING_TOPIC',
      text,
      undefined,
      'Pub/Sub topic that each change of a campaign is published to; by default none',
    ),
    leaseMs: env.get(
      'TIDEMARK_PACING_LEASE_MS',
      integer(300, leaseMaxMs),
      d.leaseMs,
      'After so long without a sign of the controller in office another one takes over',
    ),
    whenSilent: env.get(
      'TIDEMARK_PACING_WHEN_SILENT',
      oneOf(WHEN_SILENT),
      'keep' as const,
      'What ad servers are told of campaigns while no controller is heard of: what was decided last, or to stop them all',
    ),
    silentAfterMs: env.get(
      'TIDEMARK_PACING_SILENT_AFTER_MS',
      integer(1_000, 86_400_000),
      d.silentAfterMs,
      'Pacing states are stale after so long without a sign of the controller',
    ),
  };
}
