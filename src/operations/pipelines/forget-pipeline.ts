import type { FollowLayout } from '../../core/pipelines/follow/layout';
import { TidemarkError } from '../../errors';
import { sleep, type Clock } from '../../platform/time/clock';
import type { FollowState } from './follow/follow-state';
import type { RunStore } from './full-pass/run-store';
import type { SuccessStore } from './full-pass/success-store';

export interface ForgetPipelineDependencies {
  /** Stored state of the followed pipeline. Keys and tokens are not needed. */
  readonly state: FollowState;
  readonly runs: Pick<RunStore, 'removeAll'>;
  readonly successes: Pick<SuccessStore, 'remove'>;
  readonly clock: Clock;
  readonly limits: {
    /** Allowance for clocks that run at different speeds, in milliseconds. */
    readonly leaseMarginMs: number;
    /** Time between two looks at leases that may be held, in milliseconds. */
    readonly forgetPollMs: number;
  };
}

export interface ForgetOptions {
  /** Whether only the checks are made, and nothing is removed. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** Number of records that are removed, or would be in a dry run. */
export interface ForgottenPipeline {
  /** Number of partitions that were followed. */
  readonly partitions: number;
  readonly runs: number;
  /** Whether there was a record of the last success. */
  readonly success: boolean;
}

/**
 * Removes what is stored about a pipeline: the positions of its workers, so that its watermark holds nothing back any more, the records
 * of its runs, and that of its last success. Its output and its generations stay. It may be repeated.
 *
 * Throws `pipeline_conflict` while a worker follows changes. A worker that died counts until its lease has expired, for which the
 * operation waits. Other errors are those of transactions and scans.
 */
export function createForgetPipeline(dependencies: ForgetPipelineDependencies) {
  const { state, runs, successes } = dependencies;
  return async (pipeline: string, { dryRun, signal }: ForgetOptions): Promise<ForgottenPipeline> => {
    const call = { signal };
    const { partitions } = await state.layout(call);
    const { records } = await state.view(call);
    const ids = new Set([...partitions.map(({ id }) => id), ...records.keys()]);
    await awaitLeases(ids, dependencies, signal);
    if (!dryRun) {
      await state.changeLayout(withoutPartitions, call);
      // A record without a partition in the layout is never used, and may be removed at any time.
      for (const id of ids) await state.removeRecord(id, call);
    }
    const removed = await runs.removeAll(pipeline, { dryRun, signal });
    return {
      partitions: partitions.length,
      runs: removed,
      success: await successes.remove(pipeline, { dryRun, signal }),
    };
  };
}

/** The next number of a partition stays: a record that is left over must never be taken for that of a later partition. */
const withoutPartitions = ({ nextId, partitions }: FollowLayout): FollowLayout | undefined =>
  partitions.length === 0 ? undefined : { nextId, partitions: [] };

/** Waits until all leases are released or have expired. Throws `pipeline_conflict` as soon as one is renewed. */
async function awaitLeases(
  ids: ReadonlySet<number>,
  { state, clock, limits }: ForgetPipelineDependencies,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Map<number, { readonly version: string; readonly atMs: number }>();
  for (;;) {
    let isHeld = false;
    for (const id of ids) {
      const held = await heldLease(state, id, signal);
      if (held === undefined) continue;
      const first = seen.get(id) ?? { version: held.version, atMs: clock.monotonicMs() };
      seen.set(id, first);
      if (first.version !== held.version) throw isFollowed(held.holder);
      if (clock.monotonicMs() - first.atMs < held.leaseMs + limits.leaseMarginMs) isHeld = true;
    }
    if (!isHeld) return;
    await sleep(clock, limits.forgetPollMs, signal);
  }
}

interface Held {
  readonly holder: string;
  readonly leaseMs: number;
  /** Version of the row, which each renewal changes. */
  readonly version: string;
}

/** Returns the lease of a partition as the cluster that decides about it shows it; undefined if no worker has it. */
async function heldLease(state: FollowState, id: number, signal: AbortSignal): Promise<Held | undefined> {
  let held: Held | undefined;
  const look: Parameters<FollowState['changeRecord']>[1] = (record, version) => {
    const { holder, leaseMs } = record ?? {};
    held = holder === undefined ? undefined : { holder, leaseMs: leaseMs!, version };
    return undefined;
  };
  await state.changeRecord(id, look, { signal });
  return held;
}

const isFollowed = (holder: string): TidemarkError =>
  new TidemarkError(
    'pipeline_conflict',
    `worker ${holder} follows changes: stop all workers of the pipeline first`,
  );
