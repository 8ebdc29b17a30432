import { SPANS_PER_CELL } from '../../core/rows/cell-columns';

/** Arrays in which a row is collected. Those of the row itself are then allocated once, with its size. */
export interface RowScratch {
  readonly spans: Uint32Array;
  readonly timestampsMicros: Float64Array;
}

const CELLS_INITIAL = 256;
/** Maximum number of cells of arrays that are kept for the next row. */
const CELLS_KEPT_MAX = 16_384;
/** Maximum number of elements that are copied by a loop. */
const LOOPED_MAX = 64;

export const NO_SCRATCH: RowScratch = scratchFor(0);

/** Arrays of the last row. Undefined while a decoder uses them: a row may arrive in several messages. */
let idle: RowScratch | undefined;

/** Returns arrays for the next row. */
export function takeScratch(): RowScratch {
  const taken = idle ?? scratchFor(CELLS_INITIAL);
  idle = undefined;
  return taken;
}

/** Keeps the arrays for the next row, unless they are large. */
export function releaseScratch(scratch: RowScratch): void {
  if (scratch.timestampsMicros.length <= CELLS_KEPT_MAX) idle = scratch;
}

/** Returns arrays for twice as many cells, with the same content. */
export function largerScratch({ spans, timestampsMicros }: RowScratch): RowScratch {
  const larger = scratchFor(Math.max(CELLS_INITIAL, 2 * timestampsMicros.length));
  larger.spans.set(spans);
  larger.timestampsMicros.set(timestampsMicros);
  return larger;
}

function scratchFor(cells: number): RowScratch {
  return { spans: new Uint32Array(cells * SPANS_PER_CELL), timestampsMicros: new Float64Array(cells) };
}

/** Copies the first elements of `from` into `to`. For few elements, a loop ends before the engine's copy has begun. */
export function copied<A extends Uint32Array | Float64Array>(from: A, to: A): A {
  if (to.length > LOOPED_MAX) to.set(from.subarray(0, to.length));
  else for (let i = 0; i < to.length; i++) to[i] = from[i]!;
  return to;
}
