import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';

export interface ReadinessOptions {
  /** One cheap call to the store; rejects when it fails. */
  readonly probe: () => Promise<void>;
  readonly isDraining: () => boolean;
  readonly clock: Clock;
  readonly cacheMs: number;
}

/**
 * Whether requests should be sent to this server. The store is asked at most once per `cacheMs`, however many
 * probes come. The result throws why they should not.
 */
export function createReadiness({
  probe,
  isDraining,
  clock,
  cacheMs,
}: ReadinessOptions): () => Promise<void> {
  let last: { readonly atMs: number; readonly outcome: Promise<void> } | undefined;
  return async () => {
    if (isDraining()) throw new TidemarkError('draining', 'this server is shutting down');
    const nowMs = clock.monotonicMs();
    if (last === undefined || nowMs - last.atMs >= cacheMs) last = { atMs: nowMs, outcome: probe() };
    try {
      await last.outcome;
    } catch (cause) {
      throw new TidemarkError('store_unavailable', 'the store does not answer as it should', { cause });
    }
  };
}
