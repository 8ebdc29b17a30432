import { GrpcStatus } from '../../platform/network/grpc';
import { timeSpan, type TimeSpan } from '../filter/bounds';
import { invalidArgumentError, RpcError } from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import { bigInt64, byteString, type data, type Int64 } from '../encoding/proto';
import { decodeInt64, encodeInt64 } from '../store/aggregator';
import type { RowOperation } from '../store/stored-row';
import type { Family, StoredTable } from '../store/stored-table';

type Families = StoredTable['families'];
type Kind = NonNullable<data.Mutation['mutation']>;
interface Context {
  readonly families: Families;
  readonly nowMs: number;
}

export function checkRowKey(key: string): void {
  if (key.length === 0) throw invalidArgumentError('Row keys must be non-empty');
  if (key.length > BIGTABLE_LIMITS.rowKeyBytesMax) {
    throw invalidArgumentError(
      `Row key of ${key.length} bytes is over the limit of ${BIGTABLE_LIMITS.rowKeyBytesMax}`,
    );
  }
}

export function checkMutationCount(count: number): void {
  if (count === 0) throw invalidArgumentError('No mutations provided');
  if (count > BIGTABLE_LIMITS.mutationsPerBatchMax) {
    throw invalidArgumentError(
      `${count} mutations are over the limit of ${BIGTABLE_LIMITS.mutationsPerBatchMax}`,
    );
  }
}

/** Either branch may be empty, but not both. */
export function checkBranches(onMatch: number, onNoMatch: number): void {
  checkMutationCount(onMatch + onNoMatch === 0 ? 0 : Math.max(onMatch, onNoMatch));
}

export function checkRuleCount(count: number): void {
  if (count === 0) throw invalidArgumentError('No rules provided');
  if (count > BIGTABLE_LIMITS.readModifyWriteRulesMax) {
    throw invalidArgumentError(
      `${count} rules are over the limit of ${BIGTABLE_LIMITS.readModifyWriteRulesMax}`,
    );
  }
}

/** Why the table, as it is, does not allow a mutation: it lacks the family, or has one of another type. */
export class FamilyError extends RpcError {}

export type CompiledMutations = RowOperation[] | FamilyError;

/**
 * Validates a row's mutations and turns them into operations, all or nothing: whatever is wrong is found before the
 * row is touched. Server timestamps are settled here, so that the operations mean the same on every replica. Throws
 * what is wrong with the mutations themselves, and returns what is wrong with them for this table: production refuses
 * a whole batch for the one, before it writes, and a single entry for the other
 * (https://github.com/jayfeng0625/better-bttest/blob/main/internal/parity/testdata/real.json).
 */
export function compileMutations(
  mutations: readonly data.IMutation[],
  families: Families,
  nowMs: number,
): CompiledMutations {
  const context = { families, nowMs };
  const operations: RowOperation[] = [];
  let familyError: FamilyError | undefined;
  for (let index = 0; index < mutations.length; index++) {
    try {
      const operation = compileMutation(mutations[index]!, context);
      if (operation !== undefined) operations.push(operation);
    } catch (error) {
      if (!(error instanceof FamilyError)) throw withElementIndex(error, 'Mutation list', index);
      familyError ??= error;
    }
  }
  return familyError ?? operations;
}

/** The operations of mutations that the table allows; throws why it does not. */
export function operationsOrThrow(compiled: CompiledMutations): RowOperation[] {
  if (compiled instanceof FamilyError) throw compiled;
  return compiled;
}

/** Undefined for a mutation that has no effect. */
function compileMutation(mutation: data.IMutation, context: Context): RowOperation | undefined {
  const kind = (mutation as data.Mutation).mutation;
  if (kind === undefined) throw invalidArgumentError('the mutation is empty');
  return COMPILERS[kind](mutation, context);
}

/** Says of a bad argument which element of a list has it, in production's words. */
export function withElementIndex(error: unknown, list: string, index: number): unknown {
  if (!(error instanceof RpcError) || error.status !== GrpcStatus.INVALID_ARGUMENT) return error;
  return invalidArgumentError(`Error in field '${list}' : Error in element #${index} : ${error.message}`);
}

type Compiler = (mutation: data.IMutation, context: Context) => RowOperation | undefined;

const COMPILERS: Readonly<Record<Kind, Compiler>> = {
  setCell: ({ setCell }, { families, nowMs }) => {
    const value = byteString(setCell?.value);
    if (value.length > BIGTABLE_LIMITS.cellBytesMax) throw cellTooLarge(value.length);
    const qualifier = checkedQualifier(byteString(setCell?.columnQualifier));
    const at = timestampMs(setCell?.timestampMicros, nowMs);
    const family = familyOf(families, setCell?.familyName);
    if (family.aggregator !== undefined) throw typeMismatch(family, 'AddToCell and MergeToCell');
    return { kind: 'set', family: family.name, qualifier, timestampMs: at, value };
  },
  addToCell: ({ addToCell }, { families }) => aggregation(addToCell ?? {}, families, addedState),
  mergeToCell: ({ mergeToCell }, { families }) => aggregation(mergeToCell ?? {}, families, mergedState),
  deleteFromColumn: ({ deleteFromColumn }, { families }) => {
    const span = deletedSpan(deleteFromColumn?.timeRange ?? {});
    const family = familyOf(families, deleteFromColumn?.familyName).name;
    const qualifier = byteString(deleteFromColumn?.columnQualifier);
    return { kind: 'delete-column', family, qualifier, ...span };
  },
  deleteFromFamily: ({ deleteFromFamily }, { families }) => ({
    kind: 'delete-family',
    family: familyOf(families, deleteFromFamily?.familyName).name,
  }),
  deleteFromRow: () => ({ kind: 'delete-row' }),
};

