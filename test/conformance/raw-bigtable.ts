import {
  type Client,
  credentials,
  Metadata,
  makeGenericClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js';
import { google } from '@google-cloud/bigtable/build/protos/protos';
import type { Writer } from 'protobufjs';

import data = google.bigtable.v2;
import admin = google.bigtable.admin.v2;

interface Codec<T> {
  encode(message: T): Writer;
}
interface Decoder<T> {
  decode(bytes: Uint8Array): T;
}

/** Family, qualifier, timestamp in microseconds, value, labels. Strings contain bytes as latin1. */
export type PlainCell = [
  family: string,
  qualifier: string,
  micros: number,
  value: string,
  ...labels: string[],
];
export interface PlainRow {
  readonly key: string;
  readonly cells: readonly PlainCell[];
}

const DATA = '/google.bigtable.v2.Bigtable';
const ADMIN = '/google.bigtable.admin.v2.BigtableTableAdmin';
/** Long, for busy machines. */
const CALL_TIMEOUT_MS = 60_000;
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const GenericClient = makeGenericClientConstructor({}, 'generic');

/** Raw gRPC client of any Bigtable server, with another implementation of gRPC than the product's. */
export class RawBigtable {
  readonly #client: Client;
  readonly instance: string;

  constructor(endpoint: string, instance = 'projects/p/instances/i') {
    this.instance = instance;
    this.#client = new GenericClient(endpoint, credentials.createInsecure(), {
      'grpc.max_receive_message_length': -1,
      'grpc.max_send_message_length': -1,
    });
  }

  close(): void {
    this.#client.close();
  }

  tableName(table: string): string {
    return `${this.instance}/tables/${table}`;
  }

  unary<Request, Response>(
    path: string,
    [requestType, responseType]: [Codec<Request>, Decoder<Response>],
    request: Request,
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest<Request, Response>(
        path,
        (message) => Buffer.from(requestType.encode(message).finish()),
        (response) => responseType.decode(response),
        request,
        new Metadata(),
        { deadline: Date.now() + CALL_TIMEOUT_MS },
        (error, response) => (error ? reject(error) : resolve(response!)),
      );
    });
  }

  stream<Request, Response>(
    path: string,
    [requestType, responseType]: [Codec<Request>, Decoder<Response>],
    request: Request,
  ): Promise<Response[]> {
    return new Promise((resolve, reject) => {
      const responses: Response[] = [];
      this.#client
        .makeServerStreamRequest<Request, Response>(
          path,
          (message) => Buffer.from(requestType.encode(message).finish()),
          (response) => responseType.decode(response),
          request,
          new Metadata(),
          { deadline: Date.now() + CALL_TIMEOUT_MS },
        )
        .on('data', (response: Response) => responses.push(response))
        .on('error', reject)
        .on('end', () => resolve(responses));
    });
  }

  /** Returns the header and the trailer of an answer, whatever its status. */
  metadataOf<Request>(
    path: string,
    requestType: Codec<Request>,
    request: Request,
  ): Promise<{ header: Metadata; trailer: Metadata }> {
    return new Promise((resolve) => {
      let header = new Metadata();
      this.#client
        .makeServerStreamRequest<Request, unknown>(
          path,
          (message) => Buffer.from(requestType.encode(message).finish()),
          () => undefined,
          request,
          new Metadata(),
          { deadline: Date.now() + CALL_TIMEOUT_MS },
        )
        .on('metadata', (metadata: Metadata) => (header = metadata))
        .on('data', () => undefined)
        .on('error', () => undefined)
        .on('status', ({ metadata }: { metadata: Metadata }) => resolve({ header, trailer: metadata }));
    });
  }

  createTable(
    tableId: string,
    columnFamilies: Record<string, admin.IColumnFamily>,
    splits: readonly string[] = [],
  ): Promise<admin.ITable> {
    return this.unary(`${ADMIN}/CreateTable`, [admin.CreateTableRequest, admin.Table], {
      parent: this.instance,
      tableId,
      table: { columnFamilies },
      initialSplits: splits.map((key) => ({ key: bytes(key) })),
    });
  }

  getTable(table: string): Promise<admin.ITable> {
    return this.unary(`${ADMIN}/GetTable`, [admin.GetTableRequest, admin.Table], {
      name: this.tableName(table),
    });
  }

  listTables(request: admin.IListTablesRequest = {}): Promise<admin.IListTablesResponse> {
    return this.unary(`${ADMIN}/ListTables`, [admin.ListTablesRequest, admin.ListTablesResponse], {
      parent: this.instance,
      ...request,
    });
  }

  async deleteTable(table: string): Promise<void> {
    const types: [Codec<admin.IDeleteTableRequest>, Decoder<unknown>] = [
      admin.DeleteTableRequest,
      google.protobuf.Empty,
    ];
    await this.unary(`${ADMIN}/DeleteTable`, types, { name: this.tableName(table) });
  }

  modifyFamilies(
    table: string,
    modifications: admin.ModifyColumnFamiliesRequest.IModification[],
  ): Promise<admin.ITable> {
    return this.unary(`${ADMIN}/ModifyColumnFamilies`, [admin.ModifyColumnFamiliesRequest, admin.Table], {
      name: this.tableName(table),
      modifications,
    });
  }

  async dropRows(table: string, target: Omit<admin.IDropRowRangeRequest, 'name'>): Promise<void> {
    const types: [Codec<admin.IDropRowRangeRequest>, Decoder<unknown>] = [
      admin.DropRowRangeRequest,
      google.protobuf.Empty,
    ];
    await this.unary(`${ADMIN}/DropRowRange`, types, { name: this.tableName(table), ...target });
  }

  async checkConsistency(table: string, consistencyToken?: string): Promise<boolean> {
    const name = this.tableName(table);
    const token =
      consistencyToken ??
      (
        await this.unary(
          `${ADMIN}/GenerateConsistencyToken`,
          [admin.GenerateConsistencyTokenRequest, admin.GenerateConsistencyTokenResponse],
          { name },
        )
      ).consistencyToken;
    const types: [Codec<admin.ICheckConsistencyRequest>, Decoder<admin.CheckConsistencyResponse>] = [
      admin.CheckConsistencyRequest,
      admin.CheckConsistencyResponse,
    ];
    const answer = await this.unary(`${ADMIN}/CheckConsistency`, types, { name, consistencyToken: token });
    return answer.consistent;
  }

  async mutate(
    table: string,
    key: string,
    mutations: data.IMutation[],
    idempotency?: data.IIdempotency,
  ): Promise<void> {
    await this.unary(`${DATA}/MutateRow`, [data.MutateRowRequest, data.MutateRowResponse], {
      tableName: this.tableName(table),
      rowKey: bytes(key),
      mutations,
      ...(idempotency && { idempotency }),
    });
  }

  set(table: string, key: string, cells: readonly PlainCell[]): Promise<void> {
    return this.mutate(table, key, cells.map(setCell));
  }

  /** Returns the status codes of the entries, in order. */
  async mutateRows(
    table: string,
    entries: readonly [key: string, mutations: data.IMutation[]][],
  ): Promise<number[]> {
    const responses = await this.stream(
      `${DATA}/MutateRows`,
      [data.MutateRowsRequest, data.MutateRowsResponse],
      {
        tableName: this.tableName(table),
        entries: entries.map(([key, mutations]) => ({ rowKey: bytes(key), mutations })),
      },
    );
    const codes: number[] = [];
    for (const entry of responses.flatMap((response) => response.entries)) {
      codes[Number(entry.index ?? 0)] = entry.status?.code ?? 0;
    }
    return codes;
  }

  async checkAndMutate(
    table: string,
    key: string,
    request: Omit<data.ICheckAndMutateRowRequest, 'tableName' | 'rowKey'>,
  ): Promise<boolean> {
    const response = await this.unary(
      `${DATA}/CheckAndMutateRow`,
      [data.CheckAndMutateRowRequest, data.CheckAndMutateRowResponse],
      { tableName: this.tableName(table), rowKey: bytes(key), ...request },
    );
    return response.predicateMatched;
  }

  /** Returns the written cells. */
  async readModifyWrite(
    table: string,
    key: string,
    rules: data.IReadModifyWriteRule[],
  ): Promise<PlainCell[]> {
    const { row } = await this.unary(
      `${DATA}/ReadModifyWriteRow`,
      [data.ReadModifyWriteRowRequest, data.ReadModifyWriteRowResponse],
      { tableName: this.tableName(table), rowKey: bytes(key), rules },
    );
    return (row?.families ?? []).flatMap((family) =>
      (family.columns ?? []).flatMap((column) =>
        (column.cells ?? []).map((cell): PlainCell => [
          family.name ?? '',
          text(column.qualifier),
          Number(cell.timestampMicros ?? 0),
          text(cell.value),
        ]),
      ),
    );
  }

  sampleRowKeys(table: string): Promise<data.ISampleRowKeysResponse[]> {
    return this.stream(`${DATA}/SampleRowKeys`, [data.SampleRowKeysRequest, data.SampleRowKeysResponse], {
      tableName: this.tableName(table),
    });
  }

  readResponses(table: string, request: data.IReadRowsRequest = {}): Promise<data.ReadRowsResponse[]> {
    return this.stream(`${DATA}/ReadRows`, [data.ReadRowsRequest, data.ReadRowsResponse], {
      tableName: this.tableName(table),
      ...request,
    });
  }

  async read(table: string, request: data.IReadRowsRequest = {}): Promise<PlainRow[]> {
    return joinChunks((await this.readResponses(table, request)).flatMap((response) => response.chunks));
  }
}

