import { deleteFromColumn } from '../../../src/bigtable/write/mutations';
import type { Mutation, RowMutations } from '../../../src/bigtable/client/types';
import { SKETCH_WRITER_BYTES } from '../../../src/core/sketches/sketch-row';
import type { Writer } from '../../../src/consistency/store';

/** Parts of the protocol that can be left out, to see that they are needed. */
export const GUARDS = ['own-columns', 'content-names', 'exact-deletes', 'one-mutation'] as const;
export type Guard = (typeof GUARDS)[number];

/** A writer of merges that goes without one of them. */
export function mergingWithout(guard: Guard | undefined, writer: Writer): Writer {
  if (guard === 'content-names') return changed(writer, withFixedName);
  if (guard === 'exact-deletes') return changed(writer, ofWholeColumn);
  return guard === 'one-mutation' ? inTwo(writer) : writer;
}

function changed(writer: Writer, change: (mutation: Mutation) => Mutation): Writer {
  const row = ({ key, mutations }: RowMutations): RowMutations => ({ key, mutations: mutations.map(change) });
  return { ...writer, mutateRow: (table, each, options) => writer.mutateRow(table, row(each), options) };
}

/** One column for all unions of a sketch: whoever writes last has it. */
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

/** First what is merged is deleted, then the union is written. */
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
