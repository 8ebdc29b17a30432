interface SizedCell {
  readonly qualifier: Buffer;
  readonly value: Buffer;
}

export interface ChunkLimits {
  readonly chunkCellsMax: number;
  /** Size of the cells' names and values, in bytes. A larger cell is a chunk of its own. */
  readonly chunkBytesMax: number;
}

/** Divides the cells into chunks, in their order. */
export function chunksOf<C extends SizedCell>(
  cells: readonly C[],
  { chunkCellsMax, chunkBytesMax }: ChunkLimits,
): readonly (readonly C[])[] {
  const chunks: C[][] = [];
  let bytes = Infinity;
  for (const cell of cells) {
    const size = cell.qualifier.length + cell.value.length;
    const last = chunks.at(-1);
    if (last === undefined || last.length >= chunkCellsMax || bytes + size > chunkBytesMax) {
      chunks.push([cell]);
      bytes = size;
    } else {
      last.push(cell);
      bytes += size;
    }
  }
  return chunks;
}
