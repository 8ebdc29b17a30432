import type { Pipeline } from '../../../core/pipelines/pipeline';
import type { PlacementRules } from '../../../core/residency/placement-rules';
import { placedTables } from '../../../core/residency/placed-tables';
import type { Clock } from '../../../platform/time/clock';
import type { Random } from '../../../platform/random';
import type { ChangeSource } from '../../../consistency/read/change-source';
import type { Reader, Scanner, Writer } from '../../../consistency/store';
import type { TableTransactions } from '../../../consistency/transactions/row-transactions';
import type { UserEventsLimits } from '../../events/read-user-events';
import type { FollowedTargets } from '../../generations/followed-targets';
import { createReadObjectRow } from '../read-object-row';
import { createProcessObjects } from '../threads/process-objects';
import type { ThreadPool } from '../threads/thread-pool';
import type { KeyCodec } from './follow-rows';
import { FollowState } from './follow-state';
import { FollowWorker, type FollowStatus, type FollowWorkerLimits } from './follow-worker';
import type { FollowObserver } from './partition-follower';
import { createProcessBatch, type ProcessBatchLimits } from './process-batch';
import type { RejectedObject } from './process-changed-page';
import { readerAt } from './reader-at';
import { createTrigger } from './triggers';

export interface CreateFollowDependencies {
  readonly pipeline: Pipeline;
  /** Threads that call `process`. A thread that fails is replaced. */
  readonly threads: Pick<ThreadPool, 'process'>;
  /** Access of a batch store to the corpora, wherever their rows are. */
  readonly reader: Reader;
  readonly writer: Writer;
  /** Generations that the pipeline writes; undefined if it writes none. */
  readonly targets?: FollowedTargets | undefined;
  /** Scanner, transactions and change streams of its tables. */
  readonly scanner: Scanner;
  readonly transactions: TableTransactions;
  readonly changes: ChangeSource;
  readonly placements: () => PlacementRules | undefined;
  readonly instanceOf: (cluster: string) => string | undefined;
  /** Codec of the row keys and tokens that are stored. */
  readonly keys: KeyCodec;
  readonly clock: Clock;
  readonly random: Random;
  readonly worker: string;
  readonly limits: FollowLimits;
  readonly observer: FollowObserver & {
    onRejected(object: RejectedObject): void;
    onView(status: FollowStatus): void;
  };
}

interface FollowLimits extends FollowWorkerLimits, ProcessBatchLimits {
  readonly stateTimeoutMs: number;
  readonly events: UserEventsLimits;
}

/** Returns a worker that follows the pipeline. */
export function createFollow(dependencies: CreateFollowDependencies): FollowWorker {
  const { pipeline, threads, clock, limits, observer, reader, instanceOf } = dependencies;
  const process = createProcessBatch({
    pipeline,
    readAt: (cluster) =>
      createReadObjectRow({
        reader: readerAt({ reader, cluster, instanceOf }),
        clock,
        limits: limits.events,
      }),
    processObjects: createProcessObjects(threads, pipeline),
    writer: dependencies.writer,
    targets: dependencies.targets,
    clock,
    limits,
    onRejected: (object) => observer.onRejected(object),
  });
  return new FollowWorker({
    ...dependencies,
    state: new FollowState({ ...dependencies, pipeline: pipeline.name }),
    tables: () => tablesOf(pipeline.corpus, dependencies.placements()),
    isTrigger: createTrigger(pipeline),
    process,
    onView: (status) => observer.onView(status),
  });
}

/** Returns the tables of a corpus: one, or one in each placement. */
function tablesOf(corpus: string, placements: PlacementRules | undefined): readonly string[] {
  if (placements?.groupByCorpus.has(corpus) !== true) return [corpus];
  return placedTables(placements).flatMap((placed) =>
    placed.kind === 'corpus' && placed.corpus === corpus ? [placed.table] : [],
  );
}
