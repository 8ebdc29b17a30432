import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import type { Pipeline } from '../../core/pipelines/pipeline';
import { PIPELINE_FAMILY } from '../../core/pipelines/pipelines-table';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { createFollowedTargets } from '../../operations/generations/followed-targets';
import { GenerationDirectory } from '../../operations/generations/generation-directory';
import {
  createFollow,
  type CreateFollowDependencies,
  type Follow,
} from '../../operations/pipelines/follow/create-follow';
import { positionCodec } from '../../operations/pipelines/full-pass/position-codec';
import { loadPipeline } from '../../operations/pipelines/load-pipeline';
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
  /** Returns what observes the pipeline of this name. */
  readonly observer: (pipeline: string) => CreateFollowDependencies['observer'];
}

/** Opens a worker that follows the pipeline of a module, on batch clusters. */
export async function openFollow(
  config: Config,
  file: string,
  { resources, telemetry, logger, observer }: OpenFollowOptions,
): Promise<{ readonly pipeline: Pipeline; readonly follow: Follow; readonly store: Store }> {
  const pipeline = await loadPipeline(file, loadSchema(config.schema));
  const { store, schema, workload } = openBatchTable(config, pipeline.corpus, { resources, telemetry });
  warnWithoutBatchCluster([{ workload }]);
  store.start();
  const isPlaced = store.topology.placements?.groupByCorpus.has(pipeline.corpus) === true;
  const [clock, random] = [systemClock, systemRandom];
  const transactions = store.tables.transactionsOf(PIPELINE_FAMILY);
  const directory = new GenerationDirectory({ transactions, clock, random });
  const follow = await createFollow({
    pipeline,
    schema,
    checks: new Map(),
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
    logger: {
      info: (message) => logger.info({ pipeline: pipeline.name }, message),
      warn: (message) => logger.warn({ pipeline: pipeline.name }, message),
    },
    limits: {
      ...config.follow,
      events: config.counts,
      process: {
        objects: DEFAULTS.objects,
        eventCellsMax: config.counts.eventCellsMax,
        writesPerObjectMax: config.follow.writesPerObjectMax,
      },
    },
    observer: observer(pipeline.name),
  });
  return { pipeline, follow, store };
}

function instanceOf({ topology }: Store, cluster: string): string | undefined {
  const found = topology.instances.find(({ clusters }) =>
    [...clusters.serving, ...clusters.batch].some(({ id }) => id === cluster),
  );
  return found?.id;
}
