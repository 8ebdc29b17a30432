import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { invalidArgument } from '../../errors';
import { google } from '../../gen/bigtable';
import { frameMessage } from '../../platform/network/grpc';
import { checkMutations, checkRow } from './check-row';
import { checkKey } from '../client/check-fields';
import { collectMessages, callUnary, type MessageDecoder } from '../client/unary-call';
import type { WriteDependencies } from './mutate-rows';
import { encodeMutateRow } from './mutation-encoder';
import { isIdempotent } from './mutations';
import { RetryingCall, runWithRetries, type CallSpec } from '../client/retrying-call';
import type {
  CallOptions,
  Cell,
  CheckAndMutateRequest,
  KeySample,
  ReadModifyWriteRule,
  Row,
  RowMutations,
} from '../client/types';

const proto = google.bigtable.v2;

/** Writes one row. Calls that are not idempotent are sent only once. */
export async function mutateRow(
  dependencies: WriteDependencies,
  request: { readonly table: string; readonly row: RowMutations },
  options?: CallOptions,
): Promise<void> {
  const { table, row } = request;
  const header = dependencies.tableHeaders.of(table);
  checkRow('', row, dependencies.writeLimits);
  const spec = specOf(dependencies, 'MutateRow', table, row.mutations.every(isIdempotent));
  const bytes = encodeMutateRow(header.mutateRow, row);
  await unary(dependencies, { spec, request: bytes, answer: proto.MutateRowResponse }, options);
}

/** Mutates one row depending on a predicate. Returns whether it matched. */
export async function checkAndMutateRow(
  dependencies: WriteDependencies,
  appProfileId: string,
  request: CheckAndMutateRequest,
  options?: CallOptions,
): Promise<boolean> {
  const { table, key, predicate, onMatch = [], onNoMatch = [] } = request;
  const spec = specOf(dependencies, 'CheckAndMutateRow', table, false);
  checkKey('key', key, dependencies.writeLimits.keyBytesMax);
  if (onMatch.length + onNoMatch.length === 0)
    throw invalidArgument('onMatch', 'must contain at least one mutation if onNoMatch is empty');
  if (onMatch.length > 0) checkMutations('onMatch', onMatch, dependencies.writeLimits);
  if (onNoMatch.length > 0) checkMutations('onNoMatch', onNoMatch, dependencies.writeLimits);
  const bytes = proto.CheckAndMutateRowRequest.encode({
    tableName: dependencies.tableHeaders.of(table).name,
    appProfileId,
    rowKey: key,
    predicateFilter: predicate ?? null,
    trueMutations: [...onMatch],
    falseMutations: [...onNoMatch],
  }).finish();
  const call = { spec, request: frameMessage(bytes), answer: proto.CheckAndMutateRowResponse };
  return (await unary(dependencies, call, options)).predicateMatched;
}

/** Applies increment and append rules to one row. Returns the modified cells. */
export async function readModifyWriteRow(
  dependencies: WriteDependencies,
  appProfileId: string,
  request: { readonly table: string; readonly key: Buffer; readonly rules: readonly ReadModifyWriteRule[] },
  options?: CallOptions,
): Promise<Row> {
  const { table, key, rules } = request;
  const spec = specOf(dependencies, 'ReadModifyWriteRow', table, false);
  checkKey('key', key, dependencies.writeLimits.keyBytesMax);
  if (rules.length === 0) throw invalidArgument('rules', 'must contain at least one rule');
  const bytes = proto.ReadModifyWriteRowRequest.encode({
    tableName: dependencies.tableHeaders.of(table).name,
    appProfileId,
    rowKey: key,
    rules: [...rules],
  }).finish();
  const call = { spec, request: frameMessage(bytes), answer: proto.ReadModifyWriteRowResponse };
  return rowOf(key, (await unary(dependencies, call, options)).row);
}

/** Samples row keys that divide the table into sections of about equal size. */
export async function sampleRowKeys(
  dependencies: WriteDependencies,
  appProfileId: string,
  table: string,
  options?: CallOptions,
): Promise<KeySample[]> {
  const retryingCall = new RetryingCall(
    dependencies,
    specOf(dependencies, 'SampleRowKeys', table, true),
    options,
  );
  const tableName = dependencies.tableHeaders.of(table).name;
  const request = frameMessage(proto.SampleRowKeysRequest.encode({ tableName, appProfileId }).finish());
  return runWithRetries(retryingCall, async () => {
    const messages = await collectMessages(dependencies.transport, retryingCall.nextCall(request));
    return messages.map(keySampleOf);
  });
}

function keySampleOf(message: Buffer): KeySample {
  const { rowKey, offsetBytes } = proto.SampleRowKeysResponse.decode(message);
  return { key: asBuffer(rowKey), offsetBytes: Number(offsetBytes) };
}

interface UnaryCall<T> {
  readonly spec: CallSpec;
  readonly request: Buffer;
  readonly answer: MessageDecoder<T>;
}

/** Sends a unary call with retries. An answer that cannot be decoded fails the attempt like any other error. */
function unary<T>(dependencies: WriteDependencies, call: UnaryCall<T>, options?: CallOptions): Promise<T> {
  const retryingCall = new RetryingCall(dependencies, call.spec, options);
  return runWithRetries(retryingCall, async () =>
    call.answer.decode(await callUnary(dependencies.transport, retryingCall.nextCall(call.request))),
  );
}

function specOf(
  dependencies: WriteDependencies,
  method: string,
  table: string,
  idempotent: boolean,
): CallSpec {
  return {
    service: 'google.bigtable.v2.Bigtable',
    method,
    metadata: dependencies.tableHeaders.of(table).metadata,
    timeoutMs: dependencies.writeLimits.pointTimeoutMs,
    idempotent,
  };
}

function rowOf(key: Buffer, row: api.bigtable.v2.IRow | null | undefined): Row {
  return { key, cells: (row?.families ?? []).flatMap(cellsOf) };
}

function cellsOf(family: api.bigtable.v2.IFamily): Cell[] {
  return (family.columns ?? []).flatMap((column) =>
    (column.cells ?? []).map((cell) => ({
      family: family.name ?? '',
      qualifier: asBuffer(column.qualifier),
      timestampMicros: Number(cell.timestampMicros ?? 0),
      value: asBuffer(cell.value),
      labels: cell.labels ?? [],
    })),
  );
}

/**
 * Converts a bytes field to a Buffer. protobufjs returns Buffers in Node, but its types allow Uint8Array and base64
 * text.
 */
function asBuffer(bytes: Uint8Array | string | null | undefined): Buffer {
  if (bytes === null || bytes === undefined) return Buffer.alloc(0);
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
