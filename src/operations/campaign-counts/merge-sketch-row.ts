import { cellsPerColumnLimit, chain, qualifierRange } from '../../bigtable/read/filters';
import { deleteFromColumn, setCell } from '../../bigtable/write/mutations';
import type { Cell, Mutation } from '../../bigtable/client/types';
import { encodeSketch } from '../../codec/sketches/sketch-codec';
import { planMerges, type ColumnMerge, type ColumnSlice } from '../../core/campaign-counts/plan-merges';
import { EVENTUAL } from '../../core/consistency/consistency';
import { hash128 } from '../../core/shared/hash64';
import { maxOf } from '../../core/shared/lists';
import type { SketchDeclaration } from '../../core/schema/schema';
import { Sketch } from '../../core/sketches/sketch';
import { sketchColumn, SKETCH_WRITER_BYTES } from '../../core/sketches/sketch-row';
import type { Reader, Writer } from '../../consistency/store';
import { isCorruption, mergeSketchCell } from './corrupted-sketches';
import { countMergeFailure, emptyMergeTally, type MergeTally } from './merge-tally';

export interface MergeSketchRowDependencies {
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Pick<Writer, 'mutateRow'>;
  readonly sketches: SketchDeclaration;
  readonly limits: { readonly callTimeoutMs: number; readonly readBytesMax: number };
}

/** A row, and where in it there is something to merge. */
export interface SketchRowMerge {
  readonly key: Buffer;
  /** For those who are told what is damaged. */
  readonly day: string;
  readonly slices: readonly ColumnSlice[];
  readonly activeFromMicros: number;
}

const MICROS_PER_MS = 1_000;

/**
 * Merges what the slices have, each in one atomic mutation that deletes the columns it sets the union of. Of those all versions up
 * to the newest that was read: a writer's newest has what its earlier ones had. The union's column is named by its content, so
 * nobody ever writes anything else there.
 */
export async function mergeSketchRow(
  { key, day, slices, activeFromMicros }: SketchRowMerge,
  dependencies: MergeSketchRowDependencies,
): Promise<MergeTally> {
  const { writer, sketches, limits } = dependencies;
  const tally = emptyMergeTally();
  for (const slice of slices) {
    // Again, and not from the scan: what is merged is what is deleted, of one moment.
    const cells = await readSlice(key, slice, dependencies);
    const mutations = planMerges(cells, activeFromMicros).flatMap((merge) =>
      mutationsOf(merge, { family: sketches.family, day, tally }),
    );
    if (mutations.length === 0) continue;
    await writer.mutateRow(sketches.corpus, { key, mutations }, { timeoutMs: limits.callTimeoutMs });
    tally.rowsMerged = 1;
  }
  return tally;
}

async function readSlice(
  key: Buffer,
  { first, last }: ColumnSlice,
  { reader, sketches: { corpus: table, family }, limits }: MergeSketchRowDependencies,
): Promise<readonly Cell[]> {
  const end = Buffer.concat([last, Buffer.of(0)]);
  const filter = chain(qualifierRange({ family, start: first, end }), cellsPerColumnLimit(1));
  const read = { table, key, filter, bytesMax: limits.readBytesMax };
  const { row } = await reader.readRow(read, EVENTUAL, { timeoutMs: limits.callTimeoutMs });
  return row?.cells ?? [];
}

/** None for a sketch of which a part is damaged: that is left for a person to look at. */
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
    ...columns.map((column) =>
      deleteFromColumn(family, column.qualifier, { endMicros: column.timestampMicros + MICROS_PER_MS }),
    ),
    // Last: where one of them has all that the others have, it is set in its own place. Kept as long as the newest would be.
    setCell(family, qualifier, newestMicros, value),
  ];
}

/** Writers draw theirs by lot: that one is the same is as likely as that two of theirs are. */
function nameOf(value: Buffer): string {
  return hash128(value).toString('latin1', 0, SKETCH_WRITER_BYTES);
}
