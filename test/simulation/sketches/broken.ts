import { deleteFromColumn } from '../../../src/bigtable/write/mutations';
import type { Mutation, RowMutations } from '../../../src/bigtable/client/types';
import { SKETCH_WRITER_BYTES } from '../../../src/core/sketches/sketch-row';
import type { Writer } from '../../../src/consistency/store';

/** Parts of the protocol that can be disabled, to show that they are needed. */
export const GUARDS = ['own-columns', 'content-names', 'exact-deletes', 'one-mutation'] as const;
export type Guard = (typeof GUARDS)[number];

/** A merge writer without one of them. */
export function mergingWithout(guard: Guard | undefined, writer: Writer): Writer {
  if (guard === 'content-names') return changed(writer, withFixedName);
  if (guard === 'exact-deletes') return changed(writer, ofWholeColumn);
  return guard === 'one-mutation' ? inTwo(writer) : writer;
}

function changed(writer: Writer, change: (mutation: Mutation) => Mutation): Writer {
  const row = ({ key, mutations }: RowMutations): RowMutations => ({ key, mutations: mutations.map(change) });
  return { ...writer, mutateRow: (table, each, options) => writer.mutateRow(table, row(each), options) };
}

/** One column for all unions of a sketch, so that the last writer wins. */
function withFixedName(mutation: Mutation): Mutation {
  const { setCell } = mutation;
  if (!setCell) return mutation;
  const columnQualifier = Buffer.from(setCell.columnQualifier as Buffer);
  columnQualifier.fill(0, columnQualifier.length - SKETCH_WRITER_BYTES - 1);
  return { setCell: { ...setCell, columnQualifier } };
}

function ofWholeColumn(mutation: Mutation): Mutation {
  const { familyName, columnQualifier } = mutation.deleteFromColumn ?? {};
  if (!familyName || !columnQualifier) return mutation;
  return deleteFromColumn(familyName, columnQualifier as Buffer);
}

/** The merged columns are deleted before the union is written. */
function inTwo(writer: Writer): Writer {
  return {
    ...writer,
    mutateRow: async (table, { key, mutations }, options) => {
      const deletes = mutations.filter(({ deleteFromColumn: each }) => each);
      await writer.mutateRow(table, { key, mutations: deletes }, options);
      const sets = mutations.filter(({ setCell }) => setCell);
      return writer.mutateRow(table, { key, mutations: sets }, options);
    },
  };
}
