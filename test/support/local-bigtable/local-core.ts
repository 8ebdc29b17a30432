import { type LocalCore, type LocalCoreOptions, openCore } from '../../../src/local-bigtable/core';
import type { TableEntry } from '../../../src/local-bigtable/catalog/catalog';
import type { CommitStorage } from '../../../src/local-bigtable/storage/commit-storage';
import type { FamilyDefinition } from '../../../src/local-bigtable/store/stored-table';
import type { ClusterLocation } from '../../../src/routing/topology/topology';

export const LOCAL_INSTANCE = 'projects/p/instances/i';
export const LOCAL_TABLE = `${LOCAL_INSTANCE}/tables/t`;

export interface CoreWithTable {
  readonly core: LocalCore;
  /** Table named LOCAL_TABLE. */
  readonly table: TableEntry;
}

interface CoreWithTableOptions extends LocalCoreOptions {
  readonly families: readonly FamilyDefinition[];
  readonly storage?: CommitStorage;
  /** Clusters of the instance. Default: the single cluster of undeclared instances. */
  readonly clusters?: readonly ClusterLocation[];
}

/** Opens the embedded Bigtable without a server, with one empty table. */
export async function openCoreWithTable(options: CoreWithTableOptions): Promise<CoreWithTable> {
  const core = await openCore(options, options.storage);
  const { instances, tables, catalog } = core.dependencies;
  if (options.clusters !== undefined) instances.create(LOCAL_INSTANCE, options.clusters);
  await tables.create({ name: LOCAL_TABLE }, options.families, instances.getOrCreate(LOCAL_INSTANCE));
  return { core, table: catalog.table(LOCAL_TABLE) };
}
