import { google } from '@google-cloud/bigtable/build/protos/protos';
import { createDataClient } from '../../../../src/bigtable/client/data-client';
import type { ChangeStreamEvent } from '../../../../src/bigtable/changes/change-types';
import { createTransport } from '../../../../src/bigtable/transport/create-transport';
import type { DataClient } from '../../../../src/bigtable/client/types';
import { startGrpcServer, type ScriptedCall, type ScriptedServer } from '../../../support/grpc-server';
import { until } from '../../../support/until';

const { ReadChangeStreamRequest: Request, ReadChangeStreamResponse: Response } = google.bigtable.v2;
type Message = google.bigtable.v2.IReadChangeStreamResponse;
const WHOLE = { start: Buffer.alloc(0), end: Buffer.alloc(0) };

let server: ScriptedServer;
let client: DataClient;
let requests: google.bigtable.v2.ReadChangeStreamRequest[];
let answer: (call: ScriptedCall, attempt: number) => void;

beforeAll(async () => {
  server = await startGrpcServer(async (call) => {
    requests.push(Request.decode(await call.request));
    answer(call, requests.length);
  });
  client = createDataClient({
    transport: createTransport({
      endpoint: server.endpoint,
      plaintext: true,
      limits: { closeTimeoutMs: 50 },
    }),
    project: 'p',
    instance: 'i',
    limits: {
      retryInitialDelayMs: 1,
      retryMaxDelayMs: 2,
      changeStreamStallMs: 150,
      changeBytesMax: 1_000,
      changesBufferedMax: 8,
    },
  });
});
beforeEach(() => (requests = []));
afterAll(async () => {
  await client.close();
  await server.close();
});

const send = (call: ScriptedCall, message: Message): boolean => call.send(Response.encode(message).finish());
const time = { seconds: 1, nanos: 2_000 };

/** Message of a change with one cell, complete unless it is overridden. */
const change = (
  key: string,
  fields: google.bigtable.v2.ReadChangeStreamResponse.IDataChange = {},
): Message => ({
  dataChange: {
    type: 1,
    sourceClusterId: 'c',
    rowKey: Buffer.from(key),
    commitTimestamp: time,
    chunks: [{ mutation: { setCell: { familyName: 'f', value: Buffer.from('v') } } }],
    done: true,
    token: `after ${key}`,
    estimatedLowWatermark: time,
    ...fields,
  },
});
const part = (value: string, offset: number, size: number, lastChunk: boolean) => ({
  chunkInfo: { chunkedValueSize: size, chunkedValueOffset: offset, lastChunk },
  mutation: { setCell: { familyName: 'f', value: Buffer.from(value) } },
});

async function read(count: number, options: { withoutValues?: boolean } = {}): Promise<ChangeStreamEvent[]> {
  const events: ChangeStreamEvent[] = [];
  const request = { table: 't', partition: WHOLE, from: 'now' as const, heartbeatMs: 50, ...options };
  for await (const event of client.readChangeStream(request)) if (events.push(event) === count) break;
  return events;
}

const tokensOf = (request: google.bigtable.v2.ReadChangeStreamRequest | undefined) =>
  request?.continuationTokens?.tokens?.map(({ token }) => token);

describe('a change stream that fails', () => {
  it.each([
    ['UNAVAILABLE', (call: ScriptedCall) => call.end(14)],
    ['a reset stream', (call: ScriptedCall) => call.reset(2)],
    ['a lost connection', (call: ScriptedCall) => call.session.destroy()],
    ['an end with status OK', (call: ScriptedCall) => call.end(0)],
    ['silence', () => undefined],
  ])('the stream resumes behind the last event after %s', async (_, fail) => {
    answer = (call, attempt) => {
      send(call, change(`row${attempt}`));
      if (attempt < 3) setTimeout(() => fail(call), 10);
    };
    const events = await read(3);
    expect(events.map((event) => event.kind === 'change' && String(event.key))).toEqual([
      'row1',
      'row2',
      'row3',
    ]);
    expect(requests.slice(0, 3).map(tokensOf)).toEqual([undefined, ['after row1'], ['after row2']]);
  });

  it('a change that was cut off is read again as a whole', async () => {
    answer = (call, attempt) => {
      if (attempt > 1) return send(call, change('row'));
      send(call, change('row', { done: false, token: '' }));
      return setTimeout(() => call.end(14), 10);
    };
    const [event] = await read(1);
    expect(event?.kind === 'change' && event.mutations).toHaveLength(1);
    expect(requests.map(tokensOf)).toEqual([undefined, undefined]);
  });

  it('an error that is not retryable ends the stream', async () => {
    answer = (call) => call.end(9);
    await expect(read(1)).rejects.toMatchObject({ code: 'store_rejected' });
    expect(requests).toHaveLength(1);
  });
});

