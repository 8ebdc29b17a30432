import { google } from '@google-cloud/bigtable/build/protos/protos';
import { createDataClient, type DataClientLimits } from '../../../../src/bigtable/client/data-client';
import { addToCell, deleteFromRow, SERVER_TIME, setCell } from '../../../../src/bigtable/write/mutations';
import type { CallReport } from '../../../../src/bigtable/client/retrying-call';
import { createTransport } from '../../../../src/bigtable/transport/create-transport';
import type { DataClient, Mutation, RowMutations } from '../../../../src/bigtable/client/types';
import { startGrpcServer, type ScriptedServer, type ScriptedCall } from '../../../support/grpc-server';
import { until } from '../../../support/until';

const { MutateRowsRequest, MutateRowsResponse, MutateRowRequest, MutateRowResponse } = google.bigtable.v2;

let server: ScriptedServer;
const clients: DataClient[] = [];
let answer: (call: ScriptedCall, request: Buffer) => void;
let reports: CallReport[] = [];

beforeAll(async () => {
  server = await startGrpcServer(async (serverCall) => answer(serverCall, await serverCall.request));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  reports = [];
});
afterAll(() => server.close());

function connect(limits: Partial<DataClientLimits> = {}): DataClient {
  const client = createDataClient({
    transport: createTransport({ endpoint: server.endpoint, plaintext: true }),
    project: 'p',
    instance: 'i',
    appProfileId: 'serving',
    limits: { retryInitialDelayMs: 1, retryMaxDelayMs: 2, ...limits },
    observer: { onCall: (report) => reports.push(report) },
  });
  clients.push(client);
  return client;
}

const row = (key: string, ...mutations: Mutation[]): RowMutations => ({
  key: Buffer.from(key),
  mutations: mutations.length > 0 ? mutations : [setCell('f', Buffer.from('q'), 1_000, Buffer.from(key))],
});
const serverTime = (): Mutation => setCell('f', Buffer.from('q'), SERVER_TIME, Buffer.from('v'));

/** Answers each call by a function from row key to status, and collects the requests. */
function answerEntries(statusOf: (key: string, attempt: number) => number | undefined): string[][] {
  const requests: string[][] = [];
  answer = (serverCall, bytes) => {
    const { entries } = MutateRowsRequest.decode(bytes);
    const keys = entries.map((entry) => Buffer.from(entry.rowKey as Uint8Array).toString());
    requests.push(keys);
    const results = keys.flatMap((key, index) => {
      const code = statusOf(key, requests.length);
      return code === undefined ? [] : [{ index, status: { code, message: `about ${key}` } }];
    });
    serverCall.send(MutateRowsResponse.encode({ entries: results }).finish());
    serverCall.end();
  };
  return requests;
}

