import { malformedRecord } from '../files/malformed-record';

/** Maximum size of a length, in bytes: lengths up to 2^35. */
const LENGTH_BYTES_MAX = 5;

/**
 * Splits chunks into messages that follow their lengths. Throws `malformed_body` for a length that is no varint or
 * exceeds the maximum, and for a file that ends within a message: nothing behind such a place can be read.
 */
export async function* delimitedMessages(
  chunks: AsyncIterable<Buffer>,
  bytesMax: number,
): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = [];
  let bytes = 0;
  let needed = 1;
  let count = 0;
  for await (const chunk of chunks) {
    buffered.push(chunk);
    bytes += chunk.length;
    if (bytes < needed) continue;
    let rest = buffered.length === 1 ? chunk : Buffer.concat(buffered, bytes);
    for (;;) {
      const prefix = lengthAt(rest, count + 1);
      if (prefix !== undefined && prefix.length > bytesMax)
        throw malformedRecord(
          `record ${count + 1} has ${prefix.length} bytes: at most ${bytesMax} are allowed`,
        );
      needed = prefix === undefined ? rest.length + 1 : prefix.start + prefix.length;
      if (rest.length < needed || prefix === undefined) break;
      count += 1;
      yield rest.subarray(prefix.start, needed);
      rest = rest.subarray(needed);
    }
    buffered = rest.length === 0 ? [] : [rest];
    bytes = rest.length;
  }
  if (bytes > 0) throw malformedRecord(`record ${count + 1} is incomplete: the file ends within it`);
}

/** Returns the length of the next message, and where it begins; undefined if the length is not complete yet. */
function lengthAt(
  bytes: Buffer,
  record: number,
): { readonly length: number; readonly start: number } | undefined {
  let length = 0;
  for (let at = 0; at < Math.min(bytes.length, LENGTH_BYTES_MAX); at++) {
    const byte = bytes[at]!;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return { length, start: at + 1 };
  }
  if (bytes.length >= LENGTH_BYTES_MAX)
    throw malformedRecord(`record ${record} does not begin with its length`);
  return undefined;
}
