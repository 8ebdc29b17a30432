import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { PIPELINE_FAMILY, PIPELINES_TABLE, RUN_FAMILY } from '../../core/pipelines/pipelines-table';
import { TidemarkError } from '../../errors';
import { GenerationDirectory } from '../../operations/generations/generation-directory';
import { RunStore } from '../../operations/pipelines/full-pass/run-store';
import { systemRandom } from '../../platform/random';
import { systemClock } from '../../platform/time/clock';
import type { Resources } from '../../platform/tasks/resources';
import type { Workload } from '../../routing/topology/cluster';
import type { Store } from '../../store/open-store';
import { workloadOfBatchWrites } from '../../store/batch-workload';
import { openBatchTable, warnWithoutBatchCluster } from '../shared/connection';

export interface PipelineStore {
  readonly store: Store;
  readonly schema: SchemaRegistry;
  readonly runs: RunStore;
  readonly generations: GenerationDirectory;
  readonly workload: Workload;
}

/**
 * Opens the store for pipelines: for the table of a corpus and that of pipelines. Throws `no_write_cluster` when the
 * topology has batch clusters and none of them accepts writes of both.
 */
export function openPipelineStore(
  config: Config,
  resources: Resources,
  corpus: string = PIPELINES_TABLE,
): PipelineStore {
  const { rowsTrackedMax } = config.pipelines;
  const limited = { ...config, writing: { ...config.writing, rowsTrackedMax } };
  const { store, schema, workload } = openBatchTable(limited, corpus, { resources });
  if (workloadOfBatchWrites(store.topology, PIPELINES_TABLE) !== workload)
    throw new TidemarkError('no_write_cluster', `no batch cluster accepts writes of "${PIPELINES_TABLE}"`);
  warnWithoutBatchCluster([{ workload }]);
  const runs = new RunStore({
    transactions: store.tables.transactionsOf(RUN_FAMILY),
    scanner: store.tables.scanner,
    clock: systemClock,
    random: systemRandom,
    limits: { ...config.bigtable, ...config.pipelines },
  });
  const generations = new GenerationDirectory({
    transactions: store.tables.transactionsOf(PIPELINE_FAMILY),
    clock: systemClock,
    random: systemRandom,
  });
  return { store, schema, runs, generations, workload };
}