describe('mutateRows', () => {
  it('a batch contains the table, the app profile, and each entry once', async () => {
    let request: google.bigtable.v2.MutateRowsRequest | undefined;
    answer = (serverCall, bytes) => {
      request = MutateRowsRequest.decode(bytes);
      serverCall.send(MutateRowsResponse.encode({ entries: [{ index: 0, status: {} }] }).finish());
      serverCall.end();
    };
    expect(await connect().mutateRows('t', [row('a')])).toEqual([undefined]);
    expect(request).toMatchObject({
      tableName: 'projects/p/instances/i/tables/t',
      appProfileId: 'serving',
      entries: [
        { rowKey: Buffer.from('a'), mutations: [{ setCell: { familyName: 'f', value: Buffer.from('a') } }] },
      ],
    });
    expect(Number(request?.entries[0]?.mutations?.[0]?.setCell?.timestampMicros)).toBe(1_000);
    expect(server.calls.at(-1)?.headers['x-goog-request-params']).toBe(
      'table_name=projects%2Fp%2Finstances%2Fi%2Ftables%2Ft&app_profile_id=serving',
    );
    expect(reports).toEqual([
      { method: 'MutateRows', attempts: 1, durationMs: expect.any(Number) as number, status: 0 },
    ]);
  });

  it('only entries that failed retryably are repeated, and results stay in order', async () => {
    const requests = answerEntries((key, attempt) => {
      if (key === 'rejected') return 3;
      return key.startsWith('busy') && attempt <= Number(key.at(-1)) ? 14 : 0;
    });
    const results = await connect().mutateRows(
      't',
      ['ok', 'busy1', 'rejected', 'busy2', 'ok2'].map((key) => row(key)),
    );
    expect(requests).toEqual([['ok', 'busy1', 'rejected', 'busy2', 'ok2'], ['busy1', 'busy2'], ['busy2']]);
    expect(results.map((result) => result?.message)).toEqual([
      undefined,
      undefined,
      'INVALID_ARGUMENT: about rejected',
      undefined,
      undefined,
    ]);
  });

  it('entries that are not idempotent are never repeated', async () => {
    const requests = answerEntries(() => 14);
    const rows = [
      row('server-time', serverTime()),
      row('add', addToCell('s', Buffer.from('q'), 0, 1)),
      row('plain'),
    ];
    const results = await connect({ retryAttemptsMax: 3 }).mutateRows('t', rows);
    expect(requests).toEqual([['server-time', 'add', 'plain'], ['plain'], ['plain']]);
    expect(results).toEqual(
      [14, 14, 14].map((grpcStatus) => expect.objectContaining({ grpcStatus }) as Error),
    );
  });

  it('entries without a result are repeated after a broken call', async () => {
    let calls = 0;
    const requests = answerEntries((key) => (calls === 1 && key !== 'a' ? undefined : 0));
    const answerWhole = answer;
    answer = (serverCall, bytes) => {
      calls += 1;
      if (calls > 1) return answerWhole(serverCall, bytes);
      serverCall.send(MutateRowsResponse.encode({ entries: [{ index: 0, status: {} }] }).finish());
      serverCall.end(14);
    };
    expect(await connect().mutateRows('t', [row('a'), row('b'), row('c')])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(requests).toEqual([['b', 'c']]);
  });

  it('entries that an OK answer omits are repeated', async () => {
    const requests = answerEntries((key, attempt) => (attempt === 1 && key === 'b' ? undefined : 0));
    expect(await connect().mutateRows('t', [row('a'), row('b')])).toEqual([undefined, undefined]);
    expect(requests).toEqual([['a', 'b'], ['b']]);
  });

  it('the client waits as long as the RetryInfo of an entry requests', async () => {
    const retryInfo = {
      type_url: 'type.googleapis.com/google.rpc.RetryInfo',
      value: Buffer.from([0x0a, 5, 0x10, 0x80, 0xb8, 0x93, 0x14]),
    };
    let calls = 0;
    answer = (serverCall) => {
      calls += 1;
      const status = calls === 1 ? { code: 8, message: 'slow down', details: [retryInfo] } : {};
      serverCall.send(MutateRowsResponse.encode({ entries: [{ index: 0, status }] }).finish());
      serverCall.end();
    };
    const started = performance.now();
    expect(await connect().mutateRows('t', [row('a')])).toEqual([undefined]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(41);
  });

  it('every entry reports the error of a call that fails permanently', async () => {
    answer = (serverCall) => serverCall.endAtOnce({ 'grpc-status': '5', 'grpc-message': 'no table' });
    const results = await connect().mutateRows('t', [row('a'), row('b')]);
    expect(results.map((result) => result?.message)).toEqual(['NOT_FOUND: no table', 'NOT_FOUND: no table']);
  });

  it('a list is divided by mutations and bytes, with a few calls in flight and results in order', async () => {
    let inFlight = 0;
    let inFlightMost = 0;
    const sizes: number[] = [];
    answer = (serverCall, bytes) => {
      const { entries } = MutateRowsRequest.decode(bytes);
      sizes.push(entries.length);
      inFlight += 1;
      inFlightMost = Math.max(inFlightMost, inFlight);
      // The first calls wait until the maximum is in flight. Then there is time for one more than allowed.
      void until(() => inFlightMost >= 3).then(async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        inFlight -= 1;
        const results = entries.map((entry, index) => {
          const failed = Buffer.from(entry.rowKey as Uint8Array).toString() === 'r57';
          return { index, status: failed ? { code: 3, message: 'not this one' } : {} };
        });
        serverCall.send(MutateRowsResponse.encode({ entries: results }).finish());
        serverCall.end();
      });
    };
    const rows = Array.from({ length: 100 }, (_, index) => row(`r${index}`));
    const results = await connect({ mutationsPerBatchMax: 7, mutateCallsInFlightMax: 3 }).mutateRows(
      't',
      rows,
    );
    expect(sizes).toHaveLength(15);
    expect(Math.max(...sizes)).toBe(7);
    expect(inFlightMost).toBe(3);
    expect(results.flatMap((result, index) => (result === undefined ? [] : [index]))).toEqual([57]);
    sizes.length = 0;
    await connect({ batchBytesMax: 200 }).mutateRows('t', rows.slice(0, 20));
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20);
  });

  it('a call that is rejected as a whole is reported as failed', async () => {
    answer = (serverCall) => serverCall.end(7, { 'grpc-message': 'not yours' });
    const errors = await connect().mutateRows('t', [row('a'), row('b')]);
    expect(errors.map((error) => error?.message)).toEqual(Array(2).fill('PERMISSION_DENIED: not yours'));
    expect(reports).toMatchObject([{ method: 'MutateRows', attempts: 1, status: 7 }]);
  });

  it('an empty list sends no request', async () => {
    const before = server.calls.length;
    expect(await connect().mutateRows('t', [])).toEqual([]);
    expect(server.calls).toHaveLength(before);
  });

  it.each<[string, string, RowMutations]>([
    ['rows[1].key', 't', row('')],
    ['rows[1].key', 't', row('k'.repeat(4_097))],
    ['rows[1].mutations', 't', { key: Buffer.from('a'), mutations: [] }],
    ['rows[1].mutations', 't', row('a', deleteFromRow(), deleteFromRow(), deleteFromRow())],
    [
      'rows[1].mutations[0].setCell.value',
      't',
      row('a', setCell('f', Buffer.from('q'), 0, Buffer.alloc(101))),
    ],
    ['rows[1].mutations[0].setCell.familyName', 't', row('a', { setCell: {} })],
    ['table', 'no/table', row('a')],
  ])('an invalid %s is rejected before anything is sent', async (field, table, bad) => {
    const before = server.calls.length;
    const client = connect({ mutationsPerRowMax: 2, cellBytesMax: 100 });
    await expect(client.mutateRows(table, [row('good'), bad])).rejects.toMatchObject({
      code: 'invalid_argument',
      field,
    });
    expect(server.calls).toHaveLength(before);
  });
});

