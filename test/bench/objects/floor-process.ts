/**
 * The parts that no answer can do without, alone in a process: the row read, and the encoding of the answer. And a bare server that
 * does both for each request over HTTP, and nothing else.
 */
import '../../../src/platform/process/v8-flags';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import type { DataClient, Row } from '../../../src/bigtable/client/types';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../src/config/defaults';
import { NO_PINS } from '../../../src/core/generations/generation-column';
import { rowKey } from '../../../src/core/rows/row-key';
import { compileSelection, fieldsBelow, selectionFilter } from '../../../src/operations/objects/object-cells';
import { answerMessages } from '../answer-messages';
import type { Usage } from '../counts/messages';
import { PauseWatch } from '../counts/pauses';
import { PROTOBUF, requestsOf, type BatchRequest } from './cases';
import { CORPUS, DATA_TYPE, objectsOf, Profile, SUB_TYPE, type BenchObject } from './data';
import type { FloorRequest, FloorResult } from './floor-messages';

let client: DataClient;
const pauses = new PauseWatch();

const FILTER = selectionFilter(
  compileSelection(
    { schema: loadSchema(), corpus: CORPUS, limits: DEFAULTS.objects },
    [{ dataType: DATA_TYPE, subTypes: [SUB_TYPE] }],
    fieldsBelow('select'),
  ),
  { pins: NO_PINS, nowMs: Date.now(), versions: 1, extraVersions: 0 },
);

/** Resolves with the port of the bare server. */
async function connect(endpoint: string): Promise<number> {
  const transport = createTransport({ endpoint, plaintext: true });
  const { project, instance } = DEFAULTS.bigtable;
  client = createDataClient({ transport, project, instance });
  const server = bareServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function read(ids: readonly string[]): Promise<readonly Row[]> {
  const keys = ids.map((id) => rowKey(id));
  const rows: Row[] = [];
  if (keys.length === 1) {
    const row = await client.readRow({ table: CORPUS, key: keys[0]!, filter: FILTER });
    if (row !== undefined) rows.push(row);
  } else {
    for await (const row of client.readRows({ table: CORPUS, keys, filter: FILTER }))
      if (row.cells.length > 0) rows.push(row);
  }
  if (rows.length !== keys.length) throw new Error('a row is gone');
  return rows;
}

function encode(values: readonly Uint8Array[]): string {
  return JSON.stringify(values.map((bytes) => Profile.decode(bytes)));
}

/** Answers the requests of all cases: with the stored bytes, or with JSON of the objects. */
function bareServer(): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      answerTo(request, Buffer.concat(chunks)).then(
        (body) => response.writeHead(200, { 'content-length': body.length }).end(body),
        () => response.writeHead(500, { 'content-length': 0 }).end(),
      );
    });
  });
}

async function answerTo({ url, headers }: IncomingMessage, body: Buffer): Promise<Uint8Array> {
  const rows = await read(body.length === 0 ? [url!.split('/').at(-3)!] : idsOf(body));
  const values = rows.map(({ cells }) => cells[0]!.value);
  return headers.accept === PROTOBUF ? values[0]! : Buffer.from(encode(values));
}

function idsOf(body: Buffer): readonly string[] {
  const { objects } = JSON.parse(body.toString()) as BatchRequest;
  return objects.map(({ id }) => id);
}

/** Does the work of one request after the other, this number at once. */
async function measure(
  work: (request: number) => Promise<void> | void,
  inFlight: number,
  durationMs: number,
): Promise<FloorResult> {
  const before = process.cpuUsage();
  const endMs = performance.now() + durationMs;
  let requests = 0;
  const loop = async (): Promise<void> => {
    do await work(requests++);
    while (performance.now() < endMs);
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  const { user, system } = process.cpuUsage(before);
  return { requests, cpuMicros: user + system };
}

function usage(): Pick<Usage, 'cpuMicros'> {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system };
}

let encodedLength = 0;

answerMessages((message: FloorRequest): unknown => {
  if ('connect' in message) return connect(message.connect);
  if ('usage' in message) return usage();
  if ('pauses' in message) return pauses.take();
  const { part, of, stored, durationMs } = message;
  const requests = requestsOf(of, objectsOf(of.size, stored));
  const requestAt = (i: number): readonly BenchObject[] => requests[i % requests.length]!;
  if (part === 'read') {
    const readOne = async (i: number): Promise<void> => void (await read(requestAt(i).map(({ id }) => id)));
    return measure(readOne, of.connections, durationMs);
  }
  // The sum keeps engines from leaving the work out.
  const encodeOne = (i: number): void =>
    void (encodedLength += encode(requestAt(i).map(({ bytes }) => bytes)).length);
  return measure(encodeOne, 1, durationMs);
});
