import fc from 'fast-check';
import type { FramingError } from '../../../../src/platform/network/grpc';
import {
  decodeStatusMessage,
  encodeStatusMessage,
  encodeTimeout,
  frameMessage,
  GrpcStatus,
  grpcStatusName,
  MessageReader,
  parseTimeout,
} from '../../../../src/platform/network/grpc';

function readAll(chunks: readonly Buffer[], bytesMax = 1 << 20): { messages: Buffer[]; idle: boolean } {
  const messages: Buffer[] = [];
  const reader = new MessageReader(bytesMax, (message) => messages.push(message));
  for (const chunk of chunks) reader.push(chunk);
  return { messages, idle: reader.idle };
}

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
}

describe('MessageReader', () => {
  it('returns the same messages however the stream is split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (messages, cuts) => {
          const stream = Buffer.concat(messages.map(frameMessage));
          const read = readAll(split(stream, cuts));
          expect(read.messages.map((message) => message.toString('hex'))).toEqual(
            messages.map((message) => Buffer.from(message).toString('hex')),
          );
          expect(read.idle).toBe(true);
        },
      ),
    );
  });

  it('is not idle while a message is incomplete', () => {
    expect(readAll([frameMessage(Buffer.from('abc')).subarray(0, 3)])).toEqual({ messages: [], idle: false });
    expect(readAll([frameMessage(Buffer.from('abc')).subarray(0, 7)])).toEqual({ messages: [], idle: false });
  });

  it('passes on a message within one chunk without copying it', () => {
    const chunk = frameMessage(Buffer.from('abc'));
    expect(readAll([chunk]).messages[0]?.buffer).toBe(chunk.buffer);
  });

  it('rejects a message over the limit before its bytes arrive', () => {
    const header = frameMessage(Buffer.alloc(101)).subarray(0, 5);
    expect(() => readAll([header], 100)).toThrow(
      expect.objectContaining({ grpcStatus: GrpcStatus.RESOURCE_EXHAUSTED }) as FramingError,
    );
    expect(readAll([frameMessage(Buffer.alloc(100))], 100).messages).toHaveLength(1);
  });

  it('rejects the compressed flag', () => {
    const framed = frameMessage(Buffer.from('abc'));
    framed[0] = 1;
    expect(() => readAll([framed])).toThrow(
      expect.objectContaining({ grpcStatus: GrpcStatus.INTERNAL }) as FramingError,
    );
  });
});

describe('The grpc-timeout header', () => {
  it.each([
    [0, '1n'],
    [-5, '1n'],
    [0.2, '1m'],
    [5_000, '5000m'],
    [1_500.1, '1501m'],
    [99_999_999, '99999999m'],
    [100_000_000, '100000S'],
    [1e12, '16666667M'],
    [1e15, '99999999H'],
  ])('encodes %d ms as %s', (timeoutMs, text) => {
    expect(encodeTimeout(timeoutMs)).toBe(text);
  });

  it.each([
    ['10S', 10_000],
    ['250m', 250],
    ['3u', 0.003],
    ['1H', 3_600_000],
    ['2M', 120_000],
    ['', undefined],
    ['S', undefined],
    ['10', undefined],
    ['123456789S', undefined],
    ['-1S', undefined],
  ])('parses %j as %p ms', (text, timeoutMs) => {
    expect(parseTimeout(text)).toBe(timeoutMs);
  });

  it('never becomes shorter by encoding', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e10, noNaN: true }), (timeoutMs) => {
        expect(parseTimeout(encodeTimeout(timeoutMs))).toBeGreaterThanOrEqual(timeoutMs);
      }),
    );
  });
});

describe('The grpc-message header', () => {
  it('survives a round trip in printable ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const encoded = encodeStatusMessage(text);
        expect(encoded).toMatch(/^[\x20-\x7e]*$/);
        expect(decodeStatusMessage(encoded)).toBe(text);
      }),
    );
  });

  it('keeps invalid escapes unchanged', () => {
    expect(decodeStatusMessage('50% of %zz, 100%')).toBe('50% of %zz, 100%');
  });
});

it('every status code has a name, and unknown codes are UNKNOWN', () => {
  for (const [name, code] of Object.entries(GrpcStatus)) expect(grpcStatusName(code)).toBe(name);
  expect(grpcStatusName(99)).toBe('UNKNOWN');
});