describe('mutateRow', () => {
  it('an idempotent mutation is repeated', async () => {
    let calls = 0;
    answer = (serverCall, bytes) => {
      calls += 1;
      expect(MutateRowRequest.decode(bytes)).toMatchObject({
        tableName: 'projects/p/instances/i/tables/t',
        appProfileId: 'serving',
        rowKey: Buffer.from('a'),
      });
      if (calls < 3) return serverCall.end(14);
      serverCall.send(MutateRowResponse.encode({}).finish());
      serverCall.end();
    };
    await connect().mutateRow('t', row('a'));
    expect(calls).toBe(3);
    expect(reports.at(-1)).toMatchObject({ method: 'MutateRow', attempts: 3, status: 0 });
  });

  it.each<[string, Mutation]>([
    ['the server’s timestamp', serverTime()],
    ['AddToCell', addToCell('s', Buffer.from('q'), 0, 1)],
    ['MergeToCell', { mergeToCell: { familyName: 's' } }],
  ])('a mutation with %s is sent only once', async (_title, mutation) => {
    let calls = 0;
    answer = (serverCall) => {
      calls += 1;
      serverCall.end(14);
    };
    await expect(connect().mutateRow('t', row('a', deleteFromRow(), mutation))).rejects.toMatchObject({
      grpcStatus: 14,
    });
    expect(calls).toBe(1);
    expect(reports.at(-1)).toMatchObject({ attempts: 1, status: 14 });
  });

  it.each([3, 5, 7, 8, 9, 13])('a call is not repeated after status %d', async (status) => {
    let calls = 0;
    answer = (serverCall) => {
      calls += 1;
      serverCall.end(status);
    };
    await expect(connect().mutateRow('t', row('a'))).rejects.toMatchObject({
      code: 'store_rejected',
      grpcStatus: status,
    });
    expect(calls).toBe(1);
  });

  it('routing cookies are sent back with the retry', async () => {
    let calls = 0;
    answer = (serverCall) => {
      calls += 1;
      if (calls === 1) return serverCall.end(14, { 'x-goog-cbt-cookie-a': '1' });
      serverCall.send(Buffer.alloc(0));
      serverCall.end();
    };
    await connect().mutateRow('t', row('a'));
    expect(server.calls.at(-1)?.headers).toMatchObject({
      'x-goog-cbt-cookie-a': '1',
      'bigtable-attempt': '1',
    });
  });

  it('an answer of two messages is rejected', async () => {
    answer = (serverCall) => {
      serverCall.send(Buffer.alloc(0));
      serverCall.send(Buffer.alloc(0));
      serverCall.end();
    };
    await expect(connect().mutateRow('t', row('a'))).rejects.toMatchObject({ grpcStatus: 13 });
  });
});

describe('calls that are never idempotent', () => {
  it('a call that is not idempotent is sent only once', async () => {
    let calls = 0;
    answer = (serverCall) => {
      calls += 1;
      serverCall.end(14);
    };
    const client = connect();
    const key = Buffer.from('a');
    await expect(
      client.checkAndMutateRow({ table: 't', key, onMatch: [deleteFromRow()] }),
    ).rejects.toMatchObject({ grpcStatus: 14 });
    await expect(
      client.readModifyWriteRow('t', key, [{ familyName: 'f', columnQualifier: key, incrementAmount: 1 }]),
    ).rejects.toMatchObject({ grpcStatus: 14 });
    expect(calls).toBe(2);
  });

  it('an empty request is rejected', async () => {
    const client = connect();
    const key = Buffer.from('a');
    await expect(client.checkAndMutateRow({ table: 't', key })).rejects.toMatchObject({ field: 'onMatch' });
    await expect(client.readModifyWriteRow('t', key, [])).rejects.toMatchObject({ field: 'rules' });
  });
});
