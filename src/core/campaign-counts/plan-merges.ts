/**
 * Which columns of a row with sketches become one: those of writers that have stopped, of each sketch. Why that loses nothing,
 * whatever races: see docs/campaign-counts.md.
 */
import { parseSketchColumn, SKETCH_WRITER_BYTES, type SketchCell } from '../sketches/sketch-row';

/** A column as it is found: its name, and the time of its newest version. */
export interface ColumnHead {
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
}

/** Columns of one sketch that are to become one. */
export interface ColumnMerge<Column extends ColumnHead> {
  readonly cell: SketchCell;
  readonly columns: readonly Column[];
}

/** Its writer and its part. */
const TAIL_BYTES = SKETCH_WRITER_BYTES + 1;

/** What the names of a sketch's columns begin with, whoever wrote them. */
export function sketchPrefix(qualifier: Buffer): string {
  return qualifier.toString('latin1', 0, qualifier.length - TAIL_BYTES);
}

/**
 * Writers that wrote a sketch since `activeFromMicros` keep their columns of it: they would write them again. One column alone
 * stays as it is.
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
  /** Columns of each, one or both parts. */
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

/** Columns in a row's order, from the first to the last. */
export interface ColumnSlice {
  readonly first: Buffer;
  readonly last: Buffer;
  /** How many of them are to become others. */
  readonly mergeable: number;
}

/** The row's columns in slices of about so many, those of a sketch together; slices in which nothing is to be merged are left out. */
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
