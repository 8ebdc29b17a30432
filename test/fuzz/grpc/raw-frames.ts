/** HTTP/2 as bytes: recorded frames of a real client, recombined incorrectly. */
import { connect as connectHttp2 } from 'node:http2';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { Random } from '../../../src/platform/random';
import { below, pick, weighted } from '../values/choose';
import { mutateBytes, noise } from '../values/mutate-bytes';
import { rawCall } from '../raw-call';

const PREFACE_BYTES = 24;
const HEADER_BYTES = 9;
const FRAME_TYPES = 12;
const CHANGES_MAX = 4;

export interface RecordedConnection {
  readonly preface: Buffer;
  readonly frames: readonly Buffer[];
}

/** Makes a call through a listener that records what the client sends. */
export async function recordCall(port: number, path: string, body: Buffer): Promise<RecordedConnection> {
  const sent: Buffer[] = [];
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    client.on('data', (chunk: Buffer) => sent.push(chunk)).on('error', () => undefined);
    server.on('error', () => undefined);
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const session = connectHttp2(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  await rawCall(session, path, body);
  await new Promise<void>((resolve) => session.close(resolve));
  await new Promise<void>((resolve) => void proxy.close(() => resolve()));
  const bytes = Buffer.concat(sent);
  return { preface: bytes.subarray(0, PREFACE_BYTES), frames: framesOf(bytes.subarray(PREFACE_BYTES)) };
}

function framesOf(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const end = at + HEADER_BYTES + bytes.readUIntBE(at, 3);
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  return frames;
}

/** Returns the bytes of a connection: the recorded one with frames changed, moved, doubled, omitted or invented. */
export function randomConnection({ preface, frames }: RecordedConnection, random: Random): Buffer {
  let mutated = [...frames];
  for (let changes = 1 + below(random, CHANGES_MAX); changes > 0; changes--)
    mutated = changed(mutated, random);
  const bytes = Buffer.concat([preface, ...mutated]);
  return weighted(random, [
    [8, () => bytes],
    [2, () => mutateBytes(bytes, random)],
    [1, () => Buffer.concat(mutated)],
    [1, () => noise(random)],
  ]);
}

function changed(frames: Buffer[], random: Random): Buffer[] {
  const at = below(random, frames.length);
  const one = frames[at] ?? madeUp(random);
  return weighted(random, [
    [3, () => frames.with(Math.min(at, Math.max(0, frames.length - 1)), withOddHeader(one, random))],
    [2, () => frames.toSpliced(at, 0, madeUp(random))],
    [2, () => frames.toSpliced(at, 1)],
    [2, () => frames.toSpliced(at, 0, one)],
    [2, () => frames.toSpliced(at, 1, mutateBytes(one, random))],
    [1, () => [...frames].reverse()],
    [
      1,
      () =>
        frames.toSpliced(at, 0, ...Array.from({ length: 1 + below(random, 2_000) }, () => madeUp(random))),
    ],
  ]);
}

/** Changes the type, flags, stream or length of a frame. */
function withOddHeader(frame: Buffer, random: Random): Buffer {
  const copy = Buffer.from(frame);
  if (copy.length < HEADER_BYTES) return copy;
  weighted<unknown>(random, [
    [1, () => copy.writeUIntBE(pick(random, [0, 1, copy.length, 16_385, 0xffffff]), 0, 3)],
    [1, () => (copy[3] = below(random, FRAME_TYPES))],
    [1, () => (copy[4] = below(random, 256))],
    [1, () => copy.writeUInt32BE(pick(random, [0, 1, 2, 3, 5, 0x7fffffff, 0xffffffff]), 5)],
  ]);
  return copy;
}

const PAYLOADS: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.alloc(4),
  Buffer.from([0x7f, 0xff, 0xff, 0xff]),
  Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]),
  // SETTINGS with a header table and an initial window beyond the limits.
  Buffer.from([0, 1, 0xff, 0xff, 0xff, 0xff, 0, 4, 0xff, 0xff, 0xff, 0xff]),
  Buffer.from([0, 5, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0]),
  Buffer.alloc(16_384),
];

function madeUp(random: Random): Buffer {
  const payload = below(random, 3) === 0 ? noise(random, 64) : pick(random, PAYLOADS);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = below(random, FRAME_TYPES);
  header[4] = pick(random, [0, 1, 4, 5, 8, 0x25, 0xff]);
  header.writeUInt32BE(pick(random, [0, 0, 1, 1, 2, 3, 101, 0x7fffffff]), 5);
  return Buffer.concat([header, payload]);
}

/** Writes the bytes, then ends. Resolves with whether the server closed the connection in time; otherwise it is cut. */
export function sendConnection(port: number, bytes: Buffer, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let wasClosed = true;
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    const timer = setTimeout(() => {
      wasClosed = false;
      socket.destroy();
    }, timeoutMs);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(timer);
        resolve(wasClosed);
      });
    socket.resume();
  });
}
