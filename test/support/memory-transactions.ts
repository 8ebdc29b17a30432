import type { Cell, Mutation } from '../../src/bigtable/client/types';
import { versionOf, VERSION_QUALIFIER, type RowVersion } from '../../src/core/rows/row-version';
import { EMPTY_TOKEN } from '../../src/core/tokens/write-token';
import type {
  RemovingTransaction,
  RowChange,
  TableTransactions,
} from '../../src/consistency/transactions/row-transactions';

const EVIDENCE = {
  level: 'eventual',
  met: true,
  clusters: ['memory'],
  tier: 'origin',
  lookups: 1,
  stalenessMs: undefined,
  token: EMPTY_TOKEN,
} as const;

/** Row transactions in memory, of one family. Reads return the newest version of each column, whatever the filter. */
export class MemoryTransactions implements TableTransactions {
  readonly #family: string;
  readonly #rows = new Map<string, readonly Cell[]>();
  #versions = 0;
  /** Number of reads of rows. */
  reads = 0;

  constructor(family: string) {
    this.#family = family;
  }

  begin(table: string, key: Buffer): RemovingTransaction {
    const commit = ({ version, mutations }: RowChange): RowVersion | 'conflict' => {
      if (!this.#isAt(table, key, version)) return 'conflict';
      const text = String(++this.#versions).padStart(16, '0');
      const atMs = (version?.atMs ?? 0) + 1;
      const cells = mutations.reduce(applied, this.cellsOf(table, key));
      const next = cell(this.#family, VERSION_QUALIFIER, atMs * 1_000, Buffer.from(text));
      this.#rows.set(nameOf(table, key), [...cells, next]);
      return { text, atMs };
    };
    return {
      read: async () => {
        this.reads += 1;
        const cells = newest(this.cellsOf(table, key));
        return { row: cells.length === 0 ? undefined : { key, cells }, evidence: EVIDENCE };
      },
      commit: async (change) => {
        const version = commit(change);
        return version === 'conflict' ? version : { token: EMPTY_TOKEN, cluster: 'memory', version };
      },
      commitUnmarked: async (change) => (commit(change) === 'conflict' ? 'conflict' : 'committed'),
      remove: async (version) => {
        if (!this.#isAt(table, key, version)) return 'conflict';
        this.#rows.delete(nameOf(table, key));
        return 'removed';
      },
    };
  }

  cellsOf(table: string, key: Buffer): readonly Cell[] {
    return this.#rows.get(nameOf(table, key)) ?? [];
  }

  #isAt(table: string, key: Buffer, version: RowVersion | undefined): boolean {
    return versionOf(this.cellsOf(table, key), this.#family)?.text === version?.text;
  }
}

const nameOf = (table: string, key: Buffer): string => `${table} ${key.toString('latin1')}`;

const cell = (family: string, qualifier: Buffer, timestampMicros: number, value: Buffer): Cell => ({
  family,
  qualifier,
  timestampMicros,
  value,
  labels: [],
});

function applied(cells: readonly Cell[], { setCell, deleteFromColumn }: Mutation): readonly Cell[] {
  const { familyName, columnQualifier } = (setCell ?? deleteFromColumn)!;
  const [family, qualifier] = [familyName!, Buffer.from(columnQualifier as Buffer)];
  const isSame = (each: Cell): boolean => each.family === family && each.qualifier.equals(qualifier);
  if (setCell === undefined || setCell === null) return cells.filter((each) => !isSame(each));
  const micros = Number(setCell.timestampMicros);
  const others = cells.filter((each) => !isSame(each) || each.timestampMicros !== micros);
  return [...others, cell(family, qualifier, micros, Buffer.from(setCell.value as Buffer))];
}

/** Returns the newest version of each column, in the order of the columns. */
function newest(cells: readonly Cell[]): readonly Cell[] {
  const sorted = [...cells].sort(
    (a, b) =>
      (a.family < b.family ? -1 : a.family > b.family ? 1 : 0) ||
      Buffer.compare(a.qualifier, b.qualifier) ||
      b.timestampMicros - a.timestampMicros,
  );
  return sorted.filter(({ family, qualifier }, index) => {
    const before = sorted[index - 1];
    return before === undefined || before.family !== family || !before.qualifier.equals(qualifier);
  });
}
