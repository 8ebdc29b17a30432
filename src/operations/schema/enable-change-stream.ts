import { deadlineError } from '../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../bigtable/client/types';
import type { TableAdminClient } from '../../bigtable/admin/table-admin-client';
import { invalidArgument } from '../../errors';
import { sleep, type Clock } from '../../platform/time/clock';

/** Bounds of Cloud Bigtable for the retention of a change stream, in milliseconds: one to seven days. */
const RETENTION_MS_MIN = 86_400_000;
const RETENTION_MS_MAX = 7 * RETENTION_MS_MIN;

export interface EnableChangeStreamDependencies {
  readonly admin: Pick<TableAdminClient, 'getRetention' | 'setChangeStreamRetention'>;
  readonly clock: Clock;
  readonly limits: {
    /** Time limit until the change stream is ready, in milliseconds. */
    readonly enableTimeoutMs: number;
    /** Time between two looks at the table meanwhile, in milliseconds. */
    readonly enablePollMs: number;
  };
}

/**
 * Returns an operation that enables the change stream of a table, or changes its retention, in milliseconds. Resolves
 * with whether that changed anything, once it has taken effect. Throws `invalid_argument` without the table.
 */
export function createEnableChangeStream({ admin, clock, limits }: EnableChangeStreamDependencies) {
  return async (table: string, retentionMs: number, options?: CallOptions): Promise<boolean> => {
    if (retentionMs < RETENTION_MS_MIN || retentionMs > RETENTION_MS_MAX)
      throw invalidArgument('retention', 'must be from 24h to 168h');
    const deadlineMs = clock.monotonicMs() + limits.enableTimeoutMs;
    const retentionOf = async (): Promise<number | undefined> => {
      const found = await admin.getRetention(table, options);
      if (found === undefined) throw invalidArgument('table', `"${table}" does not exist`);
      return found.changeStreamMs;
    };
    if ((await retentionOf()) === retentionMs) return false;
    await admin.setChangeStreamRetention(table, retentionMs, options);
    while ((await retentionOf()) !== retentionMs) {
      if (clock.monotonicMs() >= deadlineMs) throw deadlineError(limits.enableTimeoutMs);
      await sleep(clock, limits.enablePollMs);
    }
    return true;
  };
}
