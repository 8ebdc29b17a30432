import { SqlError } from '../sql-error';
import type { Name } from '../parser/ast';
import { BYTES, type SqlType } from '../types/sql-type';
import type { BoundExpression } from './bound';

/** Name of the column that contains row keys. */
export const KEY_COLUMN = '_key';

/** Column family of a table, with its type in this query. */
export interface FamilyColumn {
  readonly name: string;
  readonly type: SqlType;
}

/** Columns that the names of a query refer to. */
export class QueryScope {
  /** Names by which the table can be named. */
  readonly #tableNames: readonly string[];
  readonly #families: readonly FamilyColumn[];
  readonly #hasTable: boolean;

  constructor(tableNames: readonly string[], families: readonly FamilyColumn[]) {
    this.#tableNames = tableNames;
    this.#families = families;
    this.#hasTable = tableNames.length > 0;
  }

  /** Columns of `SELECT *`, in order. */
  get columns(): readonly FamilyColumn[] {
    return this.#hasTable ? [{ name: KEY_COLUMN, type: BYTES }, ...this.#families] : [];
  }

  isTable(name: string): boolean {
    return this.#tableNames.includes(name);
  }

  /** Returns the column of this name, by exact case if several differ in case only; undefined if there is none. */
  column({ name, at }: Name): BoundExpression | undefined {
    const exact = this.columns.filter((column) => column.name === name);
    const same = (column: FamilyColumn): boolean => column.name.toLowerCase() === name.toLowerCase();
    const found = exact.length > 0 ? exact : this.columns.filter(same);
    if (found.length > 1) throw new SqlError(`Column name ${name} is ambiguous`, at);
    const [column] = found;
    if (column === undefined) return undefined;
    const isKey = column.name === KEY_COLUMN;
    return {
      kind: isKey ? 'key' : 'family',
      type: column.type,
      at,
      evaluate: isKey ? ({ key }) => key : (row) => row.family(column.name),
      identity: `column:${column.name}`,
      name: column.name,
      args: [],
      column: { name: column.name, at },
    };
  }
}
