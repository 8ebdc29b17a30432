import { type ClientHttp2Session, constants, type OutgoingHttpHeaders } from 'node:http2';

/**
 * Returns the gRPC status of a call from headers or trailers; the HTTP status if the answer is not gRPC; `-` without an
 * answer.
 */
export function rawCall(
  session: ClientHttp2Session,
  path: string,
  body: Buffer,
  headers: OutgoingHttpHeaders = {},
): Promise<string> {
  return new Promise((resolve) => {
    let status = '-';
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    const note = (received: Record<string, unknown>): void => {
      const found = received['grpc-status'];
      if (typeof found === 'string') status = found;
      else if (received[':status'] !== undefined && received[':status'] !== 200)
        status = `HTTP ${received[':status'] as number}`;
    };
    stream.on('response', note).on('trailers', note);
    stream.on('error', () => undefined).on('close', () => resolve(status));
    stream.resume();
    stream.end(body);
    // A cancelled call needs no answer, because change streams are endless.
    stream.setTimeout(SILENCE_MAX_MS, () => stream.close(constants.NGHTTP2_CANCEL));
  });
}

const SILENCE_MAX_MS = 60_000;

/** Adds the frame header to a message. */
export function framed(message: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(message.length, 1);
  return Buffer.concat([header, message]);
}

/** Encodes a length-delimited protobuf field. */
export function field(number: number, contents: Uint8Array): Buffer {
  return nested([number], 1, contents);
}

/** Encodes fields in each other, the outermost first, so many times. Each level adds a header: the contents are copied once. */
export function nested(numbers: readonly number[], times: number, contents: Uint8Array): Buffer {
  const inwards = numbers.toReversed();
  const headers: Buffer[] = [];
  let length = contents.length;
  for (let at = 0; at < times * inwards.length; at++) {
    const header = headerOf(inwards[at % inwards.length]!, length);
    headers.push(header);
    length += header.length;
  }
  return Buffer.concat([...headers.toReversed(), contents]);
}

function headerOf(number: number, length: number): Buffer {
  const header: number[] = [(number << 3) | 2];
  let rest = length;
  for (; rest > 0x7f; rest >>>= 7) header.push((rest & 0x7f) | 0x80);
  return Buffer.from([...header, rest]);
}
