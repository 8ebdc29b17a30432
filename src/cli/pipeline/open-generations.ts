import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { PIPELINE_FAMILY, PIPELINES_TABLE } from '../../core/pipelines/pipelines-table';
import {
  createCollectGenerations,
  type CollectGenerations,
} from '../../operations/generations/collect-generations';
import { GenerationDirectory } from '../../operations/generations/generation-directory';
import {
  createManageGenerations,
  type ManageGenerations,
} from '../../operations/generations/manage-generations';
import { followedUpToMs } from '../../operations/pipelines/follow/read-follow-progress';
import { systemRandom } from '../../platform/random';
import type { Resources } from '../../platform/tasks/resources';
import { systemClock } from '../../platform/time/clock';
import { workloadOfBatchWrites } from '../../store/batch-workload';
import type { ServingStore } from '../../store/open-store';
import { openServingAndBatch } from '../shared/connection';
import { openAwaitTables, tablesOfCorpus } from './await-tables';

export interface GenerationsConnection {
  readonly schema: SchemaRegistry;
  /** Store that issues tokens. The clusters for batch work decide about pointers, and delete cells. */
  readonly serving: ServingStore;
  readonly manage: ManageGenerations;
  /** Collects generations of DataTypes of the corpus. */
  readonly collectIn: (corpus: string) => CollectGenerations;
}

/** Opens what commands on generations need. `graceMs`: time before cells are deleted, in milliseconds. */
export function openGenerations(
  config: Config,
  resources: Resources,
  { graceMs = DEFAULTS.generations.graceMs }: { readonly graceMs?: number | undefined } = {},
): GenerationsConnection {
  const { schema, serving, batch } = openServingAndBatch(config, { resources });
  batch.start();
  const [clock, random] = [systemClock, systemRandom];
  // The same clusters decide as for runs.
  const deciding = workloadOfBatchWrites(serving.topology, PIPELINES_TABLE) === 'batch' ? batch : serving;
  const transactions = deciding.tables.transactionsOf(PIPELINE_FAMILY);
  const common = {
    directory: new GenerationDirectory({ transactions, clock, random }),
    clock,
    random,
    limits: { ...DEFAULTS.moves, ...config.generations, graceMs },
    tablesOf: (corpus: string) => tablesOfCorpus(serving.topology, corpus),
    awaitTables: openAwaitTables(config, resources, () => serving.topology),
  };
  return {
    schema,
    serving,
    manage: createManageGenerations({
      ...common,
      followedUpToMs: (pipeline, call) => followedUpToMs(deciding.tables.scanner, pipeline, call),
    }),
    collectIn(corpus) {
      const { scanner, writer } =
        workloadOfBatchWrites(serving.topology, corpus) === 'batch' ? batch : serving;
      return createCollectGenerations({ ...common, scanner, writer });
    },
  };
}
