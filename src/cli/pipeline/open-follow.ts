import type { Config } from '../../config/index';
import type { Pipeline } from '../../core/pipelines/pipeline';
import { PIPELINE_FAMILY } from '../../core/pipelines/pipelines-table';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { createFollowedTargets } from '../../operations/generations/followed-targets';
import { GenerationDirectory } from '../../operations/generations/generation-directory';
import { createFollow, type CreateFollowDependencies } from '../../operations/pipelines/follow/create-follow';
import type { FollowWorker } from '../../operations/pipelines/follow/follow-worker';
import { positionCodec } from '../../operations/pipelines/full-pass/position-codec';
import { loadPipeline } from '../../operations/pipelines/load-pipeline';
import { ThreadPool } from '../../operations/pipelines/threads/thread-pool';
import { processName } from '../../platform/process/process-name';
import { systemRandom } from '../../platform/random';
import type { Resources } from '../../platform/tasks/resources';
import type { Logger } from '../../platform/telemetry/logger';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import { systemClock } from '../../platform/time/clock';
import { directorySecretOf } from '../../store/directory-secret';
import type { Store } from '../../store/open-store';
import { openBatchTable, warnWithoutBatchCluster } from '../shared/connection';

export interface OpenFollowOptions {
  readonly resources: Resources;
  readonly telemetry: Telemetry;
  readonly logger: Logger;
  /** Number of threads that call `process`. */
  readonly threads: number;
  /** Returns what observes the pipeline of this name. */
  readonly observer: (pipeline: string) => CreateFollowDependencies['observer'];
}

export interface OpenedFollow {
  readonly pipeline: Pipeline;
  readonly worker: FollowWorker;
  readonly threads: ThreadPool;
  readonly store: Store;
}

/** Opens a worker that follows the pipeline of a module, on batch clusters, and starts its threads. */
export async function openFollow(
  config: Config,
  file: string,
  options: OpenFollowOptions,
): Promise<OpenedFollow> {
  const { resources, telemetry, observer } = options;
  const pipeline = await loadPipeline(file, loadSchema(config.schema));
  const { store, workload } = openBatchTable(config, pipeline.corpus, { resources, telemetry });
  warnWithoutBatchCluster([{ workload }]);
  store.start();
  const isPlaced = store.topology.placements?.groupByCorpus.has(pipeline.corpus) === true;
  const [clock, random] = [systemClock, systemRandom];
  const transactions = store.tables.transactionsOf(PIPELINE_FAMILY);
  const directory = new GenerationDirectory({ transactions, clock, random });
  const threads = await openThreads(config, { ...options, file, pipeline });
  const worker = createFollow({
    pipeline,
    threads,
    reader: store.reader,
    writer: store.writer,
    targets: createFollowedTargets(directory, pipeline),
    scanner: store.tables.scanner,
    transactions,
    changes: store.tables.changes,
    keys: positionCodec(isPlaced ? directorySecretOf(config.directory) : undefined),
    placements: () => store.topology.placements,
    instanceOf: (cluster) => instanceOf(store, cluster),
    clock,
    random,
    worker: processName(random),
    limits: {
      ...config.follow,
      events: config.counts,
      derivedWriteMaxMs: config.privacy.derivedWriteMaxMs,
      pagesInFlight: options.threads * config.follow.pagesPerThread,
    },
    observer: observer(pipeline.name),
  });
  return { pipeline, worker, threads, store };
}

interface ThreadSettings extends OpenFollowOptions {
  readonly file: string;
  readonly pipeline: Pipeline;
}

/** Starts the threads. One that fails is replaced, so that an object that ends or blocks its thread stops no other. */
async function openThreads(
  { follow, pipelines, objects, counts, campaigns, schema }: Config,
  { file, pipeline, threads, logger, resources }: ThreadSettings,
): Promise<ThreadPool> {
  const { eventCellsMax } = counts;
  const { objectsInFlight, objectTimeoutMs, writesPerObjectMax, stuckAfterMs } = follow;
  const own = { objectsInFlight, objectTimeoutMs, writesPerObjectMax };
  const pool = await ThreadPool.open({
    threads,
    data: {
      file,
      schema,
      runTimeMs: systemClock.nowMs(),
      limits: { ...pipelines, ...own, objects, eventCellsMax, campaigns },
    },
    limits: { ...pipelines, stuckAfterMs },
    onFailure: 'replace',
    clock: systemClock,
    onLog: (level, message) => logger[level]({ pipeline: pipeline.name }, message),
  });
  return resources.add(pool, (each) => each.close());
}

function instanceOf({ topology }: Store, cluster: string): string | undefined {
  const found = topology.instances.find(({ clusters }) =>
    [...clusters.serving, ...clusters.batch].some(({ id }) => id === cluster),
  );
  return found?.id;
}
