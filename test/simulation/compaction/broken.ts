import { SECONDS_PER_DAY } from '../../../src/core/blocks/block-column';
import { deleteFromColumn } from '../../../src/bigtable/write/mutations';
import type { Mutation, RowMutations } from '../../../src/bigtable/client/types';
import type { Writer } from '../../../src/consistency/store';

/** Parts of the protocol that can be disabled, to show that they are needed. */
export const GUARDS = ['content-hash', 'exact-deletes', 'one-mutation'] as const;
export type Guard = (typeof GUARDS)[number];

/** A compaction writer without one of them. */
export function without(guard: Guard | undefined, writer: Writer): Writer {
  switch (guard) {
    case undefined:
      return writer;
    case 'content-hash':
      return changed(writer, (row) => ({ ...row, mutations: row.mutations.map(withFixedColumn) }));
    case 'exact-deletes':
      return changed(writer, (row) => ({ ...row, mutations: row.mutations.map(ofWholeColumn) }));
    case 'one-mutation':
      return inTwo(writer);
  }
}

function changed(writer: Writer, change: (row: RowMutations) => RowMutations): Writer {
  return { ...writer, mutateRow: (table, row, options) => writer.mutateRow(table, change(row), options) };
}

/** One column and one cell for all blocks of a period, so that the last writer wins. */
function withFixedColumn(mutation: Mutation): Mutation {
  const { setCell } = mutation;
  if (!setCell) return mutation;
  const columnQualifier = Buffer.from(setCell.columnQualifier as Buffer);
  columnQualifier.fill(0, 6);
  const day = Number(setCell.timestampMicros) / 1e6 / SECONDS_PER_DAY;
  // The last moment of the week, so that the block does not expire before its events.
  const timestampMicros = Math.ceil(day / 7) * 7 * SECONDS_PER_DAY * 1e6;
  return { setCell: { ...setCell, columnQualifier, timestampMicros } };
}

function ofWholeColumn(mutation: Mutation): Mutation {
  const { familyName, columnQualifier } = mutation.deleteFromColumn ?? {};
  if (!familyName || !columnQualifier) return mutation;
  return deleteFromColumn(familyName, columnQualifier as Buffer);
}

/** The packed cells are deleted before the block is written. */
function inTwo(writer: Writer): Writer {
  return {
    ...writer,
    mutateRow: async (table, { key, mutations }, options) => {
      const deletes = mutations.filter(({ deleteFromColumn: each }) => each);
      if (deletes.length > 0) await writer.mutateRow(table, { key, mutations: deletes }, options);
      const sets = mutations.filter(({ setCell }) => setCell);
      return writer.mutateRow(table, { key, mutations: sets }, options);
    },
  };
}
