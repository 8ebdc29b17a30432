/** Rows as numbers: each different set of cells, and each different mutation, is kept once. */
import type { Cell, Mutation } from '../../../src/bigtable/client/types';

/** The place of a set of cells in `Rows`. Equal sets have equal numbers. */
export type RowNumber = number;
/** The place of a mutation in `Rows`. */
export type MutationNumber = number;

export const EMPTY_ROW: RowNumber = 0;

export class Rows {
  readonly #rows: (readonly Cell[])[] = [[]];
  readonly #numbers = new Map<string, RowNumber>([['', EMPTY_ROW]]);
  readonly #mutations: (readonly Mutation[])[] = [];
  readonly #mutationNumbers = new Map<string, MutationNumber>();
  readonly #applied = new Map<string, RowNumber>();

  /** In Bigtable's order. */
  cells(row: RowNumber): readonly Cell[] {
    return this.#rows[row]!;
  }

  numberOf(mutations: readonly Mutation[]): MutationNumber {
    return numbered(this.#mutationNumbers, this.#mutations, JSON.stringify(mutations), mutations);
  }

  mutations(number: MutationNumber): readonly Mutation[] {
    return this.#mutations[number]!;
  }

  /** The row after the mutation, which is applied as a whole. */
  apply(row: RowNumber, mutation: MutationNumber): RowNumber {
    const name = `${row} ${mutation}`;
    const known = this.#applied.get(name);
    if (known !== undefined) return known;
    const cells = this.#mutations[mutation]!.reduce(applied, this.cells(row));
    const text = cells.map((cell) => `${placeOf(cell)}=${cell.value.toString('hex')}`).join('|');
    const result = numbered(this.#numbers, this.#rows, text, cells);
    this.#applied.set(name, result);
    return result;
  }
}

function numbered<T>(numbers: Map<string, number>, all: T[], name: string, value: T): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, all.length);
  return all.push(value) - 1;
}

function applied(cells: readonly Cell[], { setCell, deleteFromColumn }: Mutation): readonly Cell[] {
  if (setCell) {
    const cell: Cell = {
      family: setCell.familyName!,
      qualifier: setCell.columnQualifier as Buffer,
      timestampMicros: Number(setCell.timestampMicros),
      value: setCell.value as Buffer,
      labels: [],
    };
    return [...cells.filter((each) => placeOf(each) !== placeOf(cell)), cell].sort(byPlace);
  }
  if (deleteFromColumn) {
    const { familyName, columnQualifier, timeRange } = deleteFromColumn;
    const [start, end] = [
      Number(timeRange?.startTimestampMicros ?? 0),
      Number(timeRange?.endTimestampMicros ?? 0),
    ];
    return cells.filter(
      ({ family, qualifier, timestampMicros: at }) =>
        family !== familyName ||
        !qualifier.equals(columnQualifier as Buffer) ||
        at < start ||
        (end > 0 && at >= end),
    );
  }
  throw new Error('no other mutation is made here');
}

const placeOf = ({ family, qualifier, timestampMicros }: Cell): string =>
  `${family}:${qualifier.toString('latin1')}@${timestampMicros}`;

function byPlace(a: Cell, b: Cell): number {
  if (a.family !== b.family) return a.family < b.family ? -1 : 1;
  return Buffer.compare(a.qualifier, b.qualifier) || b.timestampMicros - a.timestampMicros;
}
