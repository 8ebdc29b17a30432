import { byteString, data, toBuffer } from '../encoding/proto';
import { operationsOrThrow, compileMutations } from '../service/compile-mutations';
import { decodeInt64 } from '../store/aggregator';
import type { RowOperation } from '../store/stored-row';
import type { StoredTable } from '../store/stored-table';

type Families = StoredTable['families'];

/** Operations as Bigtable's own mutations, the form in which they are kept and shown by change streams. */
export function toMutations(operations: readonly RowOperation[]): data.IMutation[] {
  return operations.map(mutationOf);
}

/** A row mutation as bytes (latin1). */
export function encodeRowMutation(key: string, operations: readonly RowOperation[]): string {
  const entry = { rowKey: toBuffer(key), mutations: toMutations(operations) };
  return byteString(data.MutateRowsRequest.Entry.encode(entry).finish());
}

/** The inverse; `families` must be those of the table at the time of encoding, or more. */
export function decodeRowMutation(
  bytes: string,
  families: Families,
): { key: string; operations: RowOperation[] } {
  const entry = data.MutateRowsRequest.Entry.decode(toBuffer(bytes));
  return {
    key: byteString(entry.rowKey),
    operations: operationsOrThrow(compileMutations(entry.mutations, families, 0)),
  };
}

function mutationOf(operation: RowOperation): data.IMutation {
  switch (operation.kind) {
    case 'set':
      return {
        setCell: {
          familyName: operation.family,
          columnQualifier: toBuffer(operation.qualifier),
          timestampMicros: micros(operation.timestampMs),
          value: toBuffer(operation.value),
        },
      };
    case 'aggregate':
      return aggregation(operation);
    case 'delete-column':
      return {
        deleteFromColumn: {
          familyName: operation.family,
          columnQualifier: toBuffer(operation.qualifier),
          timeRange: {
            startTimestampMicros: micros(operation.fromMs),
            ...(operation.toMs !== Infinity && { endTimestampMicros: micros(operation.toMs) }),
          },
        },
      };
    case 'delete-family':
      return { deleteFromFamily: { familyName: operation.family } };
    case 'delete-row':
      return { deleteFromRow: {} };
  }
}

/** States that are an integer are shown as AddToCell, the mutation that most of them come from; it has the same effect. */
function aggregation(operation: Extract<RowOperation, { kind: 'aggregate' }>): data.IMutation {
  const target = {
    familyName: operation.family,
    columnQualifier: { rawValue: toBuffer(operation.qualifier) },
    timestamp: { rawTimestampMicros: micros(operation.timestampMs) },
  };
  const integer = decodeInt64(operation.input);
  return integer === undefined
    ? { mergeToCell: { ...target, input: { bytesValue: toBuffer(operation.input) } } }
    : { addToCell: { ...target, input: { intValue: integer.toString() } } };
}

/** Microseconds that a number does not hold exactly are written as decimal text, which the encoder takes as well. */
function micros(milliseconds: number): number | string {
  const value = milliseconds * MICROS_PER_MS;
  return Number.isSafeInteger(value) ? value : String(BigInt(milliseconds) * BigInt(MICROS_PER_MS));
}

const MICROS_PER_MS = 1_000;
