import { google } from '@google-cloud/bigtable/build/protos/protos';
import fc from 'fast-check';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { CallReport } from '../../../src/bigtable/client/retrying-call';
import type { DataClient, ReadRowsRequest, Row } from '../../../src/bigtable/client/types';
import { systemClock, type Clock } from '../../../src/platform/time/clock';
import { startGrpcServer, type ScriptedServer, type ScriptedCall } from '../../support/grpc-server';
import { until } from '../../support/until';

const { ReadRowsRequest: RequestProto, ReadRowsResponse } = google.bigtable.v2;
const TABLE = Array.from({ length: 40 }, (_, index) => `row${String(index).padStart(2, '0')}`);

const FAULTS = ['unavailable', 'reset', 'no-status', 'cut', 'within-row', 'within-message'] as const;

/** End of one attempt: its status after a number of messages. */
interface Fault {
  readonly after: number;
  readonly how: (typeof FAULTS)[number];
  /** Number of rows per message. */
  readonly rows: number;
  /** Whether scanned-row markers are sent in between. */
  readonly markers: boolean;
}

let server: ScriptedServer;
let client: DataClient;
let faults: Fault[] = [];
let requests: google.bigtable.v2.ReadRowsRequest[] = [];
let answer: (call: ScriptedCall, request: google.bigtable.v2.ReadRowsRequest) => void;

