/** The parts that no answer can do without, alone in a process: the row read, and the encoding of the answer. */
import '../../../src/platform/process/v8-flags';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import type { DataClient } from '../../../src/bigtable/client/types';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../src/config/defaults';
import { NO_PINS } from '../../../src/core/generations/generation-column';
import { rowKey } from '../../../src/core/rows/row-key';
import { compileSelection, fieldsBelow, selectionFilter } from '../../../src/operations/objects/object-cells';
import { answerMessages } from '../answer-messages';
import { requestsOf } from './cases';
import { CORPUS, DATA_TYPE, objectsOf, Profile, SUB_TYPE, type BenchObject } from './data';
import type { FloorRequest, FloorResult } from './floor-messages';

let client: DataClient;

const FILTER = selectionFilter(
  compileSelection(
    { schema: loadSchema(), corpus: CORPUS, limits: DEFAULTS.objects },
    [{ dataType: DATA_TYPE, subTypes: [SUB_TYPE] }],
    fieldsBelow('select'),
  ),
  { pins: NO_PINS, nowMs: Date.now(), versions: 1, extraVersions: 0 },
);

function connect(endpoint: string): void {
  const transport = createTransport({ endpoint, plaintext: true });
  const { project, instance } = DEFAULTS.bigtable;
  client = createDataClient({ transport, project, instance });
}

async function read(objects: readonly BenchObject[]): Promise<void> {
  const keys = objects.map(({ id }) => rowKey(id));
  let rows = 0;
  if (keys.length === 1) {
    const row = await client.readRow({ table: CORPUS, key: keys[0]!, filter: FILTER });
    rows = row === undefined ? 0 : 1;
  } else {
    for await (const row of client.readRows({ table: CORPUS, keys, filter: FILTER }))
      rows += row.cells.length > 0 ? 1 : 0;
  }
  if (rows !== keys.length) throw new Error('a row is gone');
}

/** Returns the length of the text, so that no engine can leave the work out. */
function encode(objects: readonly BenchObject[]): number {
  return JSON.stringify(objects.map(({ bytes }) => Profile.decode(bytes))).length;
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

let encodedLength = 0;

answerMessages((message: FloorRequest): unknown => {
  if ('connect' in message) return connect(message.connect);
  const { part, of, stored, durationMs } = message;
  const requests = requestsOf(of, objectsOf(of.size, stored));
  const requestAt = (i: number): readonly BenchObject[] => requests[i % requests.length]!;
  if (part === 'read') return measure((i) => read(requestAt(i)), of.connections, durationMs);
  return measure((i) => void (encodedLength += encode(requestAt(i))), 1, durationMs);
});
