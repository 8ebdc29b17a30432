/** Reads what the tables of users and the ledger have of the tables' markers. */
import { familyIs } from '../bigtable/read/filters';
import type { CallOptions, Cell } from '../bigtable/client/types';
import { EVENTUAL } from '../core/consistency/consistency';
import { LEDGER_FAMILY, LEDGER_TABLE } from '../core/privacy/ledger-table';
import { PRIVACY_FAMILY } from '../core/privacy/privacy-family';
import {
  ledgerMarkerKey,
  MARKER_KEY,
  markerIn,
  recordedIn,
  sharesIn,
  type TableIncarnation,
} from '../core/privacy/table-incarnation';
import { TidemarkError } from '../errors';
import type { Reader } from '../consistency/store';

/** Errors: those of reads, and `data_corrupted`. */
export interface TableIncarnations {
  /**
   * Reads the markers of a table. They are read at the nearest clusters: the ledger never has a generation that a cluster
   * of the table lacks. `needsLedger`: whether a failed read of the ledger is an error.
   */
  read(
    table: string,
    options: { readonly needsLedger: boolean },
    call?: CallOptions,
  ): Promise<TableIncarnation>;
}

export interface TableIncarnationsDependencies {
  /** Reader of tables, whatever is placed in them. */
  readonly reader: Pick<Reader, 'readRow'>;
  /** Returns the id of the instance that has the table. */
  readonly instanceOf: (table: string) => string;
}

export function createTableIncarnations({
  reader,
  instanceOf,
}: TableIncarnationsDependencies): TableIncarnations {
  const cellsOf = async (
    { table, key, family }: { readonly table: string; readonly key: Buffer; readonly family: string },
    call: CallOptions | undefined,
  ): Promise<readonly Cell[]> => {
    const { row } = await reader.readRow({ table, key, filter: familyIs(family) }, EVENTUAL, call);
    return row?.cells ?? [];
  };
  const readLedger = async (
    table: string,
    call: CallOptions | undefined,
  ): Promise<readonly Cell[] | TidemarkError> => {
    try {
      const read = { table: LEDGER_TABLE, key: ledgerMarkerKey(table), family: LEDGER_FAMILY };
      return await cellsOf(read, call);
    } catch (error) {
      if (error instanceof TidemarkError) return error;
      throw error;
    }
  };
  return {
    async read(table, { needsLedger }, call) {
      const instance = instanceOf(table);
      const [ledger, cells] = await Promise.all([
        readLedger(table, call),
        cellsOf({ table, key: MARKER_KEY, family: PRIVACY_FAMILY }, call),
      ]);
      if (ledger instanceof TidemarkError && needsLedger) throw ledger;
      const known = ledger instanceof TidemarkError ? [] : ledger;
      return {
        table,
        instance,
        marker: markerIn(cells),
        recorded: recordedIn(known, instance),
        isKnown: known.length > 0,
        shares: sharesIn(cells),
      };
    },
  };
}
