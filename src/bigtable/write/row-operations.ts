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
  ClientCallOptions,
  Cell,
  CheckAndMutateRequest,
  KeySample,
  ReadModifyWriteRule,
  Row,
  RowMutations,
} from '../client/types';

const proto = google.bigtable.v2;

/** Calls on one row each; a call that is not idempotent is sent once. */
export async function mutateRow(
  environment: WriteDependencies,
  request: { readonly table: string; readonly row: RowMutations },
  options?: ClientCallOptions,
): Promise<void> {
  const { table, row } = request;
  const head = environment.tableHeaders.of(table);
  checkRow('', row, environment.writeLimits);
  const spec = specOf(environment, 'MutateRow', table, row.mutations.every(isIdempotent));
  const bytes = encodeMutateRow(head.mutateRow, row);
  await unary(environment, { spec, request: bytes, answer: proto.MutateRowResponse }, options);
}

export async function checkAndMutateRow(
  environment: WriteDependencies,
  appProfileId: string,
  request: CheckAndMutateRequest,
  options?: ClientCallOptions,
): Promise<boolean> {
  const { table, key, predicate, onMatch = [], onNoMatch = [] } = request;
  const spec = specOf(environment, 'CheckAndMutateRow', table, false);
  checkKey('key', key, environment.writeLimits.keyBytesMax);
  if (onMatch.length + onNoMatch.length === 0)
    throw invalidArgument('onMatch', 'at least one mutation is needed');
  if (onMatch.length > 0) checkMutations('onMatch', onMatch, environment.writeLimits);
  if (onNoMatch.length > 0) checkMutations('onNoMatch', onNoMatch, environment.writeLimits);
  const bytes = proto.CheckAndMutateRowRequest.encode({
    tableName: environment.tableHeaders.of(table).name,
    appProfileId,
    rowKey: key,
    predicateFilter: predicate ?? null,
    trueMutations: [...onMatch],
    falseMutations: [...onNoMatch],
  }).finish();
  const call = { spec, request: frameMessage(bytes), answer: proto.CheckAndMutateRowResponse };
  return (await unary(environment, call, options)).predicateMatched;
}

export async function readModifyWriteRow(
  environment: WriteDependencies,
  appProfileId: string,
  request: { readonly table: string; readonly key: Buffer; readonly rules: readonly ReadModifyWriteRule[] },
  options?: ClientCallOptions,
): Promise<Row> {
  const { table, key, rules } = request;
  const spec = specOf(environment, 'ReadModifyWriteRow', table, false);
  checkKey('key', key, environment.writeLimits.keyBytesMax);
  if (rules.length === 0) throw invalidArgument('rules', 'at least one rule is needed');
  const bytes = proto.ReadModifyWriteRowRequest.encode({
    tableName: environment.tableHeaders.of(table).name,
    appProfileId,
    rowKey: key,
    rules: [...rules],
  }).finish();
  const call = { spec, request: frameMessage(bytes), answer: proto.ReadModifyWriteRowResponse };
  return rowOf(key, (await unary(environment, call, options)).row);
}

export async function sampleRowKeys(
  environment: WriteDependencies,
  appProfileId: string,
  table: string,
  options?: ClientCallOptions,
): Promise<KeySample[]> {
  const operation = new RetryingCall(environment, specOf(environment, 'SampleRowKeys', table, true), options);
  const tableName = environment.tableHeaders.of(table).name;
  const request = frameMessage(proto.SampleRowKeysRequest.encode({ tableName, appProfileId }).finish());
  return runWithRetries(operation, async () => {
    const messages = await collectMessages(environment.transport, operation.nextCall(request));
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

/** An answer that cannot be decoded fails the attempt like any other fault. */
function unary<T>(
  environment: WriteDependencies,
  call: UnaryCall<T>,
  options?: ClientCallOptions,
): Promise<T> {
  const operation = new RetryingCall(environment, call.spec, options);
  return runWithRetries(operation, async () =>
    call.answer.decode(await callUnary(environment.transport, operation.nextCall(call.request))),
  );
}

function specOf(
  environment: WriteDependencies,
  method: string,
  table: string,
  idempotent: boolean,
): CallSpec {
  return {
    service: 'google.bigtable.v2.Bigtable',
    method,
    metadata: environment.tableHeaders.of(table).metadata,
    timeoutMs: environment.writeLimits.pointTimeoutMs,
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

/** protobufjs gives Buffers in Node, but its types allow Uint8Array and base64 text. */
function asBuffer(bytes: Uint8Array | string | null | undefined): Buffer {
  if (bytes === null || bytes === undefined) return Buffer.alloc(0);
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
