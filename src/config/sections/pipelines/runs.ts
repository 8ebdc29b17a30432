import { identifierVariable, integer, type Environment } from '../../environment';
import { widened } from '../../widened';

/** Defaults of full passes of pipelines. */
export const PIPELINE_DEFAULTS = {
  /** Maximum number of cells that `process` may write for one object. */
  writesPerObjectMax: 1_000,
  /** Number of ranges of a run with up to so many workers; each is processed by one worker, page by page. */
  ranges: 64,
  /** Number of ranges of a run with more workers: one for each shard. */
  rangesMax: 256,
  /** Maximum number of rows in a page, which is what a worker that was killed repeats. */
  pageRows: 500,
  /** Size in bytes from which a page ends early. */
  pageBytesMax: 8 * 1024 * 1024,
  /** Number of ranges that a process works on at the same time, for each of its threads. */
  rangesPerThread: 2,
  /** Maximum number of worker threads of a process. */
  threadsMax: 64,
  /** Heap of a worker thread, in MiB. */
  threadHeapMb: 512,
  /** Objects that one thread processes at the same time while `process` waits for something. */
  objectsInFlight: 16,
  /** Time without the end of an object after which a thread counts as stuck, in milliseconds. */
  stuckAfterMs: 60_000,
  /** Time for which a thread may start, `setup` included, in milliseconds. */
  startTimeoutMs: 120_000,
  /** Failed objects of one worker after which the run ends. */
  errorsMax: 100,
  /** Lines that a thread may log per page; further ones are only counted. */
  logLinesPerPageMax: 20,
  /** Maximum length of the message of a failed object, in characters. */
  messageLengthMax: 500,
  /** Mutations in one call. */
  mutationsPerCallMax: 10_000,
  /** Size of the values in one call from which further rows are sent by another call, in bytes. */
  callBytesMax: 4 * 1024 * 1024,
  callTimeoutMs: 20_000,
  /** Time for which a step may keep failing, in milliseconds. */
  retryTimeoutMs: 120_000,
  retryInitialDelayMs: 50,
  retryMaxDelayMs: 5_000,
  progressIntervalMs: 5_000,
  /**
   * Rows whose last write the process remembers, for the watermark of the next one. A pass writes each row once, so that it
   * needs few, and a large number only fills the heap.
   */
  rowsTrackedMax: 4_000,
  /** Time between two reads of the successes of all pipelines, for the metrics of servers, in milliseconds. */
  successIntervalMs: 30_000,
  /** Runs that `pipeline list` shows. */
  runsListedMax: 1_000,
} as const;

/** Reads which task of a Cloud Run job the process is. Cloud Run sets these variables. */
export function readPipelinesConfig(env: Environment) {
  const d = widened(PIPELINE_DEFAULTS);
  return {
    ...d,
    task: {
      index: env.get(
        'CLOUD_RUN_TASK_INDEX',
        integer(0, 9_999),
        undefined,
        'Set by Cloud Run: number of the task of a job, from 0',
      ),
      count: env.get(
        'CLOUD_RUN_TASK_COUNT',
        integer(1, 10_000),
        undefined,
        'Set by Cloud Run: number of the tasks of a job',
      ),
      execution: env.get(
        'CLOUD_RUN_EXECUTION',
        identifierVariable,
        undefined,
        'Set by Cloud Run: name of the execution of a job, the id of its run',
      ),
    },
  };
}