describe('messages of a change stream', () => {
  it('the parts of a value are joined, and its size is checked', async () => {
    answer = (call) => {
      send(call, change('row', { done: false, chunks: [part('ab', 0, 5, false)] }));
      send(call, { dataChange: { type: 3, chunks: [part('cd', 2, 5, false)] } });
      send(call, change('', { type: 3, chunks: [part('e', 4, 5, true)], token: 'end' }));
      send(call, change('row', { done: false, chunks: [part('ab', 0, 5, false)] }));
      send(call, change('', { type: 3, chunks: [part('e', 4, 5, true)] }));
    };
    const [event] = await read(1);
    expect(event).toMatchObject({ kind: 'change', token: 'end', commitMicros: 1_000_002, clusterId: 'c' });
    expect(event?.kind === 'change' && String(event.mutations[0]!.setCell!.value)).toBe('abcde');
    await expect(read(2)).rejects.toThrow('a part of a value is missing');
  });

  it('a change above the limit is an error, unless its values are left out', async () => {
    const large = Array.from({ length: 5 }, () => ({
      mutation: { setCell: { familyName: 'f', value: Buffer.alloc(300) } },
    }));
    answer = (call) => send(call, change('row', { chunks: large }));
    await expect(read(1)).rejects.toMatchObject({ code: 'answer_too_large' });
    const [event] = await read(1, { withoutValues: true });
    expect(event?.kind === 'change' && event.mutations).toHaveLength(5);
  });

  it.each<[string, Message[]]>([
    ['a change that begins with a continuation', [change('row', { type: 3 })]],
    ['a heartbeat within a change', [change('row', { done: false }), { heartbeat: {} }]],
    ['a change without a token', [change('row', { token: '' })]],
    ['an unknown type', [change('row', { type: 0 })]],
    ['an end within a value', [change('row', { chunks: [part('ab', 0, 5, false)] })]],
    ['an incomplete value', [change('row', { chunks: [part('ab', 0, 5, true)] })]],
  ])('%s is rejected', async (_, messages) => {
    answer = (call) => messages.forEach((message) => send(call, message));
    await expect(read(1)).rejects.toThrow('violates the protocol');
  });

  it('the end of a stream names where to continue, and a failure in it is thrown', async () => {
    const range = (start: string, end: string) => ({
      rowRange: { startKeyClosed: Buffer.from(start), endKeyOpen: Buffer.from(end) },
    });
    const closeStream = {
      status: { code: 11 },
      continuationTokens: [{ partition: range('', 'm'), token: 'one' }],
      newPartitions: [range('', 'z')],
    };
    answer = (call) => send(call, { closeStream });
    const events = await read(5);
    expect(events).toEqual([
      {
        kind: 'closed',
        successors: [
          {
            from: { partition: { start: Buffer.alloc(0), end: Buffer.from('m') }, token: 'one' },
            partition: { start: Buffer.alloc(0), end: Buffer.from('z') },
          },
        ],
      },
    ]);
    answer = (call) => send(call, { closeStream: { status: { code: 5, message: 'gone' } } });
    await expect(read(1)).rejects.toThrow('gone');
  });
});

it('a slow consumer pauses the stream, and leaving the loop cancels the call', async () => {
  let blocked = false;
  let ended = false;
  answer = (call) => {
    call.stream.on('close', () => (ended = true));
    const fill = (): void => {
      while (!ended) if (!call.send(Response.encode(change('x'.repeat(300))).finish())) break;
      blocked = true;
    };
    call.stream.on('drain', fill);
    fill();
  };
  let count = 0;
  for await (const event of client.readChangeStream({ table: 't', partition: WHOLE, from: 'now' })) {
    count += event.kind === 'change' ? 1 : 0;
    if (count === 1) await until(() => blocked);
    if (count === 50) break;
  }
  await until(() => ended);
  expect(count).toBe(50);
});
