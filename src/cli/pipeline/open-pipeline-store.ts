import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { PIPELINE_FAMILY, PIPELINES_TABLE, RUN_FAMILY } from '../../core/pipelines/pipelines-table';
import { TidemarkError } from '../../errors';
import { GenerationDirectory } from '../../operations/generations/generation-directory';
import { RunStore } from '../../operations/pipelines/full-pass/run-store';
import { SuccessStore } from '../../operations/pipelines/full-pass/success-store';
import { systemRandom } from '../../platform/random';
import { systemClock } from '../../platform/time/clock';
import type { Resources } from '../../platform/tasks/resources';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import type { Workload } from '../../routing/topology/cluster';
import type { Store } from '../../store/open-store';
import { workloadOfBatchWrites } from '../../store/batch-workload';
import { openBatchTable, warnWithoutBatchCluster } from '../shared/connection';

export interface PipelineStore {
  readonly store: Store;
  readonly schema: SchemaRegistry;
  readonly runs: RunStore;
  readonly successes: SuccessStore;
  readonly generations: GenerationDirectory;
  readonly workload: Workload;
}

interface OpenPipelineOptions {
  /** Corpus whose objects are processed. @default none: only records of pipelines are read */
  readonly corpus?: string | undefined;
  readonly telemetry?: Telemetry | undefined;
}

/**
 * Opens the store for pipelines: for the table of a corpus and that of pipelines. Throws `no_write_cluster` when the
 * topology has batch clusters and none of them accepts writes of both.
 */
export function openPipelineStore(
  config: Config,
  resources: Resources,
  { corpus = PIPELINES_TABLE, telemetry }: OpenPipelineOptions = {},
): PipelineStore {
  const { rowsTrackedMax } = config.pipelines;
  const limited = { ...config, writing: { ...config.writing, rowsTrackedMax } };
  const { store, schema, workload } = openBatchTable(limited, corpus, { resources, telemetry });
  if (workloadOfBatchWrites(store.topology, PIPELINES_TABLE) !== workload)
    throw new TidemarkError('no_write_cluster', `no batch cluster accepts writes of "${PIPELINES_TABLE}"`);
  warnWithoutBatchCluster([{ workload }]);
  const records = {
    transactions: store.tables.transactionsOf(RUN_FAMILY),
    clock: systemClock,
    random: systemRandom,
    limits: { ...config.bigtable, ...config.pipelines },
  };
  const runs = new RunStore({ ...records, scanner: store.tables.scanner });
  const successes = new SuccessStore(records);
  const generations = new GenerationDirectory({
    transactions: store.tables.transactionsOf(PIPELINE_FAMILY),
    clock: systemClock,
    random: systemRandom,
  });
  return { store, schema, runs, successes, generations, workload };
}
