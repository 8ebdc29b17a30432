import { cellsPerColumnLimit, chain, qualifierRange } from '../../bigtable/read/filters';
import { deleteCell, deleteFromColumn, setCell } from '../../bigtable/write/mutations';
import type { Cell, Mutation } from '../../bigtable/client/types';
import { encodeSketch } from '../../codec/sketches/sketch-codec';
import { planMerges, type ColumnMerge, type ColumnSlice } from '../../core/campaign-counts/plan-merges';
import { EVENTUAL } from '../../core/consistency/consistency';
import { hash128 } from '../../core/shared/hash64';
import { maxOf } from '../../core/shared/lists';
import type { SketchDeclaration } from '../../core/schema/schema';
import { Sketch } from '../../core/sketches/sketch';
import { parseSketchColumn, sketchColumn, SKETCH_WRITER_BYTES } from '../../core/sketches/sketch-row';
import type { Reader, Writer } from '../../consistency/store';
import { isCorruption, mergeSketchCell } from './corrupted-sketches';
import { countMergeFailure, emptyMergeTally, type MergeTally } from './merge-tally';

export interface MergeSketchRowDependencies {
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Pick<Writer, 'mutateRow'>;
  readonly sketches: SketchDeclaration;
  /** Table of the sketches: those of a placement are merged there, and never with those of another. */
  readonly table: string;
  readonly limits: { readonly callTimeoutMs: number; readonly readBytesMax: number };
}

/** A row and the parts of it that can be merged. */
export interface SketchRowMerge {
  readonly key: Buffer;
  /** Day of the row, for messages about corruption. */
  readonly day: string;
  readonly slices: readonly ColumnSlice[];
  readonly activeFromMicros: number;
}

const MICROS_PER_MS = 1_000;

/**
 * Merges each slice in one atomic mutation, which writes the union and deletes the merged columns. The union's column is
 * named by its content, so no writer ever stores anything else there.
 */
export async function mergeSketchRow(
  { key, day, slices, activeFromMicros }: SketchRowMerge,
  dependencies: MergeSketchRowDependencies,
): Promise<MergeTally> {
  const { writer, sketches, table, limits } = dependencies;
  const tally = emptyMergeTally();
  for (const slice of slices) {
    // The cells are read again rather than taken from the scan, so that the merged cells and the deleted cells are
    // the same.
    const cells = await readSlice(key, slice, dependencies);
    const mutations = planMerges(cells, activeFromMicros).flatMap((merge) =>
      mutationsOf(merge, { family: sketches.family, day, tally }),
    );
    if (mutations.length === 0) continue;
    await writer.mutateRow(table, { key, mutations }, { timeoutMs: limits.callTimeoutMs });
    tally.rowsMerged = 1;
  }
  return tally;
}

async function readSlice(
  key: Buffer,
  { first, last }: ColumnSlice,
  { reader, sketches: { family }, table, limits }: MergeSketchRowDependencies,
): Promise<readonly Cell[]> {
  const end = Buffer.concat([last, Buffer.of(0)]);
  const filter = chain(qualifierRange({ family, start: first, end }), cellsPerColumnLimit(1));
  const read = { table, key, filter, bytesMax: limits.readBytesMax };
  const { row } = await reader.readRow(read, EVENTUAL, { timeoutMs: limits.callTimeoutMs });
  return row?.cells ?? [];
}

/** A sketch with a corrupted part is left for an operator to inspect. */
function mutationsOf(
  { cell, columns }: ColumnMerge<Cell>,
  { family, day, tally }: { readonly family: string; readonly day: string; readonly tally: MergeTally },
): Mutation[] {
  const union = new Sketch();
  try {
    for (const column of columns) mergeSketchCell(union, column, day);
  } catch (error) {
    if (!isCorruption(error)) throw error;
    countMergeFailure(tally, error.code, error.message);
    tally.columnsLeft += columns.length;
    return [];
  }
  const value = encodeSketch(union);
  const qualifier = sketchColumn({ ...cell, writer: nameOf(value), part: 'whole' });
  const newestMicros = maxOf(columns.map(({ timestampMicros }) => timestampMicros));
  tally.columnsRemoved += columns.length;
  tally.columnsWritten += 1;
  tally.bytesRemoved += columns.reduce((sum, each) => sum + each.qualifier.length + each.value.length, 0);
  tally.bytesWritten += qualifier.length + value.length;
  return [
    ...columns.map((column) => deletionOf(family, column)),
    // The set comes last: if one column already contains the union, its deletion must not remove the result. It has
    // the timestamp of the newest part, so retention is unchanged.
    setCell(family, qualifier, newestMicros, value),
  ];
}

/**
 * Deletes a column that was merged. The newest version of a whole sketch contains all earlier ones, which may be deleted
 * with it. That of the items added since lacks the items that have moved to a later whole. So only this version is
 * deleted: a replica may have an earlier one, and neither the later whole nor a union of it yet.
 */
function deletionOf(family: string, { qualifier, timestampMicros }: Cell): Mutation {
  if (parseSketchColumn(qualifier)?.part !== 'whole') return deleteCell(family, qualifier, timestampMicros);
  return deleteFromColumn(family, qualifier, { endMicros: timestampMicros + MICROS_PER_MS });
}

/**
 * Returns the writer id of a union. Other writers draw theirs at random, so a collision is as unlikely as one between
 * two of them.
 */
function nameOf(value: Buffer): string {
  return hash128(value).toString('latin1', 0, SKETCH_WRITER_BYTES);
}
