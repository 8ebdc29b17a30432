import { timestampBounds } from '../filter/bounds';
import { invalidArgument, notFound, type RpcError } from '../grpc/rpc-error';
import { LIMITS } from '../limits';
import { bigInt64, byteString, type data, type Int64 } from '../proto';
import { encodeInt64 } from '../store/aggregate';
import type { RowOperation } from '../store/row';
import type { Family, Table } from '../store/table';

type Families = Table['families'];
type Kind = NonNullable<data.Mutation['mutation']>;
interface Context {
  readonly families: Families;
  readonly nowMs: number;
}

export function checkRowKey(key: string): void {
  if (key.length === 0) throw invalidArgument('Row keys must be non-empty');
  if (key.length > LIMITS.rowKeyBytesMax) {
    throw invalidArgument(`Row key of ${key.length} bytes is over the limit of ${LIMITS.rowKeyBytesMax}`);
  }
}

export function checkMutationCount(count: number): void {
  if (count === 0) throw invalidArgument('No mutations provided');
  if (count > LIMITS.mutationsPerBatchMax) {
    throw invalidArgument(`${count} mutations are over the limit of ${LIMITS.mutationsPerBatchMax}`);
  }
}

/**
 * Validates a row's mutations and turns them into operations, all or nothing: whatever is wrong is found before the
 * row is touched. Server timestamps are settled here, so that the operations mean the same on every replica.
 */
export function compileMutations(
  mutations: readonly data.IMutation[],
  families: Families,
  nowMs: number,
): RowOperation[] {
  return mutations.map((mutation, index) => {
    const kind = (mutation as data.Mutation).mutation;
    if (kind === undefined) throw invalidArgument(`Mutation ${index} is empty`);
    return COMPILERS[kind](mutation, { families, nowMs });
  });
}

const COMPILERS: Readonly<Record<Kind, (mutation: data.IMutation, context: Context) => RowOperation>> = {
  setCell: ({ setCell }, { families, nowMs }) => {
    const family = familyOf(families, setCell?.familyName);
    if (family.aggregate !== undefined) {
      throw invalidArgument(`SetCell cannot be used in the aggregate family ${family.name}`);
    }
    const value = byteString(setCell?.value);
    if (value.length > LIMITS.cellBytesMax) throw cellTooLarge(value.length);
    return {
      kind: 'set',
      family: family.name,
      qualifier: checkedQualifier(byteString(setCell?.columnQualifier)),
      timestampMs: timestampMs(setCell?.timestampMicros, nowMs),
      value,
    };
  },
  addToCell: ({ addToCell }, { families }) => {
    if (addToCell?.input?.intValue === null || addToCell?.input?.intValue === undefined) {
      throw invalidArgument('AddToCell needs an int_value as input');
    }
    return aggregation(addToCell, families, encodeInt64(bigInt64(addToCell.input.intValue)));
  },
  mergeToCell: ({ mergeToCell }, { families }) => {
    const state = mergeToCell?.input?.rawValue ?? mergeToCell?.input?.bytesValue;
    if (state?.length !== 8) throw invalidArgument('MergeToCell needs the 8 bytes of an int64 as raw_value');
    return aggregation(mergeToCell!, families, byteString(state));
  },
  deleteFromColumn: ({ deleteFromColumn }, { families }) => {
    const range = deleteFromColumn?.timeRange ?? {};
    checkGranularity(bigInt64(range.startTimestampMicros));
    checkGranularity(bigInt64(range.endTimestampMicros));
    const { fromMs, toMs } = timestampBounds(range);
    if (fromMs >= toMs) throw invalidArgument('The time_range of DeleteFromColumn is empty or reversed');
    return {
      kind: 'delete-column',
      family: familyOf(families, deleteFromColumn?.familyName).name,
      qualifier: byteString(deleteFromColumn?.columnQualifier),
      fromMs,
      toMs,
    };
  },
  deleteFromFamily: ({ deleteFromFamily }, { families }) => ({
    kind: 'delete-family',
    family: familyOf(families, deleteFromFamily?.familyName).name,
  }),
  deleteFromRow: () => ({ kind: 'delete-row' }),
};

export function familyOf(families: Families, name: string | null | undefined): Family {
  const family = families.get(name ?? '');
  if (family === undefined) throw notFound(`Requested column family not found: ${name ?? ''}`);
  return family;
}

export function checkedQualifier(qualifier: string): string {
  if (qualifier.length <= LIMITS.qualifierBytesMax) return qualifier;
  throw invalidArgument(
    `Column qualifier of ${qualifier.length} bytes is over the limit of ${LIMITS.qualifierBytesMax}`,
  );
}

export function cellTooLarge(bytes: number): RpcError {
  return invalidArgument(`Cell value of ${bytes} bytes is over the limit of ${LIMITS.cellBytesMax}`);
}

/** A timestamp to write: -1 is the server's time, anything else must be a whole, representable millisecond. */
function timestampMs(micros: Int64, nowMs: number): number {
  const value = bigInt64(micros);
  if (value === -1n) return nowMs;
  checkGranularity(value);
  const milliseconds = Number(value / 1000n);
  if (milliseconds > LIMITS.timestampMsMax) throw invalidArgument(`Timestamp ${value} is too large`);
  return milliseconds;
}

function checkGranularity(micros: bigint): void {
  if (micros < 0n) throw invalidArgument(`Timestamp ${micros} is negative`);
  if (micros % 1000n === 0n) return;
  throw invalidArgument(
    `Timestamp granularity mismatch. Expected a multiple of 1000 (millisecond granularity), but got ${micros}`,
  );
}

function aggregation(
  mutation: data.Mutation.IAddToCell | data.Mutation.IMergeToCell,
  families: Families,
  input: string,
): RowOperation {
  const family = familyOf(families, mutation.familyName);
  if (family.aggregate === undefined) {
    throw invalidArgument(`The family ${family.name} is not an aggregate family`);
  }
  const timestamp = bigInt64(mutation.timestamp?.rawTimestampMicros);
  if (timestamp < 0n) throw invalidArgument('An aggregate cell needs an explicit timestamp');
  return {
    kind: 'aggregate',
    family: family.name,
    qualifier: checkedQualifier(byteString(mutation.columnQualifier?.rawValue)),
    timestampMs: timestampMs(mutation.timestamp?.rawTimestampMicros, 0),
    aggregate: family.aggregate,
    input,
  };
}
