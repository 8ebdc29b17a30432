import { integer, type Environment } from '../../environment';
import { widened } from '../../widened';

/** Defaults of pipelines that follow changes. Times are in milliseconds. */
export const FOLLOW_DEFAULTS = {
  /** Time for which changes are collected after the first one, so that an object that changes often is processed once. */
  batchMs: 200,
  /** Maximum number of objects in a batch. */
  batchObjectsMax: 500,
  /** Maximum number of objects that are read at the same time for a page, or processed at the same time by a thread. */
  objectsInFlight: 16,
  /** Maximum number of objects that are read, processed and written together, by one thread. */
  pageObjects: 50,
  /** Size of the rows of a page, in bytes, from which no further row is read for it. */
  pageBytesMax: 8 * 1024 * 1024,
  /** Maximum number of pages of a partition that are read, processed and written at the same time, for each thread. */
  pagesPerThread: 1,
  /** Time limit of `process` for one object, while it waits for something. */
  objectTimeoutMs: 30_000,
  /** Time without the end of an object after which its thread is stuck, and is replaced: longer than `objectTimeoutMs`. */
  stuckAfterMs: 40_000,
  /** Attempts to process an object whose thread fails. */
  threadAttemptsMax: 2,
  /** Maximum number of cells that `process` may write for one object. */
  writesPerObjectMax: 1_000,
  /** Time limit of one attempt to process a batch. */
  batchTimeoutMs: 120_000,
  /** Time without a change after which the server reports the progress of a stream. */
  heartbeatMs: 1_000,
  /** Time between two renewals of a lease, which also store the progress: a fifth of the lease. */
  checkpointMs: 2_000,
  /** Time without a renewal after which another worker may take a partition. */
  leaseMs: 10_000,
  /** Allowance for clocks that run at different speeds. */
  leaseMarginMs: 1_000,
  /** Time between two looks at the partitions of all workers, and its limit. */
  coordinationMs: 1_000,
  coordinationTimeoutMs: 120_000,
  /** Time between two looks at the leases of a pipeline that is to be forgotten. */
  forgetPollMs: 500,
  /** Time limit of one change or scan of the stored state. */
  stateTimeoutMs: 10_000,
  /** Maximum number of streams that are opened at the same time to find where to start. */
  startStreamsInFlight: 32,
  startTimeoutMs: 120_000,
  /** Maximum number of partitions of a table. */
  partitionsMax: 10_000,
  /** Pause before a failed stream is opened again. */
  retryInitialDelayMs: 100,
  retryMaxDelayMs: 10_000,
} as const;

/** Attempts to renew a lease before it ends. */
const RENEWALS_PER_LEASE = 5;

export function readFollowConfig(env: Environment) {
  const d = widened(FOLLOW_DEFAULTS);
  const leaseMs = env.get(
    'TIDEMARK_FOLLOW_LEASE_MS',
    integer(2_000, 600_000),
    d.leaseMs,
    'Time without a renewal after which another worker may take a partition of a followed pipeline',
  );
  return {
    ...d,
    leaseMs,
    checkpointMs: Math.floor(leaseMs / RENEWALS_PER_LEASE),
    batchMs: env.get(
      'TIDEMARK_FOLLOW_BATCH_MS',
      integer(0, 60_000),
      d.batchMs,
      'Time for which a followed pipeline collects changes after the first one',
    ),
  };
}
