import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { type LocalBigtable, startLocalBigtable } from '../../src/local-bigtable/index';
import { seededRandom } from '../../src/platform/random';
import { admin, bytes, data, RawBigtable } from '../conformance/raw-bigtable';
import { FUZZED_TABLE } from './random-messages';
import { field, framed, nested, rawCall } from './raw-call';

const DATA = '/google.bigtable.v2.Bigtable';
const READ = `${DATA}/ReadRows`;
const ADMIN = '/google.bigtable.admin.v2.BigtableTableAdmin';
const CREATE = `${ADMIN}/CreateTable`;
const MODIFY = `${ADMIN}/ModifyColumnFamilies`;
const PARENT = 'projects/p/instances/i';
const OK = '0';
const INVALID_ARGUMENT = '3';
const RESOURCE_EXHAUSTED = '8';
const UNIMPLEMENTED = '12';
const INTERNAL = '13';
const DEEP = 10_000;

describe('extreme requests to the embedded server', () => {
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
    await raw.set('t', 'k', [['f', 'q', 0, 'v']]);
    session = connect(`http://${server.endpoint}`);
  });

  afterEach(async () => {
    expect(internalErrors).toEqual([]);
    expect(await raw.read('t')).toEqual([{ key: 'k', cells: [['f', 'q', 0, 'v']] }]);
  });

  afterAll(async () => {
    raw.close();
    session.close();
    await server.close();
  });

  const read = (filter: Uint8Array): Promise<string> => {
    const table = data.ReadRowsRequest.encode({ tableName: FUZZED_TABLE }).finish();
    return rawCall(session, READ, framed(Buffer.concat([table, field(3, filter)])));
  };

  it.each([
    ['chains', [1, 1]],
    ['interleaves', [2, 1]],
    ['conditions', [3, 1]],
  ])('%s nested ten thousand deep are rejected', async (_, fields) => {
    const filter = data.RowFilter.encode({ passAllFilter: true }).finish();
    expect(await read(nested(fields, DEEP, filter))).toBe(INVALID_ARGUMENT);
  });

  it('filters of a megabyte are rejected, wide or long', async () => {
    const part = field(1, data.RowFilter.encode({ passAllFilter: true }).finish());
    const wide = field(2, Buffer.concat(Array.from({ length: 200_000 }, () => part)));
    expect(wide.length).toBeGreaterThan(1_000_000);
    expect(await read(wide)).toBe(INVALID_ARGUMENT);
    expect(
      await read(data.RowFilter.encode({ valueRegexFilter: Buffer.alloc(1_000_000, 'a') }).finish()),
    ).toBe(INVALID_ARGUMENT);
  });

  it('patterns that are as costly as their size allows terminate', async () => {
    for (const pattern of ['(a*)*b', '(?:a?){1000}a{1000}', `${'(?:'.repeat(900)}a${')*'.repeat(900)}`]) {
      const filter = data.RowFilter.encode({ valueRegexFilter: bytes(pattern) }).finish();
      expect([OK, INVALID_ARGUMENT]).toContain(await read(filter));
    }
  });

  it('GC rules and types nested ten thousand deep are rejected', async () => {
    const rule = nested([3, 1], DEEP, admin.GcRule.encode({ maxNumVersions: 1 }).finish());
    const type = nested([3, 1], DEEP, admin.Type.encode({ bytesType: {} }).finish());
    for (const family of [field(1, rule), field(3, type)]) {
      const entry = Buffer.concat([field(1, bytes('g')), field(2, family)]);
      const create = Buffer.concat([
        admin.CreateTableRequest.encode({ parent: PARENT, tableId: 'deep' }).finish(),
        field(3, field(3, entry)),
      ]);
      expect(await rawCall(session, CREATE, framed(create))).toBe(INVALID_ARGUMENT);
      const modify = Buffer.concat([
        admin.ModifyColumnFamiliesRequest.encode({ name: FUZZED_TABLE }).finish(),
        field(2, Buffer.concat([field(1, bytes('g')), field(2, family)])),
      ]);
      expect(await rawCall(session, MODIFY, framed(modify))).toBe(INVALID_ARGUMENT);
    }
  });

  it('a row set of a hundred thousand keys and ranges is answered', async () => {
    const rowKeys = Array.from({ length: 100_000 }, (_, index) => bytes(`k${index}`));
    const rowRanges = Array.from({ length: 100_000 }, (_, index) => ({
      startKeyOpen: bytes(`r${index}`),
      endKeyClosed: bytes(`r${index}z`),
    }));
    expect(await raw.read('t', { rows: { rowKeys, rowRanges } })).toEqual([]);
  });

  it('column families without a definition are accepted (found by seed 116362)', async () => {
    const request = Buffer.concat([
      admin.CreateTableRequest.encode({ parent: PARENT, tableId: 'bare' }).finish(),
      field(3, field(3, field(1, bytes('__proto__')))),
    ]);
    expect(await rawCall(session, CREATE, framed(request))).toBe(OK);
    expect(Object.keys((await raw.getTable('bare')).columnFamilies ?? {})).toEqual(['__proto__']);
    await raw.modifyFamilies('bare', [{ id: 'constructor', create: {} }]);
    await raw.set('bare', 'k', [['__proto__', 'q', 0, 'v']]);
    expect(await raw.read('bare')).toHaveLength(1);
  });

  it('names of resources of another kind find nothing (found by seed 556089)', async () => {
    const admin = '/google.bigtable.admin.v2.BigtableInstanceAdmin';
    for (const method of ['GetAppProfile', 'GetCluster', 'DeleteAppProfile', 'DeleteCluster']) {
      const status = await rawCall(session, `${admin}/${method}`, framed(field(1, bytes(PARENT))));
      expect({ method, status }).toEqual({ method, status: expect.stringMatching(/^[35]$/) as string });
    }
  });

  it('unknown and empty methods are not implemented', async () => {
    for (const path of ['/google.bigtable.v2.Bigtable/Nope', '/', '/a/b/c', '/%00']) {
      expect(await rawCall(session, path, framed(Buffer.alloc(0)))).toBe(UNIMPLEMENTED);
    }
  });

  it('broken frames end with the status that gRPC specifies', async () => {
    for (const body of [Buffer.alloc(0), Buffer.from([0, 0, 0, 0, 9, 1]), Buffer.from([1, 0, 0, 0, 0])]) {
      expect(await rawCall(session, READ, body)).toBe(INTERNAL);
    }
    const twice = Buffer.concat([framed(Buffer.alloc(0)), framed(Buffer.alloc(0))]);
    expect(await rawCall(session, READ, twice)).toBe(INTERNAL);
  });

  it('messages that announce more than the limit are rejected before they arrive', async () => {
    for (const length of [0xffffffff, 0x7fffffff, 0x20000000]) {
      const header = Buffer.alloc(5);
      header.writeUInt32BE(length, 1);
      expect(await rawCall(session, READ, header)).toBe(RESOURCE_EXHAUSTED);
    }
  });

  it('inner lengths past the end are rejected', async () => {
    for (const message of [
      Buffer.from([0x12, 0x7f, 0x0a]),
      Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f]),
      Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]),
      Buffer.from([0x0f]),
    ]) {
      expect(await rawCall(session, READ, framed(message))).toBe(INVALID_ARGUMENT);
    }
  });

  it('a message that ends within a name is rejected, not interpreted as a shorter name', async () => {
    await raw.createTable('cut', { f: {} });
    const name = bytes(`${PARENT}/tables/cut`);
    const cut = field(1, Buffer.concat([name, bytes('-off')])).subarray(0, -'-off'.length);
    const write = data.MutateRowRequest.encode({
      rowKey: bytes('k'),
      mutations: [{ setCell: { familyName: 'f' } }],
    });
    const calls = [
      rawCall(session, READ, framed(cut)),
      rawCall(session, `${DATA}/MutateRow`, framed(Buffer.concat([write.finish(), cut]))),
      rawCall(session, `${ADMIN}/DeleteTable`, framed(cut)),
    ];
    expect(await Promise.all(calls)).toEqual(calls.map(() => INVALID_ARGUMENT));
    expect(await raw.read('cut')).toEqual([]);
  });

  it('other content types are rejected by HTTP', async () => {
    for (const type of ['text/plain', 'application/json', '', 'application/grp']) {
      expect(await rawCall(session, READ, framed(Buffer.alloc(0)), { 'content-type': type })).toBe(
        'HTTP 415',
      );
    }
    expect(await rawCall(session, READ, framed(Buffer.alloc(0)), { ':method': 'PUT' })).toBe('HTTP 415');
  });

  it('extreme timeouts and headers end with a status', async () => {
    const request = framed(data.ReadRowsRequest.encode({ tableName: FUZZED_TABLE }).finish());
    for (const timeout of ['x', '', '-1S', '99999999H', '0n', '1e3S', '000000000001S']) {
      expect(await rawCall(session, READ, request, { 'grpc-timeout': timeout })).toMatch(/^\d+$/);
    }
    expect(await rawCall(session, READ, request, { 'x-large': 'x'.repeat(10_000) })).toMatch(/^\d+$/);
  });

  it('connections that do not use HTTP/2 affect no other client', async () => {
    const random = seededRandom(1);
    for (let attempt = 0; attempt < 20; attempt++) {
      const noise = Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256)));
      await new Promise<void>((resolve) => {
        const socket = connectTcp(server.port, '127.0.0.1', () => socket.end(noise));
        socket.on('error', () => undefined).on('close', () => resolve());
        socket.resume();
      });
    }
  });
});
