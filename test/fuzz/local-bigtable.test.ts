import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { type LocalBigtable, startLocalBigtable } from '../../src/local/server';
import { type Random, seededRandom } from '../../src/platform/random';
import { admin, bytes, data, RawBigtable } from '../conformance/raw-bigtable';

const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? Date.now() % 1_000_000);
const DURATION_MS = Number(process.env['TIDEMARK_TEST_FUZZ_MS'] ?? 3_000);
const STATUS_INTERNAL = '13';
const TABLE = 'projects/p/instances/i/tables/t';

/** Valid requests to damage: random bytes alone seldom get past the first field. */
const SAMPLES: Readonly<Record<string, Uint8Array>> = {
  '/google.bigtable.v2.Bigtable/ReadRows': data.ReadRowsRequest.encode({
    tableName: TABLE,
    rows: { rowKeys: [bytes('k')], rowRanges: [{ startKeyClosed: bytes('a'), endKeyOpen: bytes('z') }] },
    filter: {
      interleave: {
        filters: [
          { chain: { filters: [{ familyNameRegexFilter: 'f.*' }, { cellsPerColumnLimitFilter: 1 }] } },
          { columnRangeFilter: { familyName: 'f', startQualifierOpen: bytes('a') } },
          { timestampRangeFilter: { startTimestampMicros: 1_000, endTimestampMicros: 9_000 } },
        ],
      },
    },
  }).finish(),
  '/google.bigtable.v2.Bigtable/SampleRowKeys': data.SampleRowKeysRequest.encode({
    tableName: TABLE,
  }).finish(),
  '/google.bigtable.v2.Bigtable/MutateRow': data.MutateRowRequest.encode({
    tableName: TABLE,
    rowKey: bytes('k'),
    mutations: [
      {
        setCell: { familyName: 'f', columnQualifier: bytes('q'), timestampMicros: 1_000, value: bytes('v') },
      },
      {
        deleteFromColumn: {
          familyName: 'f',
          columnQualifier: bytes('q'),
          timeRange: { startTimestampMicros: 0 },
        },
      },
    ],
  }).finish(),
  '/google.bigtable.v2.Bigtable/MutateRows': data.MutateRowsRequest.encode({
    tableName: TABLE,
    entries: [{ rowKey: bytes('k'), mutations: [{ setCell: { familyName: 'f', value: bytes('v') } }] }],
  }).finish(),
  '/google.bigtable.v2.Bigtable/CheckAndMutateRow': data.CheckAndMutateRowRequest.encode({
    tableName: TABLE,
    rowKey: bytes('k'),
    predicateFilter: { valueRegexFilter: bytes('[a-z]+') },
    trueMutations: [{ deleteFromFamily: { familyName: 'f' } }],
  }).finish(),
  '/google.bigtable.v2.Bigtable/ReadModifyWriteRow': data.ReadModifyWriteRowRequest.encode({
    tableName: TABLE,
    rowKey: bytes('k'),
    rules: [{ familyName: 'f', columnQualifier: bytes('n'), incrementAmount: 1 }],
  }).finish(),
  '/google.bigtable.v2.Bigtable/PingAndWarm': data.PingAndWarmRequest.encode({
    name: 'projects/p/instances/i',
  }).finish(),
  '/google.bigtable.admin.v2.BigtableTableAdmin/CreateTable': admin.CreateTableRequest.encode({
    parent: 'projects/p/instances/i',
    tableId: 'u',
    table: { columnFamilies: { f: { gcRule: { union: { rules: [{ maxNumVersions: 1 }] } } } } },
  }).finish(),
  '/google.bigtable.admin.v2.BigtableTableAdmin/ListTables': admin.ListTablesRequest.encode({
    parent: 'projects/p/instances/i',
  }).finish(),
  '/google.bigtable.admin.v2.BigtableTableAdmin/GetTable': admin.GetTableRequest.encode({
    name: TABLE,
  }).finish(),
  '/google.bigtable.admin.v2.BigtableTableAdmin/DeleteTable': admin.DeleteTableRequest.encode({
    name: 'x',
  }).finish(),
  '/google.bigtable.admin.v2.BigtableTableAdmin/ModifyColumnFamilies':
    admin.ModifyColumnFamiliesRequest.encode({
      name: TABLE,
      modifications: [{ id: 'g', create: { gcRule: { maxAge: { seconds: 60 } } } }],
    }).finish(),
  '/google.bigtable.admin.v2.BigtableTableAdmin/DropRowRange': admin.DropRowRangeRequest.encode({
    name: TABLE,
    rowKeyPrefix: bytes('a'),
  }).finish(),
  '/google.bigtable.admin.v2.BigtableTableAdmin/GenerateConsistencyToken':
    admin.GenerateConsistencyTokenRequest.encode({ name: TABLE }).finish(),
  '/google.bigtable.admin.v2.BigtableTableAdmin/CheckConsistency': admin.CheckConsistencyRequest.encode({
    name: TABLE,
    consistencyToken: 'x',
  }).finish(),
};

