import fc from 'fast-check';
import protobuf from 'protobufjs';
import { AnswerBuffer } from '../../../../src/codec/json/answer-buffer';
import { JsonPlanCompiler } from '../../../../src/codec/protobuf/json-plan';
import { writeMessageJson } from '../../../../src/codec/protobuf/message-json-writer';
import { ShapeCompiler, type MessageShape } from '../../../../src/codec/protobuf/message-shape';
import { createObjectCodec } from '../../../../src/codec/protobuf/object-codec';
import { runToCompletion, type Steps } from '../../../../src/core/shared/steps';
import { kitchenSink } from '../../../support/kitchen-sink';
import { sinkJson, withoutTypedKeys } from '../../../support/kitchen-sink-json';
import { tidemarkError } from '../../../support/tidemark-error';

const { type, shape } = kitchenSink();
const codec = createObjectCodec(shape);
const encode = (json: unknown): Buffer => codec.fromJson(JSON.parse(JSON.stringify(json)));

/** Returns the text written by `write`, after other text, and what it returns. */
function written<T>(write: (json: AnswerBuffer) => Steps<T>): { readonly text: string; readonly result: T } {
  const json = new AnswerBuffer().begin().text('before');
  const result = runToCompletion(write(json));
  const text = json.finish().toString();
  expect(text.slice(0, 6)).toBe('before');
  return { text: text.slice(6), result };
}

/** Writes a message that encoders create, for which no objects are needed. */
function writtenDirectly(of: MessageShape, bytes: Buffer): string {
  const plan = new JsonPlanCompiler().message(of)!;
  const { text, result } = written((json) => writeMessageJson(plan, bytes, json));
  expect(result).toBe(true);
  return text;
}

/** Compares both ways from bytes to JSON: the same text or the same error. */
function expectSame(bytes: Buffer, using = codec): void {
  let expected: string;
  try {
    expected = JSON.stringify(using.toJson(bytes));
  } catch (error) {
    expect(() => written((json) => using.writeJson(bytes, json))).toThrow(error as Error);
    return;
  }
  expect(written((json) => using.writeJson(bytes, json)).text).toBe(expected);
}

/** Returns a message whose field `child` is this one. */
function childOf(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x8a, 0x01, (bytes.length & 0x7f) | 0x80, bytes.length >> 7]), bytes]);
}

