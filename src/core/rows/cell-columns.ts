import type { EventCell } from '../columns/event-cell';

/** Number of entries per cell in `CellColumns.spans`, and their offsets within it. */
export const SPANS_PER_CELL = 4;
export const QUALIFIER_START = 0;
export const QUALIFIER_END = 1;
export const VALUE_START = 2;
export const VALUE_END = 3;

/**
 * Cells as columns: two typed arrays and one buffer, however many cells there are. An object with two views of a buffer
 * takes longer to allocate than to decode, and many of them that live through a request fill V8's old space.
 * docs/decisions/0011-columns-of-cells.md has the measurements.
 */
export interface CellColumns {
  /** Bytes that the spans refer to. */
  readonly bytes: Buffer;
  /** Start and end of each cell's qualifier, and start and end of its value, as offsets in `bytes`. */
  readonly spans: Uint32Array;
  /** Microseconds since the Unix epoch, by cell. */
  readonly timestampsMicros: Float64Array;
  /** First cell, and the end of the cells. The arrays may contain others. */
  readonly start: number;
  readonly end: number;
}

/** Copies cells into columns. */
export function columnsOfCells(cells: readonly EventCell[]): CellColumns {
  const size = cells.reduce((sum, { qualifier, value }) => sum + qualifier.length + value.length, 0);
  const bytes = Buffer.allocUnsafe(size);
  const spans = new Uint32Array(cells.length * SPANS_PER_CELL);
  const timestampsMicros = new Float64Array(cells.length);
  let at = 0;
  let length = 0;
  cells.forEach(({ qualifier, timestampMicros, value }, cell) => {
    timestampsMicros[cell] = timestampMicros;
    for (const part of [qualifier, value]) {
      bytes.set(part, length);
      spans[at++] = length;
      length += part.length;
      spans[at++] = length;
    }
  });
  return { bytes, spans, timestampsMicros, start: 0, end: cells.length };
}
