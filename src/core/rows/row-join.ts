/**
 * The join of several states of one row: the least row that contains every cell of each. Joining is commutative,
 * associative and idempotent, except for labels, which come from the first row. So the number of replicas and the order
 * of their answers do not matter.
 *
 * A join contains every cell that at least one of the rows contains. It is correct only for rows that grow: a cell that
 * a delete has removed from one row returns if another row still has it. Deletes that must survive a join are cells
 * themselves.
 */

export interface JoinableCell {
  readonly family: string;
  readonly qualifier: Buffer;
  /** Microseconds since the Unix epoch. */
  readonly timestampMicros: number;
  readonly value: Buffer;
}

export interface JoinableRow<C extends JoinableCell> {
  readonly key: Buffer;
  /** Cells in Bigtable's order: by family, then by qualifier, both ascending, then newest first. */
  readonly cells: readonly C[];
}

/**
 * Returns the join of the rows, or undefined if all of them are undefined, which stands for a row without cells. Where
 * two rows have different values of one version of one column, the bytewise greater value is returned.
 */
export function joinRows<C extends JoinableCell, R extends JoinableRow<C>>(
  rows: readonly (R | undefined)[],
): R | undefined {
  const present = rows.filter((row) => row !== undefined);
  const [first, ...others] = present;
  if (first === undefined || others.length === 0) return first;
  const cells = others.reduce<readonly C[]>((joined, row) => joinCells(joined, row.cells), first.cells);
  return { ...first, cells };
}

/** Merges two lists that are both in Bigtable's order. */
function joinCells<C extends JoinableCell>(a: readonly C[], b: readonly C[]): readonly C[] {
  const joined: C[] = [];
  let [atA, atB] = [0, 0];
  while (atA < a.length && atB < b.length) {
    const [ofA, ofB] = [a[atA]!, b[atB]!];
    const order = comparePlaces(ofA, ofB);
    joined.push(order < 0 ? ofA : order > 0 ? ofB : greaterOf(ofA, ofB));
    if (order <= 0) atA += 1;
    if (order >= 0) atB += 1;
  }
  for (; atA < a.length; atA++) joined.push(a[atA]!);
  for (; atB < b.length; atB++) joined.push(b[atB]!);
  return joined;
}

function comparePlaces(a: JoinableCell, b: JoinableCell): number {
  if (a.family !== b.family) return a.family < b.family ? -1 : 1;
  return Buffer.compare(a.qualifier, b.qualifier) || b.timestampMicros - a.timestampMicros;
}

const greaterOf = <C extends JoinableCell>(a: C, b: C): C => (Buffer.compare(a.value, b.value) >= 0 ? a : b);
