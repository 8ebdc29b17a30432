import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v2 } from '@google-cloud/bigtable';
import { google } from '@google-cloud/bigtable/build/protos/protos';
import { credentials } from '@grpc/grpc-js';
import { type LocalBigtable, startLocalBigtable } from '../../src/local-bigtable/server';
import {
  ChangeStreamAssembler,
  latin1,
  type StreamEvent,
  timestampOf,
} from '../support/local-bigtable/change-stream';

import data = google.bigtable.v2;

const INSTANCE = 'projects/p/instances/i';
const TABLE = `${INSTANCE}/tables/t`;
const DAY_SECONDS = 24 * 3_600;
const LIVES = 3;

/** Google's generated clients, unchanged, with an embedded server on a data folder. */
class Client {
  readonly data: v2.BigtableClient;
  readonly admin: v2.BigtableTableAdminClient;

  constructor({ port }: LocalBigtable) {
    const options = {
      servicePath: '127.0.0.1',
      port,
      sslCreds: credentials.createInsecure(),
      projectId: 'p',
    };
    this.data = new v2.BigtableClient(options);
    this.admin = new v2.BigtableTableAdminClient(options);
  }

  async close(): Promise<void> {
    await Promise.all([this.data.close(), this.admin.close()]);
  }

  async add(token: string, startMs?: number): Promise<void> {
    const startTime = startMs === undefined ? {} : { startTime: { seconds: Math.floor(startMs / 1_000) } };
    await this.data.mutateRow({
      tableName: TABLE,
      rowKey: Buffer.from('counter'),
      mutations: [
        {
          addToCell: {
            familyName: 'sum',
            columnQualifier: { rawValue: Buffer.from('q') },
            timestamp: { rawTimestampMicros: 0 },
            input: { intValue: 1 },
          },
        },
      ],
      idempotency: { token: Buffer.from(token), ...startTime },
    });
  }

  async set(key: string, value: string): Promise<void> {
    const setCell = {
      familyName: 'f',
      columnQualifier: Buffer.from('q'),
      timestampMicros: 1_000,
      value: Buffer.from(value),
    };
    await this.data.mutateRow({ tableName: TABLE, rowKey: Buffer.from(key), mutations: [{ setCell }] });
  }

  /** Reads from a token until this many changes have arrived. */
  async changes(count: number, start: Partial<data.IReadChangeStreamRequest>): Promise<ChangeEvent[]> {
    const found: ChangeEvent[] = [];
    const stream = this.stream(start);
    for await (const event of stream.events) {
      if (event.kind === 'change') found.push(event);
      if (found.length === count) break;
    }
    stream.cancel();
    return found;
  }

  stream(request: Partial<data.IReadChangeStreamRequest>): Stream {
    const call = this.data.readChangeStream({ tableName: TABLE, partition: WHOLE_TABLE, ...request });
    // Cancelling ends the call with an error.
    call.on('error', () => undefined);
    return {
      events: assembled(call as AsyncIterable<data.IReadChangeStreamResponse>),
      cancel: () => call.cancel(),
    };
  }
}

interface Stream {
  readonly events: AsyncIterable<StreamEvent>;
  cancel(): void;
}
type ChangeEvent = Extract<StreamEvent, { kind: 'change' }>;

async function* assembled(
  messages: AsyncIterable<data.IReadChangeStreamResponse>,
): AsyncGenerator<StreamEvent> {
  const assembler = new ChangeStreamAssembler();
  for await (const message of messages) {
    const event = assembler.push(message);
    if (event !== undefined) yield event;
  }
}

const WHOLE_TABLE: data.IStreamPartition = {
  rowRange: { startKeyClosed: Buffer.alloc(0), endKeyOpen: Buffer.alloc(0) },
};

const tokensOf = (token: string): Partial<data.IReadChangeStreamRequest> => ({
  continuationTokens: { tokens: [{ partition: WHOLE_TABLE, token }] },
});

/**
 * Runs on the embedded server only: ReadChangeStream and GenerateInitialChangeStreamPartitions crash Google's emulator,
 * and it ignores idempotency tokens.
 */
