import { RESERVATION_FAMILY } from '../core/caps/reservation-family';
import type { Metrics } from '../platform/telemetry/metrics';
import { systemRandom } from '../platform/random';
import type { Workload } from '../routing/topology/cluster';
import { instanceForTable } from '../routing/topology/store-topology';
import type { RowTransactions } from '../consistency/transactions/row-transactions';
import { gatedTables, gatedTransactions } from '../privacy/gated-tables';
import { TableGate } from '../privacy/table-gate';
import { createTableIncarnations, type TableIncarnations } from '../privacy/table-incarnations';
import type { StoreTables } from './placed-access';
import type { StoreDependencies } from './store-dependencies';

/** Access to tables of which restored ones cannot be read before the ledger was applied to them. */
interface GatedStore {
  readonly tables: StoreTables;
  /** Row transactions whose versions are in the family of reservations. */
  readonly reservations: RowTransactions;
  readonly incarnations: TableIncarnations;
  readonly gate: TableGate | undefined;
  /** The gate, if this store starts and stops it. */
  readonly ownGate: TableGate | undefined;
}

/** `shared`: gate of another store of the process, which starts and stops it. Without keys of the ledger there is no gate. */
export function openTableGate<W extends Workload>(
  { config, privacy: rules, source, tables: names, readsRestored, ...base }: StoreDependencies<W>,
  stored: StoreTables,
  shared: TableGate | undefined,
): GatedStore {
  const instanceOf = (table: string): string => instanceForTable(source.current, table).id;
  const incarnations = createTableIncarnations({ reader: stored.reader, instanceOf });
  const { keys, keysFile, ...limits } = config.privacy;
  const reservations = stored.transactionsOf(RESERVATION_FAMILY);
  const hasLedger = keys !== undefined || keysFile !== undefined;
  if (!hasLedger || readsRestored)
    return { tables: stored, reservations, incarnations, gate: undefined, ownGate: undefined };
  const ofGate = { ...base, incarnations, rules, instanceOf, tables: names, random: systemRandom, limits };
  const ownGate = shared === undefined ? new TableGate(ofGate) : undefined;
  const gate = shared ?? ownGate!;
  if (ownGate !== undefined && base.metrics !== undefined) observeTableGate(base.metrics, ownGate);
  return {
    tables: gatedTables(stored, gate),
    reservations: gatedTransactions(reservations, gate),
    incarnations,
    gate,
    ownGate,
  };
}

function observeTableGate(metrics: Metrics, gate: Pick<TableGate, 'known'>): void {
  metrics.gauges(
    {
      name: 'tidemark.privacy.table_state',
      description:
        '1 for the state of each table of users: certified, unmarked (no erasure worker has run yet) or restored (not served)',
      labels: ['table', 'state'],
      absentValue: 0,
    },
    () => gate.known.map(({ table, state }) => ({ value: 1, labels: { table, state } })),
  );
}
