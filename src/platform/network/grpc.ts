/**
 * gRPC's wire conventions over HTTP/2, shared by the data client and the embedded server.
 * Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
 */

/** The canonical status codes; https://grpc.github.io/grpc/core/md_doc_statuscodes.html. */
export const GrpcStatus = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;

export type GrpcStatusName = keyof typeof GrpcStatus;
export type GrpcStatusCode = (typeof GrpcStatus)[GrpcStatusName];

const STATUS_NAMES = Object.keys(GrpcStatus) as GrpcStatusName[];

/** Returns the name of a status code; codes outside of the table are UNKNOWN, as the protocol requires. */
export function grpcStatusName(code: number): GrpcStatusName {
  return STATUS_NAMES[code] ?? 'UNKNOWN';
}

/** Bytes before each message: a compressed flag and a big-endian length. */
export const FRAME_HEADER_BYTES = 5;

/** Prefixes a serialized message with its frame header. */
export function frameMessage(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(FRAME_HEADER_BYTES + message.length);
  writeFrameHeader(framed, message.length);
  framed.set(message, FRAME_HEADER_BYTES);
  return framed;
}

/** Writes a frame header into the first bytes of `framed`, for encoders that reserve this space. */
export function writeFrameHeader(framed: Buffer, messageBytes: number): void {
  framed[0] = 0;
  framed.writeUInt32BE(messageBytes, 1);
}

/** Invalid framing by the peer, or a message over the limit. `grpcStatus` is the status with which the call ends. */
export class FramingError extends Error {
  override readonly name = 'FramingError';
  constructor(
    readonly grpcStatus: GrpcStatusCode,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Splits a byte stream into messages. A message within one chunk is passed on as a view of the chunk; a message that
 * spans several chunks is concatenated once, when its last byte has arrived.
 */
export class MessageReader {
  readonly #bytesMax: number;
  readonly #onMessage: (message: Buffer) => void;
  #parts: Buffer[] | undefined;
  #partsBytes = 0;
  /** Size of the incomplete message in bytes, header included; 0 while the header itself is incomplete. */
  #neededBytes = 0;

  constructor(bytesMax: number, onMessage: (message: Buffer) => void) {
    this.#bytesMax = bytesMax;
    this.#onMessage = onMessage;
  }

  /** True when the stream may end here, since no message is incomplete. */
  get idle(): boolean {
    return this.#partsBytes === 0;
  }

  /** Adds the next chunk and passes on every message that it completes. Throws FramingError. */
  push(chunk: Buffer): void {
    let rest = this.#partsBytes === 0 ? chunk : this.#complete(chunk);
    while (rest.length > 0) {
      const neededBytes = this.#frameBytes(rest);
      if (neededBytes === 0 || rest.length < neededBytes) {
        this.#keep(rest, neededBytes);
        return;
      }
      this.#onMessage(rest.subarray(FRAME_HEADER_BYTES, neededBytes));
      if (rest.length === neededBytes) return;
      rest = rest.subarray(neededBytes);
    }
  }

  /** Appends to the incomplete message. Returns the joined bytes when the message is complete, else an empty buffer. */
  #complete(chunk: Buffer): Buffer {
    if (this.#neededBytes === 0 || this.#partsBytes + chunk.length >= this.#neededBytes) {
      const joined = Buffer.concat([...(this.#parts ?? []), chunk], this.#partsBytes + chunk.length);
      this.#keepNothing();
      return joined;
    }
    this.#keep(chunk, this.#neededBytes);
    return EMPTY;
  }

  #keep(part: Buffer, neededBytes: number): void {
    (this.#parts ??= []).push(part);
    this.#partsBytes += part.length;
    this.#neededBytes = neededBytes;
  }

  #keepNothing(): void {
    this.#parts = undefined;
    this.#partsBytes = 0;
    this.#neededBytes = 0;
  }

  #frameBytes(bytes: Buffer): number {
    if (bytes.length < FRAME_HEADER_BYTES) return 0;
    if (bytes[0] !== 0) {
      throw new FramingError(GrpcStatus.INTERNAL, 'compressed message received, but no encoding was agreed');
    }
    const messageBytes = bytes.readUInt32BE(1);
    if (messageBytes > this.#bytesMax) {
      throw new FramingError(
        GrpcStatus.RESOURCE_EXHAUSTED,
        `message of ${messageBytes} bytes is over the limit of ${this.#bytesMax}`,
      );
    }
    return FRAME_HEADER_BYTES + messageBytes;
  }
}

const EMPTY = Buffer.alloc(0);

const TIMEOUT_DIGITS_MAX = 99_999_999;
const TIMEOUT_UNITS_MS: readonly (readonly [unit: string, milliseconds: number])[] = [
  ['m', 1],
  ['S', 1_000],
  ['M', 60_000],
  ['H', 3_600_000],
];

/**
 * Returns a `grpc-timeout` value: at most eight digits and a unit, rounded up so that the server never times out first.
 */
export function encodeTimeout(timeoutMs: number): string {
  if (timeoutMs <= 0) return '1n';
  for (const [unit, milliseconds] of TIMEOUT_UNITS_MS) {
    const amount = Math.ceil(timeoutMs / milliseconds);
    if (amount <= TIMEOUT_DIGITS_MAX) return `${amount}${unit}`;
  }
  return `${TIMEOUT_DIGITS_MAX}H`;
}

const TIMEOUT_PATTERN = /^(\d{1,8})([HMSmun])$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/** Returns the milliseconds of a `grpc-timeout` value, or undefined when it is malformed. */
export function parseTimeout(text: string): number | undefined {
  const match = TIMEOUT_PATTERN.exec(text);
  const unitMs = UNIT_MS[match?.[2] ?? ''];
  return match === null || unitMs === undefined ? undefined : Number(match[1]) * unitMs;
}

/** Percent-encodes a `grpc-message`: everything but printable ASCII, and the percent sign itself. */
export function encodeStatusMessage(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    encoded += plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

/** Decodes a `grpc-message`. Invalid escapes are left unchanged, so that a bad message never hides the status. */
export function decodeStatusMessage(text: string): string {
  if (!text.includes('%')) return text;
  const bytes = Buffer.from(text, 'latin1');
  const decoded: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const hex = text.slice(at + 1, at + 3);
    const escaped = bytes[at] === 0x25 && /^[0-9a-fA-F]{2}$/.test(hex);
    decoded.push(escaped ? parseInt(hex, 16) : (bytes[at] ?? 0));
    if (escaped) at += 2;
  }
  return Buffer.from(decoded).toString('utf8');
}
