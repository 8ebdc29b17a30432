/**
 * Columns of DataTypes that are stored in generations.
 *
 * ```text
 * | 1 bit: 1 | number of the generation, big-endian | SubType, or a delete marker of the generation |
 * |              4 bytes                            | up to the end                                 |
 * ```
 *
 * One range of columns has all cells of one generation, its delete markers included. The first bit distinguishes a
 * generation from delete markers of other DataTypes, which begin with the byte 0.
 */

/** Bytes of a column before the SubType. */
const GENERATION_BYTES = 4;
const FIRST_BIT = 0x8000_0000;
/** Largest number of a generation. The end of its range needs the number after it. */
export const GENERATION_MAX = 0x7fff_fffe;

/** Half-open range of columns. */
interface ColumnRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

/** Returns the first bytes of all columns of the generation. */
export function generationPrefix(generation: number): Buffer {
  if (!isGenerationNumber(generation)) throw new RangeError(`${generation} is no number of a generation`);
  return prefixOf(generation);
}

/** Returns the stored column of a SubType or delete marker in a generation. */
export function generationColumn(generation: number, column: Buffer): Buffer {
  return Buffer.concat([generationPrefix(generation), column]);
}

/** Returns the range of all columns of the generation. */
export function generationRange(generation: number): ColumnRange {
  return { start: generationPrefix(generation), end: prefixOf(generation + 1) };
}

/** A stored column, divided into its generation and the SubType or delete marker. */
interface ParsedGenerationColumn {
  readonly generation: number;
  /** A view of the stored column. */
  readonly column: Buffer;
}

/** Returns the parts of a stored column; undefined if it belongs to no generation. */
export function parseGenerationColumn(stored: Buffer): ParsedGenerationColumn | undefined {
  if (stored.length <= GENERATION_BYTES || stored[0]! < 0x80) return undefined;
  const generation = stored.readUInt32BE(0) - FIRST_BIT;
  return isGenerationNumber(generation)
    ? { generation, column: stored.subarray(GENERATION_BYTES) }
    : undefined;
}

export function isGenerationNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= GENERATION_MAX;
}

function prefixOf(number: number): Buffer {
  const prefix = Buffer.allocUnsafe(GENERATION_BYTES);
  prefix.writeUInt32BE(FIRST_BIT + number);
  return prefix;
}

/** The parts of a cell that its generation depends on. */
interface ColumnCell {
  readonly family: string;
  readonly qualifier: Buffer;
}

/** Generations that one read uses, by family. Undefined: the DataType has generations, but none is published. */
export type PinnedGenerations = ReadonlyMap<string, number | undefined>;

export const NO_PINS: PinnedGenerations = new Map();

/**
 * Returns the cells with SubTypes and delete markers as columns, without those of other generations. Families without
 * generations are unchanged; without pins, so is the list.
 */
export function cellsOfGenerations<C extends ColumnCell>(
  cells: readonly C[],
  pins: PinnedGenerations,
): readonly C[] {
  if (pins.size === 0) return cells;
  return cells.flatMap((cell) => {
    if (!pins.has(cell.family)) return cell;
    const parsed = parseGenerationColumn(cell.qualifier);
    const isPinned = parsed !== undefined && parsed.generation === pins.get(cell.family);
    return isPinned ? { ...cell, qualifier: parsed.column } : [];
  });
}
