import { TidemarkError } from '../../errors';
import type { Clock } from '../time/clock';

export interface ReadinessOptions {
  /** Makes one cheap call to the store. Rejects if it fails. */
  readonly probe: () => Promise<void>;
  readonly isDraining: () => boolean;
  readonly clock: Clock;
  /** Time for which a result is reused, in milliseconds. */
  readonly cacheMs: number;
}

/**
 * Returns a check that throws `draining`, `restore_not_replayed` or `store_unavailable` if this server cannot serve requests. It probes the
 * store at most once per `cacheMs`, however often it is called.
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
      if (cause instanceof TidemarkError && cause.code === 'restore_not_replayed') throw cause;
      throw new TidemarkError('store_unavailable', 'the probe of the store failed', { cause });
    }
  };
}