beforeAll(async () => {
  server = await startGrpcServer(async (serverCall) => {
    const request = RequestProto.decode(await serverCall.request);
    requests.push(request);
    answer(serverCall, request);
  });
  client = createDataClient({
    transport: createTransport({
      endpoint: server.endpoint,
      plaintext: true,
      limits: { reconnectInitialDelayMs: 0, transparentRetriesMax: 0 },
    }),
    project: 'p',
    instance: 'i',
    limits: { retryInitialDelayMs: 1, retryMaxDelayMs: 2 },
  });
});
beforeEach(() => {
  faults = [];
  requests = [];
  answer = answerFromTable;
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const chunkOf = (key: string, commit = true): google.bigtable.v2.ReadRowsResponse.ICellChunk => ({
  rowKey: Buffer.from(key),
  familyName: { value: 'f' },
  qualifier: { value: Buffer.from('q') },
  value: Buffer.from(`value of ${key}`),
  ...(commit ? { commitRow: true } : {}),
});

/** Returns the rows of a request, independent of the client's plan. */
function rowsFor(request: google.bigtable.v2.ReadRowsRequest): string[] {
  const keys = request.rows?.rowKeys ?? [];
  const ranges = request.rows?.rowRanges ?? [];
  const text = (bytes: Uint8Array | string | null | undefined): string =>
    Buffer.from(bytes as Uint8Array).toString();
  const rows = TABLE.filter(
    (row) =>
      (keys.length === 0 && ranges.length === 0) ||
      keys.some((key) => text(key) === row) ||
      ranges.some(
        (range) =>
          (!range.startKeyClosed || row >= text(range.startKeyClosed)) &&
          (!range.startKeyOpen || row > text(range.startKeyOpen)) &&
          (!range.endKeyClosed || row <= text(range.endKeyClosed)) &&
          (!range.endKeyOpen || row < text(range.endKeyOpen)),
      ),
  );
  if (request.reversed) rows.reverse();
  return rows.slice(0, Number(request.rowsLimit) || undefined);
}

function answerFromTable(serverCall: ScriptedCall, request: google.bigtable.v2.ReadRowsRequest): void {
  const fault = faults.shift() ?? { after: Infinity, how: 'unavailable', rows: 3, markers: false };
  const rows = rowsFor(request);
  for (let at = 0, sent = 0; at < rows.length; at += fault.rows, sent += 1) {
    if (sent >= fault.after) return fail(serverCall, fault.how, rows[at] as string);
    const batch = rows.slice(at, at + fault.rows);
    serverCall.send(ReadRowsResponse.encode({ chunks: batch.map((row) => chunkOf(row)) }).finish());
    // Like the server after it has scanned past the last row that it sent.
    if (fault.markers) {
      const scanned = Buffer.from(`${batch.at(-1)}${request.reversed ? '' : '~'}`);
      if (!request.reversed)
        serverCall.send(ReadRowsResponse.encode({ lastScannedRowKey: scanned }).finish());
    }
  }
  serverCall.end();
}

function fail(serverCall: ScriptedCall, how: Fault['how'], row: string): void {
  if (how === 'within-row') {
    serverCall.send(ReadRowsResponse.encode({ chunks: [chunkOf(row, false)] }).finish());
    serverCall.end(14);
  } else if (how === 'within-message') {
    serverCall.sendRaw(Buffer.from([0, 0, 0, 0, 50, 1, 2, 3]));
    setImmediate(() => serverCall.session.destroy());
  } else if (how === 'unavailable') serverCall.end(14);
  else if (how === 'reset') setImmediate(() => serverCall.reset(2));
  else if (how === 'no-status') setImmediate(() => serverCall.reset(0));
  else setImmediate(() => serverCall.session.destroy());
}

async function read(request: Omit<ReadRowsRequest, 'table'>): Promise<string[]> {
  const rows: string[] = [];
  for await (const row of client.readRows({ table: 't', ...request })) {
    expect(row.cells.map((cell) => cell.value.toString())).toEqual([`value of ${row.key.toString()}`]);
    rows.push(row.key.toString());
  }
  return rows;
}

describe('a scan that breaks repeatedly', () => {
  it('the scan loses no row and repeats none', async () => {
    const fault = fc.record({
      after: fc.nat(4),
      how: fc.constantFrom(...FAULTS),
      rows: fc.integer({ min: 1, max: 4 }),
      markers: fc.boolean(),
    });
    const bound = fc.record({
      key: fc.constantFrom(...TABLE).map((row) => Buffer.from(row)),
      inclusive: fc.boolean(),
    });
    const range = fc
      .record({ start: bound, end: bound }, { requiredKeys: [] })
      .filter(({ start, end }) => !start || !end || start.key.compare(end.key) <= 0);
    const request = fc.record(
      {
        keys: fc.array(
          fc.constantFrom(...TABLE).map((row) => Buffer.from(row)),
          { minLength: 1, maxLength: 10 },
        ),
        ranges: fc.array(range as fc.Arbitrary<NonNullable<ReadRowsRequest['ranges']>[number]>, {
          maxLength: 3,
        }),
        rowsLimit: fc.integer({ min: 1, max: 45 }),
        reversed: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(request, fc.array(fault, { maxLength: 6 }), async (requested, planned) => {
        faults = [];
        const undisturbed = await read(requested);
        faults = [...planned];
        expect(await read(requested)).toEqual(undisturbed);
      }),
      { numRuns: 40 },
    );
  });

  it('each attempt requests only the remaining rows', async () => {
    faults = [{ after: 2, how: 'unavailable', rows: 2, markers: false }];
    expect(await read({ rowsLimit: 6 })).toEqual(TABLE.slice(0, 6));
    expect(requests).toHaveLength(2);
    expect(requests[1]).toMatchObject({ rows: { rowRanges: [{ startKeyOpen: Buffer.from('row03') }] } });
    expect(Number(requests[1]?.rowsLimit)).toBe(2);
    expect(server.calls.at(-1)?.headers['bigtable-attempt']).toBe('1');
  });

  it('an answer that repeats a row is rejected', async () => {
    answer = (serverCall) => {
      serverCall.send(ReadRowsResponse.encode({ chunks: [chunkOf('row00')] }).finish());
      serverCall.end(requests.length === 1 ? 14 : 0);
    };
    await expect(read({})).rejects.toMatchObject({ grpcStatus: 13, message: /row keys out of order/ });
  });

  it('no further attempt is made when the row limit was reached before the failure', async () => {
    faults = [{ after: 2, how: 'unavailable', rows: 2, markers: false }];
    answer = (serverCall, request) => {
      serverCall.send(
        ReadRowsResponse.encode({ chunks: rowsFor(request).map((row) => chunkOf(row)) }).finish(),
      );
      serverCall.end(14);
    };
    expect(await read({ rowsLimit: 3 })).toEqual(TABLE.slice(0, 3));
    expect(requests).toHaveLength(1);
  });

  it('the scan resumes after a scanned-row marker', async () => {
    answer = (serverCall, request) => {
      if (requests.length > 1) return answerFromTable(serverCall, request);
      serverCall.send(ReadRowsResponse.encode({ lastScannedRowKey: Buffer.from('row37') }).finish());
      serverCall.end(14);
    };
    expect(await read({})).toEqual(['row38', 'row39']);
  });

  it('the count of failures restarts after each row', async () => {
    faults = Array.from({ length: 30 }, () => ({
      after: 1,
      how: 'unavailable' as const,
      rows: 1,
      markers: false,
    }));
    expect(await read({})).toEqual(TABLE);
  });

  it('the scan fails when its attempts make no progress', async () => {
    faults = Array.from({ length: 30 }, () => ({
      after: 0,
      how: 'unavailable' as const,
      rows: 1,
      markers: false,
    }));
    await expect(read({})).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(requests).toHaveLength(10);
  });

  it('the scan delivers the rows before a final failure, and then the failure once', async () => {
    answer = (serverCall) => {
      serverCall.send(ReadRowsResponse.encode({ chunks: [chunkOf('a'), chunkOf('b')] }).finish());
      serverCall.end(7, { 'grpc-message': 'not yours' });
    };
    const iterator = client.readRows({ table: 't' })[Symbol.asyncIterator]();
    expect((await iterator.next()).done).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await iterator.next()).done).toBe(false);
    await expect(iterator.next()).rejects.toMatchObject({ code: 'store_rejected', message: /not yours/ });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(requests).toHaveLength(1);
  });
});

describe('scanRows', () => {
  it.each([{ keys: [] }, { ranges: [] }, { rowsLimit: 0 }])(
    'an empty request sends no call: %j',
    async (request) => {
      expect(await read(request)).toEqual([]);
      expect(requests).toHaveLength(0);
    },
  );

  it('concurrent calls of next() are answered in order, all of them at the end', async () => {
    const iterator = client.readRows({ table: 't', rowsLimit: 2 })[Symbol.asyncIterator]();
    const results = await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]);
    expect(results.map(({ value }) => (value as Row | undefined)?.key.toString())).toEqual([
      'row00',
      'row01',
      undefined,
      undefined,
    ]);
  });

  it('the stream is reset when the consumer leaves the loop', async () => {
    answer = (serverCall) =>
      void serverCall.send(ReadRowsResponse.encode({ chunks: [chunkOf('a'), chunkOf('b')] }).finish());
    const rows: Row[] = [];
    for await (const row of client.readRows({ table: 't' })) {
      rows.push(row);
      break;
    }
    expect(rows).toHaveLength(1);
    await until(() => server.calls.at(-1)?.stream.rstCode === 8);
  });

  it('leaving the loop while the next attempt is pending leaves no timer and is reported once', async () => {
    answer = (serverCall) => {
      serverCall.send(ReadRowsResponse.encode({ chunks: [chunkOf('a'), chunkOf('b')] }).finish());
      serverCall.end(14);
    };
    let pauses = 0;
    const clock: Clock = {
      ...systemClock,
      schedule(delayMs, task, options) {
        const cancel = systemClock.schedule(delayMs, task, options);
        if (delayMs !== 60_000) return cancel;
        pauses += 1;
        return () => {
          pauses -= 1;
          cancel();
        };
      },
    };
    const reports: CallReport[] = [];
    const patient = createDataClient({
      transport: createTransport({ endpoint: server.endpoint, plaintext: true }),
      project: 'p',
      instance: 'i',
      limits: { retryInitialDelayMs: 60_000, retryMaxDelayMs: 60_000 },
      random: () => 1,
      clock,
      observer: { onCall: (report) => reports.push(report) },
    });
    const iterator = patient.readRows({ table: 't' })[Symbol.asyncIterator]();
    await iterator.next();
    await until(() => pauses === 1);
    await iterator.return?.();
    expect(pauses).toBe(0);
    await new Promise(setImmediate);
    expect(reports).toHaveLength(1);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    await patient.close();
  });

  it('an abort ends the scan at once, with or without buffered rows', async () => {
    answer = (serverCall) =>
      void serverCall.send(ReadRowsResponse.encode({ chunks: [chunkOf('a'), chunkOf('b')] }).finish());
    const rows: Row[] = [];
    const controller = new AbortController();
    const reading = (async () => {
      for await (const row of client.readRows({ table: 't' }, { signal: controller.signal })) {
        rows.push(row);
        controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'client_closed_request' });
    expect(rows).toHaveLength(1);
  });

  it('the deadline covers all attempts', async () => {
    answer = (serverCall) => serverCall.end(14);
    const slow = createDataClient({
      transport: createTransport({ endpoint: server.endpoint, plaintext: true }),
      project: 'p',
      instance: 'i',
      limits: { retryInitialDelayMs: 40, retryMaxDelayMs: 40, retryAttemptsMax: 1_000 },
      random: () => 1,
    });
    const started = performance.now();
    await expect(
      slow.readRow({ table: 't', key: Buffer.from('a') }, { timeoutMs: 100 }),
      // The latter if the last attempt is still in progress on a busy machine.
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^(store_unavailable|deadline_exceeded)$/) as string,
    });
    // A thousand attempts would take half a minute.
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(requests.length).toBeLessThanOrEqual(3);
    await slow.close();
  });

  it('a slow consumer stalls a large scan', async () => {
    const big = Buffer.alloc(10_000);
    let sent = 0;
    answer = (serverCall) => {
      const more = (): void => {
        while (sent < 500) {
          const chunk = { ...chunkOf(String(sent).padStart(5, '0')), value: big };
          sent += 1;
          if (!serverCall.send(ReadRowsResponse.encode({ chunks: [chunk] }).finish())) {
            serverCall.stream.once('drain', more);
            return;
          }
        }
        serverCall.end();
      };
      more();
    };
    const narrow = createDataClient({
      transport: createTransport({
        endpoint: server.endpoint,
        plaintext: true,
        limits: { streamWindowBytes: 100_000 },
      }),
      project: 'p',
      instance: 'i',
      limits: { rowsBufferedMax: 10 },
    });
    let rows = 0;
    for await (const row of narrow.readRows({ table: 't' })) {
      if (rows === 0) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        expect(sent).toBeLessThan(100);
      }
      expect(row.key.toString()).toBe(String(rows).padStart(5, '0'));
      rows += 1;
    }
    expect(rows).toBe(500);
    await narrow.close();
  });
});
