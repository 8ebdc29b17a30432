import { randomBytes } from 'node:crypto';
import type { Config } from '../../config/index';
import { invalidArgument } from '../../errors';
import { SHARD_COUNT, type WorkerShare } from '../../operations/compaction/key-sections';

const RUN_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

/** Which share of which run the process works on. */
export interface RunIdentity {
  readonly runId: string;
  readonly worker: WorkerShare;
}

/**
 * Returns the run and the worker: by the options, else by the variables of a task in Cloud Run, else a new run with one
 * worker. Throws `invalid_argument` for an invalid id, and for several workers without a run on which they agree.
 */
export function runIdentity(
  given: { readonly runId: string | undefined; readonly worker: WorkerShare },
  { index, count, execution }: Config['pipelines']['task'],
  nowMs: number,
): RunIdentity {
  const isTask = given.worker.count === 1 && index !== undefined && count !== undefined;
  const worker = isTask ? { index, count } : given.worker;
  if (worker.index >= worker.count || worker.count > SHARD_COUNT)
    throw invalidArgument('worker', `must be one of 1/n to n/n, with n up to ${SHARD_COUNT}`);
  const runId = given.runId ?? (isTask ? execution : undefined);
  if (runId === undefined && worker.count > 1)
    throw invalidArgument('runId', 'is required with several workers, the same for all of them');
  if (runId !== undefined && !RUN_ID.test(runId))
    throw invalidArgument(
      'runId',
      'must have 1 to 64 letters, digits, ".", "_" and "-", the first a letter or digit',
    );
  return { runId: runId ?? newRunId(nowMs), worker };
}

/** Returns an id that sorts by time, such as `20260131t093000-1f3a`. */
function newRunId(nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase();
  return `${time}-${randomBytes(2).toString('hex')}`;
}