export function familyOf(families: Families, name: string | null | undefined): Family {
  const family = families.get(name ?? '');
  if (family === undefined) {
    throw new FamilyError(GrpcStatus.NOT_FOUND, `Requested column family not found: ${name ?? ''}`);
  }
  return family;
}

export function checkedQualifier(qualifier: string): string {
  if (qualifier.length <= BIGTABLE_LIMITS.qualifierBytesMax) return qualifier;
  throw invalidArgumentError(
    `Column qualifier of ${qualifier.length} bytes is over the limit of ${BIGTABLE_LIMITS.qualifierBytesMax}`,
  );
}

export function cellTooLarge(bytes: number): RpcError {
  return invalidArgumentError(
    `Cell value of ${bytes} bytes is over the limit of ${BIGTABLE_LIMITS.cellBytesMax}`,
  );
}

/** A timestamp to write: -1 is the server's time, anything else must be a whole, representable millisecond. */
function timestampMs(micros: Int64, nowMs: number): number {
  // The usual case, in arithmetic that costs a tenth.
  if (typeof micros === 'number' && micros >= 0 && micros % 1_000 === 0) return micros / 1_000;
  return bigInt64(micros) === -1n ? nowMs : explicitTimestampMs(micros);
}

function explicitTimestampMs(micros: Int64): number {
  const value = bigInt64(micros);
  if (value < 0n) throw invalidArgumentError(`Timestamp ${value} is negative`);
  if (value % 1000n !== 0n) {
    throw invalidArgumentError(
      `Timestamp granularity mismatch. Expected a multiple of 1000 (millisecond granularity), but got ${value}`,
    );
  }
  const milliseconds = Number(value / 1000n);
  if (milliseconds > BIGTABLE_LIMITS.timestampMsMax)
    throw invalidArgumentError(`Timestamp ${value} is too large`);
  return milliseconds;
}

function deletedSpan(range: data.ITimestampRange): TimeSpan {
  const span = timeSpan('time_range', range);
  if (span.fromMs < 0 || span.toMs < 0)
    throw invalidArgumentError("Error in field 'time_range' : must not be negative");
  return span;
}

/** What AddToCell merges into a cell; production adds 0 where there is no input. */
function addedState(input: data.IValue): string {
  const kind = (input as data.Value).kind;
  if (kind === undefined) return encodeInt64(0n);
  if (kind !== 'intValue') throw invalidArgumentError("Error in field 'input' : must use `int_value`");
  return encodeInt64(bigInt64(input.intValue));
}

/** What MergeToCell merges into a cell: nothing where there is no input, or an empty one. Its size is the family's. */
function mergedState(input: data.IValue): string | undefined {
  const kind = (input as data.Value).kind;
  if (kind === undefined) return undefined;
  if (kind !== 'bytesValue') throw invalidArgumentError("Error in field 'input' : must use `bytes_value`");
  const state = byteString(input.bytesValue);
  if (state.length === 0) return undefined;
  if (decodeInt64(state) !== undefined) return state;
  throw mismatch(`a state has 8 bytes, not ${state.length}`);
}

/**
 * Both mutations of aggregate cells. What they take is documented by the proto files and was measured on production:
 * https://github.com/jayfeng0625/better-bttest/blob/main/internal/parity/testdata/real.json
 */
function aggregation(
  mutation: data.Mutation.IAddToCell | data.Mutation.IMergeToCell,
  families: Families,
  stateOf: (input: data.IValue) => string | undefined,
): RowOperation | undefined {
  const { columnQualifier, timestamp } = mutation;
  if ((columnQualifier as data.Value | null)?.kind !== 'rawValue') {
    throw invalidArgumentError("Error in field 'column_qualifier' : must use `raw_value`");
  }
  if ((timestamp as data.Value | null)?.kind !== 'rawTimestampMicros') {
    throw invalidArgumentError("Error in field 'timestamp' : must use `raw_timestamp_micros`");
  }
  const qualifier = checkedQualifier(byteString(columnQualifier?.rawValue));
  const timestampMs = explicitTimestampMs(timestamp?.rawTimestampMicros);
  const input = stateOf(mutation.input ?? {});
  const family = familyOf(families, mutation.familyName);
  if (family.aggregator === undefined) throw typeMismatch(family, 'SetCell');
  if (input === undefined) return undefined;
  return {
    kind: 'aggregate',
    family: family.name,
    qualifier,
    timestampMs,
    aggregator: family.aggregator,
    input,
  };
}

function typeMismatch(family: Family, mutations: string): FamilyError {
  const holds = family.aggregator === undefined ? 'plain cells' : `${family.aggregator.name} aggregates`;
  return mismatch(`${family.name} holds ${holds}, which are written by ${mutations}`);
}

function mismatch(why: string): FamilyError {
  return new FamilyError(GrpcStatus.INVALID_ARGUMENT, `Column family type mismatch: ${why}`);
}
