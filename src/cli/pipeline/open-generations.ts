import { cancelledError } from '../../bigtable/client/bigtable-error';
import { connectTableAdmin } from '../../bigtable/client/connect';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { PIPELINE_FAMILY, PIPELINES_TABLE } from '../../core/pipelines/pipelines-table';
import { NO_PLACEMENTS, placedTable, placementsOfGroup } from '../../core/residency/placement-rules';
import { awaitConsistency } from '../../operations/consistency/await-consistency';
import {
  createCollectGenerations,
  type CollectGenerations,
} from '../../operations/generations/collect-generations';
import { GenerationDirectory } from '../../operations/generations/generation-directory';
import {
  createManageGenerations,
  type AwaitTables,
  type ManageGenerations,
} from '../../operations/generations/manage-generations';
import { systemRandom } from '../../platform/random';
import type { Resources } from '../../platform/tasks/resources';
import { systemClock } from '../../platform/time/clock';
import type { StoreTopology } from '../../routing/topology/store-topology';
import { workloadOfBatchWrites } from '../../store/batch-workload';
import type { ServingStore } from '../../store/open-store';
import { openServingAndBatch, tableAdmins } from '../shared/connection';

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
  const connection = resources.add(connectTableAdmin(config.bigtable), (each) => each.close());
  const adminOf = tableAdmins(connection, () => serving.topology);
  const [clock, random] = [systemClock, systemRandom];
  const { consistencyPollMs: pollMs } = DEFAULTS.announcements;
  // The same clusters decide as for runs.
  const deciding = workloadOfBatchWrites(serving.topology, PIPELINES_TABLE) === 'batch' ? batch : serving;
  const transactions = deciding.tables.transactionsOf(PIPELINE_FAMILY);
  const common = {
    directory: new GenerationDirectory({ transactions, clock, random }),
    clock,
    random,
    limits: { ...DEFAULTS.moves, ...config.generations, graceMs },
    tablesOf: (corpus: string) => tablesOf(serving.topology, corpus),
    async awaitTables(...[tables, { signal }]: Parameters<AwaitTables>) {
      const options = { clock, signal, pollMs, timeoutMs: config.generations.consistencyTimeoutMs };
      try {
        await Promise.all(
          tables.map((table) => awaitConsistency(table, { ...options, admin: adminOf(table) })),
        );
      } catch (error) {
        throw signal?.aborted === true ? cancelledError(signal.reason) : error;
      }
    },
  };
  return {
    schema,
    serving,
    manage: createManageGenerations(common),
    collectIn(corpus) {
      const { scanner, writer } =
        workloadOfBatchWrites(serving.topology, corpus) === 'batch' ? batch : serving;
      return createCollectGenerations({ ...common, scanner, writer });
    },
  };
}

/** Returns the tables of a corpus: one, or one in each placement of its group. */
function tablesOf({ placements = NO_PLACEMENTS }: StoreTopology, corpus: string): readonly string[] {
  const group = placements.groupByCorpus.get(corpus);
  if (group === undefined) return [corpus];
  return placementsOfGroup(placements, group).map(({ name }) => placedTable(group, corpus, name));
}
