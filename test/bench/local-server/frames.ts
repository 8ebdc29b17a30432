/**
 * The parts of HTTP/2 (RFC 9113) that a load generator needs, by hand: a general client spends more per call than the
 * measured servers and would leave them waiting. Requests are encoded in advance, and only the lengths of answers are
 * examined.
 */

export const FrameType = {
  DATA: 0,
  HEADERS: 1,
  RST_STREAM: 3,
  SETTINGS: 4,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
} as const;
export const END_STREAM = 0x1;
export const ACK = 0x1;
export const FRAME_HEADER_BYTES = 9;
const WINDOW_BYTES_MAX = 2 ** 31 - 1;
export const INITIAL_WINDOW_BYTES = 65_535;
const FRAME_BYTES_MAX = 16_384;
const END_HEADERS = 0x4;
const INITIAL_WINDOW_SIZE = 4;

export function frame(type: number, flags: number, payload: Uint8Array): Buffer {
  const bytes = Buffer.alloc(FRAME_HEADER_BYTES + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.set(payload, FRAME_HEADER_BYTES);
  return bytes;
}

export function windowUpdate(bytes: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes);
  return frame(FrameType.WINDOW_UPDATE, 0, payload);
}

/** Returns the bytes that open a connection on which the server may send without limit. */
export function preface(): Buffer {
  const settings = Buffer.alloc(6);
  settings.writeUInt16BE(INITIAL_WINDOW_SIZE, 0);
  settings.writeUInt32BE(WINDOW_BYTES_MAX, 2);
  return Buffer.concat([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    frame(FrameType.SETTINGS, 0, settings),
    windowUpdate(WINDOW_BYTES_MAX - INITIAL_WINDOW_BYTES),
  ]);
}

const INDEXED = 0x80;
const ADDED_TO_INDEX = 0x40;
const FIRST_DYNAMIC_INDEX = 62;

/**
 * Encodes the headers of a gRPC call. The first call of a connection transmits them completely and adds them to the
 * HPACK table, and each further call refers to them, like common clients.
 */
export function headerFrames(headers: Readonly<Record<string, string>>): { first: Frames; further: Frames } {
  const entries = Object.entries(headers);
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
  const first = entries.map(([name, value]) =>
    Buffer.concat([Buffer.from([ADDED_TO_INDEX]), text(name), text(value)]),
  );
  // The latest addition has the lowest index.
  const further = entries.map((_, index) => INDEXED | (FIRST_DYNAMIC_INDEX + entries.length - 1 - index));
  const frames = (block: Buffer): Frames => new Frames([frame(FrameType.HEADERS, END_HEADERS, block)]);
  return { first: frames(Buffer.concat(first)), further: frames(Buffer.from(further)) };
}

/** Encodes a call's framed message as the data that ends its stream. */
export function dataFrames(framedMessage: Buffer): Frames {
  const frames: Buffer[] = [];
  for (let at = 0; at < framedMessage.length; at += FRAME_BYTES_MAX) {
    const last = at + FRAME_BYTES_MAX >= framedMessage.length;
    const part = framedMessage.subarray(at, at + FRAME_BYTES_MAX);
    frames.push(frame(FrameType.DATA, last ? END_STREAM : 0, part));
  }
  return new Frames(frames);
}

/** Consecutive frames of a stream whose id is filled in when they are sent. */
export class Frames {
  readonly bytes: Buffer;
  /** Number of bytes that count for flow control. */
  readonly payloadBytes: number;
  readonly #idOffsets: number[] = [];

  constructor(frames: readonly Buffer[]) {
    let offset = 0;
    for (const { length } of frames) {
      this.#idOffsets.push(offset + FRAME_HEADER_BYTES - 4);
      offset += length;
    }
    this.bytes = Buffer.concat(frames);
    this.payloadBytes = offset - frames.length * FRAME_HEADER_BYTES;
  }

  /** Copies the frames with the stream id. Returns the offset after them. */
  writeTo(target: Buffer, at: number, streamId: number): number {
    this.bytes.copy(target, at);
    for (const offset of this.#idOffsets) target.writeUInt32BE(streamId, at + offset);
    return at + this.bytes.length;
  }
}
