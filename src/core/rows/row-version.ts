/**
 * The version of a row, which makes its transactions exclusive. It is a column of a family that only transactions
 * write. Each transaction writes another version, and is applied only if the row still has the version that it has
 * read.
 */
export const VERSION_QUALIFIER = Buffer.from('v');

/** Text of constant length, never the same twice. */
export interface RowVersion {
  readonly text: string;
  /**
   * Timestamp of the version, in whole milliseconds since the Unix epoch: the writer's clock or a little ahead. The
   * newest cell is the version.
   */
  readonly atMs: number;
}

interface VersionCell {
  readonly family: string;
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
  readonly value: Buffer;
}

/**
 * Returns the version of a row, or undefined if it had no transaction for so long that the cell was collected, or none
 * at all.
 */
export function versionOf(cells: readonly VersionCell[], family: string): RowVersion | undefined {
  let newest: VersionCell | undefined;
  for (const cell of cells) {
    if (cell.family !== family || !cell.qualifier.equals(VERSION_QUALIFIER)) continue;
    if (newest === undefined || cell.timestampMicros > newest.timestampMicros) newest = cell;
  }
  if (newest === undefined) return undefined;
  return { text: newest.value.toString('latin1'), atMs: newest.timestampMicros / 1_000 };
}