describe('A message written as JSON from its wire format', () => {
  it('has the text of its objects, without creating them', () => {
    fc.assert(
      fc.property(sinkJson, (json) => {
        const bytes = encode(json);
        expect(writtenDirectly(shape, bytes)).toBe(JSON.stringify(codec.toJson(bytes)));
      }),
      { numRuns: 40 },
    );
  });

  it('has the text of its objects if protobufjs has encoded it', () => {
    fc.assert(
      fc.property(sinkJson, (json) => {
        expectSame(Buffer.from(type.encode(type.decode(encode(withoutTypedKeys(json)))).finish()));
      }),
      { numRuns: 40 },
    );
  });

  it('has the text or the error of its objects if it is corrupted, or encoded in several parts', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(sinkJson, sinkJson, fc.array(change, { maxLength: 3 }), (a, b, changes) => {
        const bytes = Buffer.concat([encode(a), encode(b)]);
        for (const { at, byte } of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
        expectSame(bytes);
      }),
      { numRuns: 60 },
    );
  });

  it('has the text or the error of its objects for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => expectSame(Buffer.from(bytes))),
      { numRuns: 60 },
    );
  });

  it.each<[string, unknown]>([
    ['no field', {}],
    ['control characters, quotes and backslashes', { aString: '\u0000\t"\\\u007f/\u2028', words: ['"', ''] }],
    ['characters of two to four bytes', { aString: 'é€😀', byName: { 'ü"': 1 } }],
    ['bytes of several base64 parts', { someBytes: Buffer.alloc(100_001, 7).toString('base64') }],
    ['empty messages', { child: {}, children: [{}, {}] }],
    ['explicit defaults', { maybe: 0, left: '', wrapped: '0', when: '1970-01-01T00:00:00Z' }],
    ['values that are no numbers in JSON', { aDouble: 'NaN', aFloat: '-Infinity' }],
    ['negative zero', { aDouble: -0 }],
    ['the largest integers', { anInt64: String(-(2n ** 63n)), aUint64: String(2n ** 64n - 1n) }],
  ])('can have %s', (_what, json) => {
    const bytes = encode(json);
    expect(writtenDirectly(shape, bytes)).toBe(JSON.stringify(codec.toJson(bytes)));
  });

  it('omits defaults that are on the wire, but not those of a field with presence', () => {
    // a_double = 0, a_double = -0, an_int32 = 0, a_string = "", color = 0, packed numbers = [], maybe = 0.
    for (const hex of [
      '090000000000000000',
      '090000000000000080',
      '1800',
      '7200',
      '800100',
      '920100',
      'd00100',
    ]) {
      const bytes = Buffer.from(hex, 'hex');
      expect(writtenDirectly(shape, bytes)).toBe(JSON.stringify(codec.toJson(bytes)));
    }
  });

  it('can be nested as deep as a message may be', () => {
    let json: unknown = { aBool: true };
    for (let level = 0; level < 100; level++) json = { child: json };
    const bytes = encode(json);
    expect(writtenDirectly(shape, bytes)).toBe(JSON.stringify(json));
    expect(() => written((to) => codec.writeJson(childOf(bytes), to))).toThrow(tidemarkError('internal'));
  });

  it('is rejected if it is nested too deep by messages that are decoded to objects', () => {
    let value: unknown = 1;
    for (let level = 0; level < 20; level++) value = [value];
    let bytes = encode({ value });
    for (let level = 0; level < 90; level++) bytes = childOf(bytes);
    expectSame(bytes);
    expect(() => codec.toJson(bytes)).toThrow(tidemarkError('internal'));
  });

  it('has the last of several members of a oneof', () => {
    expectSame(Buffer.concat([encode({ left: 'x' }), encode({ right: 1 })]));
  });

  it('can have an empty packed list before other fields', () => {
    const bytes = Buffer.concat([Buffer.from('920100', 'hex'), encode({ numbers: [1], words: ['a'] })]);
    expect(writtenDirectly(shape, bytes)).toBe('{"numbers":[1],"words":["a"]}');
  });

  it('is written in steps', () => {
    const bytes = encode({
      words: Array.from({ length: 20_000 }, (_, i) => `word ${i}`),
      numbers: Array(50_000).fill(7),
    });
    const json = new AnswerBuffer().begin();
    let steps = 0;
    for (const writing = codec.writeJson(bytes, json); writing.next().done !== true;) steps += 1;
    expect(json.length / steps).toBeLessThan(40_000);
    expect(json.finish().toString()).toBe(JSON.stringify(codec.toJson(bytes)));
  });

  it('does not mix with another message that is written at the same time', () => {
    const messages = [1, 2].map((n) =>
      encode({ words: Array.from({ length: 20_000 }, (_, i) => `${n} ${i}`) }),
    );
    const jobs = messages.map((bytes) => {
      const json = new AnswerBuffer().begin();
      return { bytes, json, steps: codec.writeJson(bytes, json) };
    });
    while (jobs.map(({ steps }) => steps.next()).some(({ done }) => done !== true));
    for (const { bytes, json } of jobs)
      expect(json.finish().toString()).toBe(JSON.stringify(codec.toJson(bytes)));
  });
});

it('only the field is decoded to objects if the fields of its message are declared in another order', () => {
  const root = new protobuf.Root();
  const odd = 'message Odd { string a = 2; string b = 1; }';
  const text = `syntax = "proto3"; message Outer { string x = 1; repeated Odd odd = 2; string y = 3; } ${odd}`;
  protobuf.parse(text, root, { keepCase: true });
  const outer = root.resolveAll().lookupType('Outer');
  const json = { x: '1', odd: [{ a: '2', b: '3' }, { a: '4' }], y: '5' };
  const bytes = Buffer.from(outer.encode(json).finish());
  expect(writtenDirectly(new ShapeCompiler().message(outer), bytes)).toBe(JSON.stringify(json));
});

describe('A message whose JSON cannot be written from its wire format', () => {
  it.each([
    ['its fields are declared in another order', 'string a = 2; string b = 1;', { a: 'x', b: 'y' }],
    [
      'its names are numbers',
      'string a = 1 [json_name = "2"]; string b = 2 [json_name = "1"];',
      { 2: 'x', 1: 'y' },
    ],
    ['two fields have one name', 'string a = 1 [json_name = "b"]; string b = 2;', { b: 'y' }],
  ])('is decoded to objects if %s', (_why, fields, json) => {
    const root = new protobuf.Root();
    protobuf.parse(`syntax = "proto3"; message Odd { ${fields} }`, root, { keepCase: true });
    const odd = root.resolveAll().lookupType('Odd');
    const oddCodec = createObjectCodec(new ShapeCompiler().message(odd));
    const bytes = Buffer.from(odd.encode({ a: 'x', b: 'y' }).finish());
    expect(written((to) => oddCodec.writeJson(bytes, to)).text).toBe(JSON.stringify(json));
  });
});
