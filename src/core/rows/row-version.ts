/**
 * The version of a row, by which its transactions exclude each other: a column of a family that nobody else writes. Each
 * transaction leaves another version, and is applied only where the row has the version that it has read.
 */
export const VERSION_QUALIFIER = Buffer.from('v');

/** Text of an equal length, never the same twice. */
export interface RowVersion {
  readonly text: string;
  /** Whole milliseconds by the writers' clocks, or a little ahead: the newest cell is the version. */
  readonly atMs: number;
}

interface VersionCell {
  readonly family: string;
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
  readonly value: Buffer;
}

/** Undefined where no transaction has been, or none for so long that the cell is garbage. */
export function versionOf(cells: readonly VersionCell[], family: string): RowVersion | undefined {
  let newest: VersionCell | undefined;
  for (const cell of cells) {
    if (cell.family !== family || !cell.qualifier.equals(VERSION_QUALIFIER)) continue;
    if (newest === undefined || cell.timestampMicros > newest.timestampMicros) newest = cell;
  }
  if (newest === undefined) return undefined;
  return { text: newest.value.toString('latin1'), atMs: newest.timestampMicros / 1_000 };
}