/** Assembles chunks literally according to the documentation of ReadRowsResponse.CellChunk. */
export function joinChunks(chunks: readonly data.ReadRowsResponse.ICellChunk[]): PlainRow[] {
  const rows: PlainRow[] = [];
  let row: { key: string; cells: PlainCell[] } | undefined;
  let family = '';
  let qualifier = '';
  let cell: PlainCell | undefined;
  for (const chunk of chunks) {
    if (chunk.resetRow) {
      row = undefined;
      cell = undefined;
      continue;
    }
    row ??= { key: text(chunk.rowKey), cells: [] };
    if (cell === undefined) {
      if (chunk.familyName) family = chunk.familyName.value ?? '';
      if (chunk.qualifier) qualifier = text(chunk.qualifier.value);
      cell = [family, qualifier, Number(chunk.timestampMicros ?? 0), '', ...(chunk.labels ?? [])];
    }
    cell[3] += text(chunk.value);
    if ((chunk.valueSize ?? 0) === 0) {
      row.cells.push(cell);
      cell = undefined;
    }
    if (chunk.commitRow) {
      rows.push(row);
      row = undefined;
    }
  }
  if (row !== undefined || cell !== undefined) throw new Error('the stream ended within a row');
  return rows;
}

export function setCell([familyName, qualifier, timestampMicros, value]: PlainCell): data.IMutation {
  return {
    setCell: { familyName, columnQualifier: bytes(qualifier), timestampMicros, value: bytes(value) },
  };
}

/** Encodes the value of a counter. */
export function int64Bytes(value: bigint): string {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64BE(value);
  return buffer.toString('latin1');
}

function text(value: Uint8Array | string | null | undefined): string {
  return typeof value === 'string' ? value : Buffer.from(value ?? []).toString('latin1');
}

/** Returns the gRPC status code of a call. */
export async function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 0,
    (error: ServiceError) => error.code,
  );
}

export { data, admin, bytes };
