import { google } from '@google-cloud/bigtable/build/protos/protos';
import type { LocalCore } from '../../../src/local-bigtable/core';
import { bigInt64 } from '../../../src/local-bigtable/encoding/proto';
import type { MessageSink } from '../../../src/local-bigtable/grpc/server-call';
import { crc32c } from '../../../src/local-bigtable/sql/encode/crc32c';
import { LOCAL_INSTANCE } from './local-core';

import data = google.bigtable.v2;

const DATA = '/google.bigtable.v2.Bigtable';
const FRAME_HEADER_BYTES = 5;

/** Value of a result: BYTES are Buffers, STRUCT and MAP objects, TIMESTAMP and DATE text. */
export type Plain = null | bigint | number | string | boolean | Buffer | Plain[] | { [key: string]: Plain };

export interface SqlResult {
  readonly names: readonly string[];
  readonly rows: readonly Plain[][];
  readonly tokens: readonly Uint8Array[];
  readonly messages: number;
}

export interface SqlParameters {
  readonly types?: Record<string, data.IType>;
  readonly values?: Record<string, data.IValue>;
}

/** Sink that collects messages and can end the call. */
export class CollectingSink implements MessageSink {
  readonly frames: Buffer[] = [];
  readonly trailers: Record<string, string> = {};
  isEnded = false;
  endAfter = Infinity;

  write(frame: Buffer): undefined {
    this.frames.push(frame);
    if (this.frames.length >= this.endAfter) this.isEnded = true;
  }

  onEnded(): void {
    // The call ends when the handler returns.
  }

  addTrailers(trailers: Readonly<Record<string, string>>): void {
    Object.assign(this.trailers, trailers);
  }
}

/** Client of the SQL methods without a connection. It checks checksums and tokens as clients do. */
export class SqlSession {
  readonly #core: LocalCore;

  constructor(core: LocalCore) {
    this.#core = core;
  }

  async prepare(
    query: string,
    paramTypes: Record<string, data.IType> = {},
    appProfileId = '',
  ): Promise<data.PrepareQueryResponse> {
    const handler = this.#core.handlers.get(`${DATA}/PrepareQuery`)!;
    if (handler.kind !== 'unary') throw new Error('PrepareQuery has one answer');
    const request = data.PrepareQueryRequest.encode({
      instanceName: LOCAL_INSTANCE,
      appProfileId,
      query,
      paramTypes,
    });
    const frame = await handler.handle(Buffer.from(request.finish()), {});
    return data.PrepareQueryResponse.decode(frame.subarray(FRAME_HEADER_BYTES));
  }

  /** Runs a query, and collects its rows. */
  async query(query: string, { types, values }: SqlParameters = {}): Promise<SqlResult> {
    const prepared = await this.prepare(query, types);
    return this.execute(prepared, { params: values ?? {} });
  }

  async execute(
    { preparedQuery, metadata }: data.PrepareQueryResponse,
    request: data.IExecuteQueryRequest = {},
    sink = new CollectingSink(),
  ): Promise<SqlResult> {
    const handler = this.#core.handlers.get(`${DATA}/ExecuteQuery`)!;
    if (handler.kind !== 'stream') throw new Error('ExecuteQuery streams');
    const message = { instanceName: LOCAL_INSTANCE, preparedQuery, ...request };
    await handler.handle(Buffer.from(data.ExecuteQueryRequest.encode(message).finish()), sink, {});
    const columns = metadata?.protoSchema?.columns ?? [];
    return resultOf(columns, sink.frames);
  }
}

function resultOf(columns: readonly data.IColumnMetadata[], frames: readonly Buffer[]): SqlResult {
  const tokens: Uint8Array[] = [];
  let values: data.IValue[] = [];
  let parts: Uint8Array[] = [];
  for (const [index, frame] of frames.entries()) {
    const { results } = data.ExecuteQueryResponse.decode(frame.subarray(FRAME_HEADER_BYTES));
    const { protoRowsBatch, batchChecksum, resumeToken } = results!;
    if (protoRowsBatch?.batchData?.length) parts.push(protoRowsBatch.batchData as Uint8Array);
    if (batchChecksum) {
      const batch = Buffer.concat(parts);
      expect(crc32c(batch)).toBe(batchChecksum);
      values = [...values, ...data.ProtoRows.decode(batch).values];
      parts = [];
    }
    if (resumeToken?.length) tokens.push(resumeToken as Uint8Array);
    if (resumeToken?.length) expect(parts).toEqual([]);
    expect(results!.reset).toBe(index === 0);
  }
  const rows: Plain[][] = [];
  for (let at = 0; at < values.length; at += columns.length) {
    rows.push(columns.map(({ type }, index) => plain(type!, values[at + index]!)));
  }
  return { names: columns.map(({ name }) => name ?? ''), rows, tokens, messages: frames.length };
}

function plain(type: data.IType, value: data.IValue): Plain {
  const { arrayType, structType, mapType } = type;
  const items = value.arrayValue?.values;
  if (value.arrayValue) {
    if (arrayType) return items!.map((item) => plain(arrayType.elementType!, item));
    if (structType) {
      return Object.fromEntries<Plain>(
        structType.fields!.map(({ fieldName, type: fieldType }, index): [string, Plain] => [
          fieldName ?? '',
          plain(fieldType!, items![index]!),
        ]),
      );
    }
    return Object.fromEntries(
      items!.map((entry) => {
        const [key, item] = entry.arrayValue!.values!;
        return [(plain(mapType!.keyType!, key!) as Buffer).toString(), plain(mapType!.valueType!, item!)];
      }),
    );
  }
  return plainScalar(value);
}

function plainScalar(value: data.IValue): Plain {
  const { timestampValue: time, dateValue: date } = value;
  if (value.bytesValue !== null && value.bytesValue !== undefined)
    return Buffer.from(value.bytesValue as Uint8Array);
  if (value.intValue !== null && value.intValue !== undefined) return bigInt64(value.intValue);
  if (time) return new Date(Number(time.seconds ?? 0) * 1_000 + (time.nanos ?? 0) / 1e6).toISOString();
  if (date) return `${date.year}-${date.month}-${date.day}`;
  return value.stringValue ?? value.floatValue ?? value.boolValue ?? null;
}
