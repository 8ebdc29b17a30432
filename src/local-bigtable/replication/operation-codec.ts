import { byteString, data, toBuffer } from '../encoding/proto';
import { operationsOrThrow, compileMutations } from '../service/compile-mutations';
import { decodeInt64 } from '../store/aggregator';
import { familyName } from '../store/family-key';
import type { RowOperation } from '../store/stored-row';
import type { StoredTable } from '../store/stored-table';

type Families = StoredTable['families'];

/** Converts operations to Bigtable's mutations, the form used in storage and in change streams. */
export function toMutations(operations: readonly RowOperation[]): data.IMutation[] {
  return operations.map(mutationOf);
}

/** Encodes a row mutation as bytes (latin1). */
export function encodeRowMutation(key: string, operations: readonly RowOperation[]): string {
  const entry = { rowKey: toBuffer(key), mutations: toMutations(operations) };
  return byteString(data.MutateRowsRequest.Entry.encode(entry).finish());
}

/** Decodes a row mutation. `families` must contain at least the table's families at the time of encoding. */
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
          familyName: familyName(operation.family),
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
          familyName: familyName(operation.family),
          columnQualifier: toBuffer(operation.qualifier),
          timeRange: {
            startTimestampMicros: micros(operation.fromMs),
            endTimestampMicros: operation.toMs === Infinity ? null : micros(operation.toMs),
          },
        },
      };
    case 'delete-family':
      return { deleteFromFamily: { familyName: familyName(operation.family) } };
    case 'delete-row':
      return { deleteFromRow: {} };
  }
}

/**
 * Encodes an aggregate operation. Integer states become AddToCell, which most of them come from and which has the same
 * effect.
 */
function aggregation(operation: Extract<RowOperation, { kind: 'aggregate' }>): data.IMutation {
  const target = {
    familyName: familyName(operation.family),
    columnQualifier: { rawValue: toBuffer(operation.qualifier) },
    timestamp: { rawTimestampMicros: micros(operation.timestampMs) },
  };
  const integer = decodeInt64(operation.input);
  return integer === undefined
    ? { mergeToCell: { ...target, input: { bytesValue: toBuffer(operation.input) } } }
    : { addToCell: { ...target, input: { intValue: integer.toString() } } };
}

/**
 * Returns microseconds. Values that a number cannot represent exactly become decimal text, which the encoder accepts.
 */
function micros(milliseconds: number): number | string {
  const value = milliseconds * MICROS_PER_MS;
  return Number.isSafeInteger(value) ? value : String(BigInt(milliseconds) * BigInt(MICROS_PER_MS));
}

const MICROS_PER_MS = 1_000;