describe(`random bytes at the embedded server, TIDEMARK_TEST_SEED=${SEED}`, () => {
  let server: LocalBigtable;
  let session: ClientHttp2Session;
  let raw: RawBigtable;
  const internalErrors: unknown[] = [];

  beforeAll(async () => {
    server = await startLocalBigtable({
      host: '127.0.0.1',
      port: 0,
      onInternalError: (error) => internalErrors.push(error),
    });
    raw = new RawBigtable(server.endpoint);
    await raw.createTable('t', { f: {} });
    session = connect(`http://${server.endpoint}`);
  });

  afterAll(async () => {
    raw.close();
    session.close();
    await server.close();
  });

  it(
    'ends every call with a status that blames the request, and keeps serving',
    async () => {
      const random = seededRandom(SEED);
      const paths = Object.keys(SAMPLES);
      const deadline = Date.now() + DURATION_MS;
      const statuses = new Map<string, number>();
      while (Date.now() < deadline) {
        const path = paths[Math.floor(random() * paths.length)]!;
        const body = random() < 0.9 ? framed(damaged(SAMPLES[path]!, random)) : noise(random, 64);
        const status = await call(session, path, body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect(internalErrors).toEqual([]);
      expect(statuses.size).toBeGreaterThan(2);
      await raw.createTable('after', { f: {} });
      await raw.set('after', 'k', [['f', 'q', 0, 'v']]);
      expect(await raw.read('after')).toHaveLength(1);
    },
    DURATION_MS + 20_000,
  );

  it('refuses a filter nested ten thousand deep', async () => {
    let filter: Uint8Array = data.RowFilter.encode({ passAllFilter: true }).finish();
    for (let depth = 0; depth < 10_000; depth++) filter = field(1, field(1, filter));
    const request = Buffer.concat([
      data.ReadRowsRequest.encode({ tableName: TABLE }).finish(),
      field(3, filter),
    ]);
    expect(await call(session, '/google.bigtable.v2.Bigtable/ReadRows', framed(request))).toBe('3');
  });

  it('takes a column family without a definition, once found by seed 116362', async () => {
    const request = Buffer.concat([
      admin.CreateTableRequest.encode({ parent: 'projects/p/instances/i', tableId: 'bare' }).finish(),
      field(3, field(3, field(1, bytes('__proto__')))),
    ]);
    const create = '/google.bigtable.admin.v2.BigtableTableAdmin/CreateTable';
    expect(await call(session, create, framed(request))).toBe('0');
    expect(Object.keys((await raw.getTable('bare')).columnFamilies ?? {})).toEqual(['__proto__']);
    await raw.modifyFamilies('bare', [{ id: 'constructor', create: {} }]);
    await raw.set('bare', 'k', [['__proto__', 'q', 0, 'v']]);
    expect(await raw.read('bare')).toHaveLength(1);
  });

  it('answers unknown methods, wrong content types and broken frames without an accident', async () => {
    expect(await call(session, '/google.bigtable.v2.Bigtable/ExecuteQuery', framed(Buffer.alloc(0)))).toBe(
      '12',
    );
    expect(await call(session, '/', framed(Buffer.alloc(0)))).toBe('12');
    const read = '/google.bigtable.v2.Bigtable/ReadRows';
    for (const body of [Buffer.alloc(0), Buffer.from([0, 0, 0, 0, 9, 1]), Buffer.from([1, 0, 0, 0, 0])]) {
      expect(await call(session, read, body)).toBe(STATUS_INTERNAL);
    }
    expect(await call(session, read, Buffer.from([0, 0xff, 0xff, 0xff, 0xff]))).toBe('8');
    expect(internalErrors).toEqual([]);
  });

  it('outlives connections that do not speak HTTP/2', async () => {
    const random = seededRandom(SEED);
    for (let attempt = 0; attempt < 20; attempt++) {
      await new Promise<void>((resolve) => {
        const socket = connectTcp(server.port, '127.0.0.1', () => socket.end(noise(random, 200)));
        socket.on('error', () => undefined).on('close', () => resolve());
        socket.resume();
      });
    }
    expect(await raw.checkConsistency('t')).toBe(true);
  });
});

/** The gRPC status of a call, wherever it comes; `-` when the stream was reset or the answer was no gRPC. */
function call(session: ClientHttp2Session, path: string, body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let status = '-';
    const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc' });
    const note = (headers: Record<string, unknown>): void => {
      const found = headers['grpc-status'];
      if (typeof found === 'string') status = found;
    };
    stream.on('response', note).on('trailers', note);
    stream.on('error', () => undefined).on('close', () => resolve(status));
    stream.resume();
    stream.end(body);
  });
}

function damaged(sample: Uint8Array, random: Random): Buffer {
  const result = Buffer.from(sample);
  for (let flips = Math.floor(random() * 6); flips > 0 && result.length > 0; flips--) {
    result[Math.floor(random() * result.length)] = Math.floor(random() * 256);
  }
  return random() < 0.2 ? result.subarray(0, Math.floor(random() * result.length)) : result;
}

function noise(random: Random, bytesMax: number): Buffer {
  return Buffer.from(
    Array.from({ length: Math.floor(random() * bytesMax) }, () => Math.floor(random() * 256)),
  );
}

function framed(message: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(message.length, 1);
  return Buffer.concat([header, message]);
}

/** A length-delimited protobuf field. */
function field(number: number, contents: Uint8Array): Buffer {
  const header: number[] = [(number << 3) | 2];
  let length = contents.length;
  for (; length > 0x7f; length >>>= 7) header.push((length & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([...header, length]), contents]);
}
