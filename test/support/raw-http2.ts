/** Frames of HTTP/2 for clients that do what no library does. */

const EMPTY = Buffer.alloc(0);
const HEAD_BYTES = 9;
const DATA = 0;
const HEADERS = 1;
const SETTINGS = 4;
const GOAWAY = 7;
const END_STREAM = 1;
const END_HEADERS = 4;

function frame(type: number, flags: number, streamId: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

/** Preface of a client, and an empty SETTINGS frame. */
export const PREFACE = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(SETTINGS, 0, 0, EMPTY),
]);

/** Beginning of a call. Names and values are shorter than 127 bytes. */
export function callHeaders(streamId: number, path: string): Buffer {
  const headers = {
    ':method': 'POST',
    ':scheme': 'http',
    ':path': path,
    ':authority': 'localhost',
    'content-type': 'application/grpc',
  };
  // Literals that are neither indexed nor compressed (RFC 7541, 6.2.2).
  const literals = Object.entries(headers).map(([name, value]) =>
    Buffer.concat([Buffer.from([0]), ...[name, value].map(text)]),
  );
  return frame(HEADERS, END_HEADERS, streamId, Buffer.concat(literals));
}

const text = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);

/** Whole body of a call. */
export function callBody(streamId: number, bytes: Buffer): Buffer {
  return frame(DATA, END_STREAM, streamId, bytes);
}

/** Returns the last stream ids of the GOAWAY frames in what a server has sent. */
export function lastStreamIds(received: Buffer): readonly number[] {
  const ids: number[] = [];
  for (let at = 0; at + HEAD_BYTES <= received.length;) {
    const end = at + HEAD_BYTES + received.readUIntBE(at, 3);
    if (received[at + 3] === GOAWAY && end <= received.length)
      ids.push(received.readUInt32BE(at + HEAD_BYTES));
    at = end;
  }
  return ids;
}
