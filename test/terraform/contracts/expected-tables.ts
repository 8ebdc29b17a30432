/** Tables that an environment must have: of the schema, the ledger, pipelines, and with placements those that they add. */
import type { TerraformTable } from '../../../src/core/schema/terraform-schema';
import { PIPELINES_TABLE } from '../../../src/core/pipelines/pipelines-table';
import { LEDGER_TABLE } from '../../../src/core/privacy/ledger-table';
import { placedTables } from '../../../src/core/residency/placed-tables';
import { tableInInstance } from '../../../src/core/residency/placement-rules';
import { instanceForTable, type StoreTopology } from '../../../src/routing/topology/store-topology';
import type { Deployment } from './deployment';
import { storeTopologyOf } from './topology';

export interface ExpectedTable {
  /** Name within the store, such as `users@eu`. */
  readonly key: string;
  /** Instance and name in it, such as `tidemark-eu/users`. */
  readonly path: string;
  readonly families: TerraformTable['families'];
}

/** Returns the tables; undefined if the topology cannot be read, which `topologyIsValid` reports. */
export function expectedTables(deployment: Deployment): readonly ExpectedTable[] | undefined {
  const topology = storeTopologyOf(deployment);
  if (topology === undefined) return undefined;
  const { tables, placement_families: added, ledger_families: ledger } = deployment.schema;
  const grouped = topology.placements?.groupByCorpus;
  const ofCorpora = Object.entries(tables).map(([corpus, { families }]) => ({
    key: corpus,
    families: grouped?.has(corpus) === true ? { ...families, ...added.corpus } : families,
  }));
  const placed = topology.placements === undefined ? [] : placedTables(topology.placements);
  const others = placed
    .filter(({ table }) => !(table in tables))
    .map((each) => ({
      key: each.table,
      families:
        'corpus' in each
          ? { ...tables[each.corpus]?.families, ...(each.kind === 'corpus' ? added.corpus : {}) }
          : { ...added[each.kind] },
    }));
  const ledgers = Object.keys(ledger).length === 0 ? [] : [{ key: LEDGER_TABLE, families: ledger }];
  const pipelines = { key: PIPELINES_TABLE, families: deployment.schema.pipeline_families };
  return [...ofCorpora, ...ledgers, pipelines, ...others].map((table) => ({
    ...table,
    path: pathOf(topology, table.key),
  }));
}

const pathOf = (topology: StoreTopology, table: string): string =>
  `${instanceForTable(topology, table).id}/${tableInInstance(table)}`;
