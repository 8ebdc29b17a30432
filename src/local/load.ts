import { familiesFrom } from './admin/schema';
import type { Catalog, TableEntry } from './catalog';
import { admin } from './proto';
import type { Storage } from './storage/storage';
import type { Row } from './store/row';
import { Table } from './store/table';

/** Fills the catalog from storage; returns the number above which new tables get theirs. */
export async function loadCatalog(storage: Storage, catalog: Catalog): Promise<number> {
  const entries = new Map<number, TableEntry>();
  let number = 0;
  let rows: Table | undefined;
  let row: Row | undefined;
  return storage.load({
    table(table, bytes) {
      const definition = admin.Table.decode(bytes);
      const entry = { name: definition.name, number: table, definition, rows: tableOf(definition) };
      entries.set(table, entry);
      catalog.add(entry);
    },
    cell(table, rowKey, cell) {
      if (table !== number) {
        number = table;
        rows = entries.get(table)?.rows;
        row = undefined;
      }
      row = rows?.load(rowKey, cell, row);
    },
    entry: () => undefined,
  });
}

const tableOf = (definition: admin.ITable): Table => new Table(familiesFrom(definition.columnFamilies ?? {}));
