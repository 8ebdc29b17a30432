import { connect, type Socket } from 'node:net';
import {
  ACK,
  END_STREAM,
  frame,
  FRAME_HEADER_BYTES,
  type Frames,
  FrameType,
  headerFrames,
  INITIAL_WINDOW_BYTES,
  preface,
  windowUpdate,
} from './frames';

/** Requests of a connection. */
export interface Script {
  /** Address in the form `host:port`. */
  readonly endpoint: string;
  /** Path, e.g. `/google.bigtable.v2.Bigtable/ReadRows`. */
  readonly path: string;
  readonly inFlight: number;
  /** Returns the next request, or undefined when there are no more. */
  readonly next: () => Frames | undefined;
  /** Called for every answer with the size of its messages in bytes; 0 if the call failed. */
  readonly onAnswer: (bytes: number) => void;
}

/** Connection that keeps calls in flight until its script ends. */
export class LoadConnection {
  readonly #script: Script;
  readonly #socket: Socket;
  readonly #headers: ReturnType<typeof headerFrames>;
  /** Bytes of the answer so far, by call in flight. */
  readonly #calls = new Map<number, number>();
  #rest: Buffer = Buffer.alloc(0);
  #lastStream = -1;
  /** Current send window of the server, in bytes. */
  #windowBytes = INITIAL_WINDOW_BYTES;
  #consumedBytes = 0;
  #upNext: Frames | undefined;
  #finish!: (error?: Error) => void;

  private constructor(script: Script, socket: Socket) {
    this.#script = script;
    this.#socket = socket;
    this.#headers = headerFrames({
      ':method': 'POST',
      ':scheme': 'http',
      ':path': script.path,
      ':authority': script.endpoint,
      te: 'trailers',
      'content-type': 'application/grpc',
      'user-agent': 'grpc-bench',
      'x-goog-request-params': 'table_name=projects%2Fbench%2Finstances%2Fbench%2Ftables%2Fbench',
    });
  }

  /** Resolves when the last call is answered. */
  static async run(script: Script): Promise<void> {
    const [host, port] = script.endpoint.split(':');
    const socket = connect(Number(port), host);
    socket.setNoDelay(true);
    const connection = new LoadConnection(script, socket);
    try {
      await new Promise<void>((resolve, reject) => {
        connection.#finish = (error) => (error === undefined ? resolve() : reject(error));
        socket.on('error', reject);
        socket.on('close', () => reject(new Error('the server closed the connection')));
        socket.on('data', (bytes: Buffer) => connection.#receive(bytes));
        socket.write(preface());
      });
    } finally {
      socket.destroy();
    }
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (at + FRAME_HEADER_BYTES <= bytes.length) {
      const end = at + FRAME_HEADER_BYTES + bytes.readUIntBE(at, 3);
      if (end > bytes.length) break;
      this.#onFrame(bytes, at, end);
      at = end;
    }
    this.#rest = bytes.subarray(at);
    this.#send();
  }

  #onFrame(bytes: Buffer, at: number, end: number): void {
    const type = bytes[at + 3]!;
    const flags = bytes[at + 4]!;
    const stream = bytes.readUInt32BE(at + 5);
    const payload = bytes.subarray(at + FRAME_HEADER_BYTES, end);
    switch (type) {
      case FrameType.DATA:
        this.#calls.set(stream, (this.#calls.get(stream) ?? 0) + payload.length);
        this.#consume(payload.length);
        break;
      case FrameType.RST_STREAM:
        // A server may report this for a call that it answered before the request ended.
        if (!this.#calls.has(stream)) return;
        return this.#finish(new Error(`the server broke a call off: ${payload.readUInt32BE(0)}`));
      case FrameType.GOAWAY:
        return this.#finish(new Error(`the server ends the connection: ${payload.readUInt32BE(4)}`));
      case FrameType.WINDOW_UPDATE:
        if (stream === 0) this.#windowBytes += payload.readUInt32BE(0);
        return;
      case FrameType.SETTINGS:
      case FrameType.PING:
        if ((flags & ACK) === 0) this.#acknowledge(type, payload);
        return;
    }
    if ((flags & END_STREAM) !== 0) this.#answered(stream);
  }

  #acknowledge(type: number, payload: Buffer): void {
    const settings = type === FrameType.SETTINGS;
    this.#socket.write(frame(type, ACK, settings ? Buffer.alloc(0) : payload));
  }

  #consume(bytes: number): void {
    this.#consumedBytes += bytes;
    if (this.#consumedBytes < WINDOW_STEP_BYTES) return;
    this.#socket.write(windowUpdate(this.#consumedBytes));
    this.#consumedBytes = 0;
  }

  #answered(stream: number): void {
    const bytes = this.#calls.get(stream) ?? 0;
    this.#calls.delete(stream);
    this.#script.onAnswer(bytes);
  }

  /** Fills up the calls in flight in one write. */
  #send(): void {
    const requests: Frames[] = [];
    while (this.#calls.size + requests.length < this.#script.inFlight) {
      const request = (this.#upNext ??= this.#script.next());
      // The window reopens with the server's answers.
      if (request === undefined || request.payloadBytes > this.#windowBytes) break;
      this.#upNext = undefined;
      this.#windowBytes -= request.payloadBytes;
      requests.push(request);
    }
    if (requests.length > 0) this.#write(requests);
    else if (this.#calls.size === 0 && this.#upNext === undefined) this.#finish();
  }

  #write(requests: readonly Frames[]): void {
    const { first, further } = this.#headers;
    const dataBytes = requests.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const batch = Buffer.allocUnsafe(first.bytes.length + further.bytes.length * requests.length + dataBytes);
    let at = 0;
    for (const request of requests) {
      const headers = this.#lastStream < 0 ? first : further;
      this.#lastStream += 2;
      this.#calls.set(this.#lastStream, 0);
      at = request.writeTo(batch, headers.writeTo(batch, at, this.#lastStream), this.#lastStream);
    }
    this.#socket.write(batch.subarray(0, at));
  }
}

/** Number of consumed bytes after which the server's window is enlarged. */
const WINDOW_STEP_BYTES = 1 << 24;
