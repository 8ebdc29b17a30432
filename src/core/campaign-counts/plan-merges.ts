/**
 * Plans which columns of a sketch row are merged: for each sketch, those of writers that have stopped.
 * docs/campaign-counts.md explains why no race can lose counts.
 */
import { parseSketchColumn, SKETCH_WRITER_BYTES, type SketchCell } from '../sketches/sketch-row';

/** Name of a column, and timestamp of its newest version. */
export interface ColumnHead {
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
}

/** Columns of one sketch that are merged into one. */
export interface ColumnMerge<Column extends ColumnHead> {
  readonly cell: SketchCell;
  readonly columns: readonly Column[];
}

/** Bytes of the writer and the part at the end of a column's name. */
const TAIL_BYTES = SKETCH_WRITER_BYTES + 1;

/** Returns the prefix that the columns of a sketch share, for all writers. */
export function sketchPrefix(qualifier: Buffer): string {
  return qualifier.toString('latin1', 0, qualifier.length - TAIL_BYTES);
}

/**
 * Plans merges. Writers that wrote a sketch since `activeFromMicros` keep their columns of it, because they would write
 * them again. A single column stays as it is.
 */
export function planMerges<Column extends ColumnHead>(
  columns: readonly Column[],
  activeFromMicros: number,
): ColumnMerge<Column>[] {
  const merges: ColumnMerge<Column>[] = [];
  for (const { cell, writers } of sketchesOf(columns)) {
    const stopped = [...writers.values()].filter((own) =>
      own.every(({ timestampMicros }) => timestampMicros < activeFromMicros),
    );
    const merged = stopped.flat();
    if (merged.length > 1) merges.push({ cell, columns: merged });
  }
  return merges;
}

interface Sketches<Column> {
  readonly cell: SketchCell;
  /** Columns of each writer, one or two parts. */
  readonly writers: Map<string, Column[]>;
}

function sketchesOf<Column extends ColumnHead>(columns: readonly Column[]): Iterable<Sketches<Column>> {
  const sketches = new Map<string, Sketches<Column>>();
  for (const column of columns) {
    const parsed = parseSketchColumn(column.qualifier);
    if (parsed === undefined) continue;
    const name = sketchPrefix(column.qualifier);
    let found = sketches.get(name);
    if (found === undefined) sketches.set(name, (found = { cell: parsed, writers: new Map() }));
    const own = found.writers.get(parsed.writer);
    if (own === undefined) found.writers.set(parsed.writer, [column]);
    else own.push(column);
  }
  return sketches.values();
}

/** A range of columns in the row's order, first and last inclusive. */
export interface ColumnSlice {
  readonly first: Buffer;
  readonly last: Buffer;
  /** Number of its columns that can be merged. */
  readonly mergeable: number;
}

/**
 * Divides the row's columns into slices of about `columnsPerSlice`, with the columns of a sketch together. Slices
 * without mergeable columns are omitted.
 */
export function sliceForMerging(
  columns: readonly ColumnHead[],
  {
    activeFromMicros,
    columnsPerSlice,
  }: { readonly activeFromMicros: number; readonly columnsPerSlice: number },
): ColumnSlice[] {
  const slices: ColumnSlice[] = [];
  let slice: ColumnHead[] = [];
  const end = (): void => {
    const mergeable = planMerges(slice, activeFromMicros).flatMap((merge) => merge.columns).length;
    if (mergeable > 0) slices.push({ first: slice[0]!.qualifier, last: slice.at(-1)!.qualifier, mergeable });
    slice = [];
  };
  for (const column of columns) {
    const before = slice.at(-1);
    const isOther = before !== undefined && sketchPrefix(before.qualifier) !== sketchPrefix(column.qualifier);
    if (isOther && slice.length >= columnsPerSlice) end();
    slice.push(column);
  }
  end();
  return slices;
}
