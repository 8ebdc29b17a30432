import type { Bigtable } from '@google-cloud/bigtable';
import type { google } from '@google-cloud/bigtable/build/protos/protos';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { encodeReadRow } from '../../../src/bigtable/read/read-rows-request';
import { CLIENT_METADATA } from '../../../src/bigtable/client/client-metadata';
import { parseEndpoint } from '../../../src/bigtable/transport/socket';
import { TableCallHeaders } from '../../../src/bigtable/client/table-call-headers';
import { bareSession, exchangeBytes } from './bare-stream';
import { scanChunks } from './offsets';
import { FAMILY, INSTANCE, PROJECT, TABLE } from './data';

/** Cells as `qualifier@timestamp=value`, for comparison. */
export type Answer = readonly string[];

/** Client that reads a row. `read` is timed, `answer` is not. */
export interface Contestant {
  /** Resolves with the number of cells. */
  read(key: Buffer): Promise<number>;
  answer(key: Buffer): Promise<Answer>;
}

const printed = (qualifier: Uint8Array | string, timestamp: number, value: Uint8Array): string =>
  `${Buffer.from(qualifier as Uint8Array).toString('latin1')}@${timestamp}=${Buffer.from(value).toString('latin1')}`;

function tidemark(endpoint: string): Contestant {
  const transport = createTransport({ endpoint, plaintext: true });
  const client = createDataClient({ transport, project: PROJECT, instance: INSTANCE });
  return {
    read: async (key) => (await client.readRow({ table: TABLE, key }))?.cells.length ?? 0,
    async answer(key) {
      const row = await client.readRow({ table: TABLE, key });
      return (row?.cells ?? []).map((cell) => printed(cell.qualifier, cell.timestampMicros, cell.value));
    },
  };
}

/** Uses the package as documented. */
async function veneer(endpoint: string): Promise<Contestant> {
  process.env['BIGTABLE_EMULATOR_HOST'] = endpoint;
  const { Bigtable: BigtableClient } = await import('@google-cloud/bigtable');
  const options = { projectId: PROJECT, metricsEnabled: false };
  const client: Bigtable = new BigtableClient(options);
  const table = client.instance(INSTANCE).table(TABLE);
  interface VeneerCell {
    readonly value: Buffer;
    readonly timestamp: string | number;
  }
  const columns = async (key: Buffer): Promise<Record<string, VeneerCell[]>> => {
    const [rows] = await table.getRows({ keys: [key.toString()], decode: false });
    return (rows[0]!.data as Record<string, Record<string, VeneerCell[]>>)[FAMILY] ?? {};
  };
  return {
    read: async (key) => Object.values(await columns(key)).reduce((sum, cells) => sum + cells.length, 0),
    async answer(key) {
      return Object.entries(await columns(key)).flatMap(([qualifier, cells]) =>
        cells.map((cell) => printed(Buffer.from(qualifier), Number(cell.timestamp), cell.value)),
      );
    },
  };
}

/** Uses the package's generated client, with one object per chunk. */
async function gax(endpoint: string): Promise<Contestant> {
  const { v2 } = await import('@google-cloud/bigtable');
  const { grpc } = await import('google-gax');
  const { host, port } = parseEndpoint(endpoint);
  const client = new v2.BigtableClient({
    servicePath: host,
    port,
    sslCreds: grpc.credentials.createInsecure(),
    projectId: PROJECT,
  });
  const tableName = `projects/${PROJECT}/instances/${INSTANCE}/tables/${TABLE}`;
  type Chunk = google.bigtable.v2.ReadRowsResponse.ICellChunk;
  const chunksOf = (key: Buffer): Promise<Chunk[]> =>
    new Promise((resolve, reject) => {
      const chunks: Chunk[] = [];
      const stream = client.readRows({ tableName, rows: { rowKeys: [key] } });
      stream.on('data', (response: google.bigtable.v2.IReadRowsResponse) =>
        chunks.push(...(response.chunks ?? [])),
      );
      stream.on('error', reject).on('end', () => resolve(chunks));
    });
  return {
    read: async (key) => (await chunksOf(key)).length,
    async answer(key) {
      let qualifier: Uint8Array | string = '';
      return (await chunksOf(key)).map((chunk) => {
        qualifier = chunk.qualifier?.value ?? qualifier;
        return printed(qualifier, Number(chunk.timestampMicros), chunk.value as Uint8Array);
      });
    },
  };
}

/**
 * Lower bound for any client on node:http2: one stream per read, whose bytes are scanned without creating objects. No
 * deadline, retry, pool, status or flow control.
 */
function floor(endpoint: string): Contestant {
  const session = bareSession(endpoint);
  const heads = new TableCallHeaders(`projects/${PROJECT}/instances/${INSTANCE}`, '', CLIENT_METADATA);
  const head = heads.of(TABLE);
  const exchange = (key: Buffer): Promise<Buffer> =>
    exchangeBytes(session, encodeReadRow(head.readRows, key, undefined), head.metadata);
  return {
    read: async (key) => scanChunks(await exchange(key), () => undefined),
    async answer(key) {
      const cells: string[] = [];
      const bytes = await exchange(key);
      scanChunks(bytes, (chunk) => {
        const qualifier = bytes.subarray(chunk.qualifierStart, chunk.qualifierEnd);
        cells.push(
          printed(qualifier, chunk.timestampMicros, bytes.subarray(chunk.valueStart, chunk.valueEnd)),
        );
      });
      return cells;
    },
  };
}

export const CONTESTANTS: Readonly<Record<string, (endpoint: string) => Contestant | Promise<Contestant>>> = {
  tidemark,
  veneer,
  gax,
  floor,
};
