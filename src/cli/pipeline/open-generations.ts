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
import type { Store } from '../../store/open-store';
import { openBatchTable } from '../shared/connection';
import { openAwaitTables, placementsOfTables } from './await-tables';

export interface GenerationsConnection {
  readonly schema: SchemaRegistry;
  /** Store for batch work, whose clusters decide about pointers. */
  readonly store: Store;
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
  // The same clusters decide as for runs.
  const { schema, store, workload } = openBatchTable(config, PIPELINES_TABLE, { resources });
  store.start();
  const [clock, random] = [systemClock, systemRandom];
  const transactions = store.tables.transactionsOf(PIPELINE_FAMILY);
  const common = {
    directory: new GenerationDirectory({ transactions, clock, random }),
    clock,
    random,
    limits: { ...DEFAULTS.moves, ...config.generations, graceMs },
    tablesOf: (corpus: string) => placementsOfTables(store.topology, corpus),
    awaitTables: openAwaitTables(config, resources, () => store.topology),
  };
  return {
    schema,
    store,
    manage: createManageGenerations({
      ...common,
      followedUpToMs: (pipeline, call) => followedUpToMs(store.tables.scanner, pipeline, call),
    }),
    collectIn(corpus) {
      const isSame = workloadOfBatchWrites(store.topology, corpus) === workload;
      const { scanner, writer } = isSame ? store : openBatchTable(config, corpus, { resources }).store;
      return createCollectGenerations({ ...common, scanner, writer });
    },
  };
}
