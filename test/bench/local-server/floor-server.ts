/**
 * Floor of the embedded server, that on which it is built, alone: `node:http2` answers each call with a message of the same size, and
 * LevelDB stores as many records as a batch has rows, those of one turn of the event loop in one write. Nothing is
 * decoded, looked up or kept. Arguments: data folder.
 */
import '../../../src/platform/process/v8-flags';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { ClassicLevel } from 'classic-level';
import { frameMessage } from '../../../src/platform/network/grpc';
import { answerMessages } from '../answer-messages';

/** Size of an answer with one cell of 40 bytes, and of an answer to a batch of 100 rows. */
const READ_BYTES = 96;
const WRITE_BYTES = 592;
const ROWS_PER_BATCH = 100;
/** Number of different keys, and a factor without a common divisor, which puts them in an irregular order. */
const KEYS = 100_000;
const STEP = 38_737;
const KEY_BYTES = 28;
const VALUE_BYTES = 70;
const WINDOW_BYTES = 4 * 1024 * 1024;

const HEADERS = { ':status': 200, 'content-type': 'application/grpc', 'server-timing': 'gfet4t7; dur=1' };
/** Clients ignore the date, which costs time. */
const MESSAGES_FOLLOW = { waitForTrailers: true, sendDate: false };
const TRAILERS = { 'grpc-status': '0', 'x-goog-ext-425905942-bin': 'CgZ6b25lLWESCWNsdXN0ZXItYQ==' };
const readAnswer = frameMessage(Buffer.alloc(READ_BYTES));
const writeAnswer = frameMessage(Buffer.alloc(WRITE_BYTES));
const options = { keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;

async function listen(): Promise<string> {
  const level = new ClassicLevel<Buffer, Buffer>(process.argv[2]!, options);
  await level.open();
  const writer = new Writer(level);
  const server = createServer({ settings: { initialWindowSize: WINDOW_BYTES } });
  server.on('session', (session) => session.setLocalWindowSize(WINDOW_BYTES));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    stream.on('data', () => undefined);
    const isWrite = headers[':path']!.endsWith('/MutateRows');
    stream.on('end', () => (isWrite ? writer.add(stream) : answer(stream, readAnswer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answer(stream: ServerHttp2Stream, frame: Buffer): void {
  stream.respond(HEADERS, MESSAGES_FOLLOW);
  stream.on('wantTrailers', () => stream.sendTrailers(TRAILERS));
  stream.end(frame);
}

class Writer {
  readonly #level: ClassicLevel<Buffer, Buffer>;
  #waiting: ServerHttp2Stream[] = [];
  #isRunning = false;
  #index = 0;

  constructor(level: ClassicLevel<Buffer, Buffer>) {
    this.#level = level;
  }

  add(stream: ServerHttp2Stream): void {
    this.#waiting.push(stream);
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const streams = this.#waiting;
      this.#waiting = [];
      const batch = this.#level.batch();
      for (let row = 0; row < streams.length * ROWS_PER_BATCH; row++) batch.put(this.#key(), VALUE);
      await batch.write();
      for (const stream of streams) answer(stream, writeAnswer);
    }
    this.#isRunning = false;
  }

  #key(): Buffer {
    this.#index = (this.#index + STEP) % KEYS;
    const key = Buffer.alloc(KEY_BYTES, 'batches#');
    key.writeUInt32BE(this.#index, KEY_BYTES - 4);
    return key;
  }
}

const VALUE = Buffer.alloc(VALUE_BYTES, 'value of a row;');

answerMessages(() => undefined, listen());
