import { DEFAULTS } from '../../config/defaults';
import { TidemarkError } from '../../errors';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import { sleep, type Clock } from '../../platform/time/clock';

/** The methods of the table admin that report replication. */
export interface ConsistencyAdmin {
  generateConsistencyToken(table: string): Promise<string>;
  checkConsistency(table: string, token: string): Promise<boolean>;
}

export interface AwaitConsistencyOptions {
  readonly admin: ConsistencyAdmin;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Time between two checks, in milliseconds. Default: `DEFAULTS.announcements.consistencyPollMs`. */
  readonly pollMs?: number | undefined;
  readonly signal?: CancelSignal | undefined;
  /** Called after each check that found the table inconsistent, with the milliseconds waited so far. */
  readonly onWaiting?: (table: string, waitedMs: number) => void;
}

/**
 * Waits until every write of the table that was acknowledged before the call has been replicated to every cluster, as
 * reported by Bigtable. Returns the milliseconds waited. Throws `deadline_exceeded` after `timeoutMs`, and
 * the reason of the signal.
 */
export async function awaitConsistency(
  table: string,
  {
    admin,
    clock,
    timeoutMs,
    signal,
    onWaiting,
    pollMs = DEFAULTS.announcements.consistencyPollMs,
  }: AwaitConsistencyOptions,
): Promise<number> {
  const startedMs = clock.monotonicMs();
  const token = await admin.generateConsistencyToken(table);
  for (;;) {
    const isConsistent = await admin.checkConsistency(table, token);
    const waitedMs = Math.round(clock.monotonicMs() - startedMs);
    if (isConsistent) return waitedMs;
    if (waitedMs >= timeoutMs) throw lagging(table, waitedMs);
    onWaiting?.(table, waitedMs);
    await sleep(clock, pollMs, signal);
  }
}

function lagging(table: string, waitedMs: number): TidemarkError {
  const seconds = Math.round(waitedMs / 1_000);
  return new TidemarkError(
    'deadline_exceeded',
    `table ${table}: after ${seconds} s some writes are not replicated to every cluster yet; check the metric replication/latency and run the command again`,
  );
}
