import type { SchemaRegistry } from '../../../codec/declarations/schema-registry';
import { cancelledError } from '../../../bigtable/client/bigtable-error';
import type { PipelineContext, PipelineLogger } from '../../../core/pipelines/definition';
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
import type { ObjectChecks } from '../../objects/object-rules';
import { createProcessObject, type ProcessObjectLimits } from '../process-object';
import { createReadObjectRow } from '../read-object-row';
import type { KeyCodec } from './follow-rows';
import { FollowState } from './follow-state';
import { FollowWorker, type FollowStatus, type FollowWorkerLimits } from './follow-worker';
import type { FollowObserver } from './partition-follower';
import { createProcessBatch, type ProcessBatchLimits, type RejectedObject } from './process-batch';
import { readerAt } from './reader-at';
import { createTrigger } from './triggers';

export interface CreateFollowDependencies {
  readonly pipeline: Pipeline;
  readonly schema: SchemaRegistry;
  readonly checks: ObjectChecks;
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
  readonly logger: PipelineLogger;
  readonly limits: FollowLimits;
  readonly observer: FollowObserver & {
    onRejected(object: RejectedObject): void;
    onView(status: FollowStatus): void;
  };
}

interface FollowLimits extends FollowWorkerLimits, ProcessBatchLimits {
  readonly stateTimeoutMs: number;
  readonly events: UserEventsLimits;
  readonly process: ProcessObjectLimits;
}

/** A worker of a followed pipeline, with what its module has set up. */
export interface Follow {
  /** See `FollowWorker.start`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Calls `setup` of the module, and returns a worker that follows the pipeline. */
export async function createFollow(dependencies: CreateFollowDependencies): Promise<Follow> {
  const { pipeline, schema, checks, clock, limits, observer, logger, reader, instanceOf } = dependencies;
  const ended = new AbortController();
  const process = createProcessBatch({
    pipeline,
    readAt: (cluster) =>
      createReadObjectRow({
        reader: readerAt({ reader, cluster, instanceOf }),
        clock,
        limits: limits.events,
      }),
    process: createProcessObject({ pipeline, schema, checks, limits: limits.process }),
    writer: dependencies.writer,
    targets: dependencies.targets,
    context: await contextOf(pipeline, { logger, signal: ended.signal, runTimeMs: clock.nowMs() }),
    clock,
    limits,
    onRejected: (object) => observer.onRejected(object),
  });
  const worker = new FollowWorker({
    ...dependencies,
    state: new FollowState({ ...dependencies, pipeline: pipeline.name }),
    tables: () => tablesOf(pipeline.corpus, dependencies.placements()),
    isTrigger: createTrigger(pipeline),
    process,
    onView: (status) => observer.onView(status),
  });
  return {
    start: () => worker.start(),
    async stop() {
      await worker.stop();
      ended.abort(cancelledError(new Error('the worker has ended')));
    },
  };
}

async function contextOf(
  { module }: Pipeline,
  context: Omit<PipelineContext, 'shared'>,
): Promise<Omit<PipelineContext, 'runTimeMs'>> {
  return { logger: context.logger, signal: context.signal, shared: await module.setup?.(context) };
}

/** Returns the tables of a corpus: one, or one in each placement. */
function tablesOf(corpus: string, placements: PlacementRules | undefined): readonly string[] {
  if (placements?.groupByCorpus.has(corpus) !== true) return [corpus];
  return placedTables(placements).flatMap((placed) =>
    placed.kind === 'corpus' && placed.corpus === corpus ? [placed.table] : [],
  );
}