describe("Google's generated client on the embedded server's change streams", () => {
  let folder: string;
  let server: LocalBigtable;
  let client: Client;

  const start = async (): Promise<void> => {
    server = await startLocalBigtable({
      host: '127.0.0.1',
      port: 0,
      dataDir: folder,
      // Most values take several messages, which a real client must be able to assemble.
      reading: { valueChunkBytesMax: 4, messageBytes: 64 },
    });
    client = new Client(server);
  };
  const stop = async (): Promise<void> => {
    await client.close();
    await server.close();
  };

  beforeAll(async () => {
    // Otherwise Google's library searches for a cloud environment.
    process.env['METADATA_SERVER_DETECTION'] = 'none';
    folder = await mkdtemp(join(tmpdir(), 'tidemark-streams-'));
    await start();
    const inputType = { int64Type: { encoding: { bigEndianBytes: {} } } };
    await client.admin.createTable({
      parent: INSTANCE,
      tableId: 't',
      table: {
        columnFamilies: { f: {}, sum: { valueType: { aggregateType: { inputType, sum: {} } } } },
        changeStreamConfig: { retentionPeriod: { seconds: DAY_SECONDS } },
      },
    });
  });

  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true });
    delete process.env['METADATA_SERVER_DETECTION'];
  });

  it('the client lists the partitions', async () => {
    const partitions: data.IStreamPartition[] = [];
    for await (const { partition } of client.data.generateInitialChangeStreamPartitions({
      tableName: TABLE,
    }) as AsyncIterable<data.GenerateInitialChangeStreamPartitionsResponse>) {
      partitions.push(partition!);
    }
    expect(
      partitions.map(({ rowRange }) => [latin1(rowRange?.startKeyClosed), latin1(rowRange?.endKeyOpen)]),
    ).toEqual([['', '']]);
  });

  it('the client reads changes as they occur, and resumes by token after restarts of the server', async () => {
    const startTime = timestampOf(Date.now() * 1_000);
    await client.set('r0', 'a longer value, in several messages');
    const [first] = await client.changes(1, { startTime });
    expect(first!.change.messages).toBeGreaterThan(1);
    expect(latin1(first!.change.mutations[0]!.setCell?.value)).toBe('a longer value, in several messages');
    let { token } = first!.change;
    for (let life = 1; life <= LIVES; life++) {
      await client.set(`r${life}`, 'before');
      await stop();
      await start();
      await client.set(`r${life}`, 'after');
      const changes = await client.changes(2, tokensOf(token));
      expect(changes.map(({ change }) => change.key)).toEqual([`r${life}`, `r${life}`]);
      ({ token } = changes[1]!.change);
    }
  });

  it('the client receives heartbeats, and the end at the end time', async () => {
    const heartbeatDuration = { nanos: 20_000_000 };
    const endTime = timestampOf((Date.now() + 500) * 1_000);
    const kinds: string[] = [];
    for await (const { kind } of client.stream({ heartbeatDuration, endTime }).events) kinds.push(kind);
    expect(kinds[0]).toBe('heartbeat');
    expect(kinds.at(-1)).toBe('close');
  });

  it('an open stream does not delay the shutdown of the server', async () => {
    const { events } = client.stream({ heartbeatDuration: { nanos: 1_000_000 } });
    const iterator = events[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toMatchObject({ kind: 'heartbeat' });
    const ended = (async () => {
      while ((await iterator.next()).done !== true);
    })();
    const ending = expect(ended).rejects.toMatchObject({
      code: UNAVAILABLE,
      details: 'The server is shutting down',
    });
    await server.close();
    await ending;
    await client.close();
    await start();
  });

  it('an idempotency token adds once, even after a restart of the server', async () => {
    const startMs = Date.now();
    await client.add('the first one', startMs);
    await client.add('the first one', startMs);
    await stop();
    await start();
    await client.add('the first one', startMs);
    await client.add('the other one', startMs);
    const value = await counter(client);
    expect(value).toBe(2n);
    await expect(client.add('the third one', startMs - 16 * 60_000)).rejects.toMatchObject({
      code: FAILED_PRECONDITION,
    });
  });
});

async function counter({ data: reads }: Client): Promise<bigint> {
  const request = { tableName: TABLE, rows: { rowKeys: [Buffer.from('counter')] } };
  const parts: Buffer[] = [];
  for await (const { chunks } of reads.readRows(request) as AsyncIterable<data.ReadRowsResponse>) {
    parts.push(...chunks.map(({ value }) => Buffer.from(value as Uint8Array)));
  }
  return Buffer.concat(parts).readBigInt64BE();
}

const FAILED_PRECONDITION = 9;
const UNAVAILABLE = 14;
