import { DEDUP_PREFIX_BYTES, QUALIFIER_BYTES } from '../events/dedup-key';
import { QUALIFIER_START, SPANS_PER_CELL, type CellColumns } from '../rows/cell-columns';
import { uint32s } from './pooled-arrays';

/**
 * Returns the cells among `singles` whose events count, in the order of their columns. Of equal dedup keys the earliest counts, and at equal times
 * the one with the smaller content hash. Versions of one event are neighbours in the order of their columns.
 */
export function distinctCells(columns: CellColumns, singles: Uint32Array): Uint32Array {
  return distinctInOrder(columns, singles) ?? distinctInOrder(columns, sortedByColumn(columns, singles))!;
}

/** Returns undefined if the cells are not in the order of their columns. */
function distinctInOrder(columns: CellColumns, singles: Uint32Array): Uint32Array | undefined {
  const { bytes, spans, timestampsMicros } = columns;
  const distinct = uint32s(singles.length);
  let count = 0;
  let before = -1;
  for (let i = 0; i < singles.length; i++) {
    const cell = singles[i]!;
    const at = spans[cell * SPANS_PER_CELL + QUALIFIER_START]!;
    const difference = before < 0 ? 0 : firstDifference(bytes, before, at);
    if (
      before >= 0 &&
      difference < QUALIFIER_BYTES &&
      bytes[before + difference]! > bytes[at + difference]!
    ) {
      return undefined;
    }
    before = at;
    if (difference < DEDUP_PREFIX_BYTES) distinct[count++] = cell;
    else if (timestampsMicros[cell]! < timestampsMicros[distinct[count - 1]!]!) distinct[count - 1] = cell;
  }
  return distinct.subarray(0, count);
}

/** Returns the index of the first difference between two qualifiers, or their length if they are equal. */
function firstDifference(bytes: Uint8Array, a: number, b: number): number {
  let at = 0;
  while (at < QUALIFIER_BYTES && bytes[a + at] === bytes[b + at]) at++;
  return at;
}

function sortedByColumn({ bytes, spans }: CellColumns, singles: Uint32Array): Uint32Array {
  const startOf = (cell: number): number => spans[cell * SPANS_PER_CELL + QUALIFIER_START]!;
  return Uint32Array.from(singles).sort((a, b) => {
    const [startA, startB] = [startOf(a), startOf(b)];
    return bytes.compare(bytes, startB, startB + QUALIFIER_BYTES, startA, startA + QUALIFIER_BYTES);
  });
}
