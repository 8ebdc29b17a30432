import { cancelledError } from '../../bigtable/client/bigtable-error';
import { connectTableAdmin } from '../../bigtable/client/connect';
import { DEFAULTS } from '../../config/defaults';
import type { Config } from '../../config/index';
import { NO_PLACEMENTS, placedTable, placementsOfGroup } from '../../core/residency/placement-rules';
import { awaitConsistency } from '../../operations/consistency/await-consistency';
import type { AwaitTables } from '../../operations/generations/manage-generations';
import type { Resources } from '../../platform/tasks/resources';
import { systemClock } from '../../platform/time/clock';
import type { StoreTopology } from '../../routing/topology/store-topology';
import { tableAdmins } from '../shared/connection';

/** Opens what waits for the replication of tables. */
export function openAwaitTables(
  config: Config,
  resources: Resources,
  topology: () => StoreTopology,
): AwaitTables {
  const connection = resources.add(connectTableAdmin(config.bigtable), (each) => each.close());
  const adminOf = tableAdmins(connection, topology);
  const { consistencyPollMs: pollMs } = DEFAULTS.announcements;
  const { consistencyTimeoutMs: timeoutMs } = config.generations;
  return async (tables, { signal }) => {
    const options = { clock: systemClock, signal, pollMs, timeoutMs };
    try {
      await Promise.all(
        tables.map((table) => awaitConsistency(table, { ...options, admin: adminOf(table) })),
      );
    } catch (error) {
      throw signal?.aborted === true ? cancelledError(signal.reason) : error;
    }
  };
}

/** Returns the tables of a corpus: one, or one in each placement of its group. */
export function placementsOfTables(
  { placements = NO_PLACEMENTS }: StoreTopology,
  corpus: string,
): readonly string[] {
  const group = placements.groupByCorpus.get(corpus);
  if (group === undefined) return [corpus];
  return placementsOfGroup(placements, group).map(({ name }) => placedTable(group, corpus, name));
}
