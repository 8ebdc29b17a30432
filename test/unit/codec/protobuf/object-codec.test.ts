import fc from 'fast-check';
import { createObjectCodec } from '../../../../src/codec/protobuf/object-codec';
import { kitchenSink } from '../../../support/kitchen-sink';
import { sinkJson, withoutTypedKeys } from '../../../support/kitchen-sink-json';
import { tidemarkError } from '../../../support/tidemark-error';

const { type, shape } = kitchenSink();
const codec = createObjectCodec(shape);

/** The values that proto3 omits: implicit defaults, empty lists and maps, absent options. */
function pruned(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(pruned);
  if (typeof json !== 'object' || json === null) return json;
  const kept = Object.entries(json).filter(
    ([name, value]) => value !== undefined && !isImplicit(name, value),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, FREE_FORM.has(name) ? value : pruned(value)]));
}

const FREE_FORM = new Set(['struct', 'value', 'list', 'byName', 'byBool']);
const PRESENT = new Set(['maybe', 'left', 'struct', 'value', 'list', 'wrapped', 'when', 'child']);

function isImplicit(name: string, value: unknown): boolean {
  if (PRESENT.has(name)) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '' || value === false || Object.is(value, 0) || value === '0' || value === 'COLOR_NONE';
}

/** The JSON as sent: without undefined, and with 0 for -0. */
const sent = (json: unknown): unknown => JSON.parse(JSON.stringify(json) ?? 'null');

describe('an object as JSON', () => {
  it('is returned as it was written', () => {
    fc.assert(
      fc.property(sinkJson, (json) => {
        expect(sent(codec.toJson(codec.fromJson(sent(json))))).toEqual(pruned(sent(json)));
      }),
      { numRuns: 40 },
    );
  });

  it('becomes bytes that protobufjs reads as the same message, and is read from bytes of protobufjs', () => {
    fc.assert(
      fc.property(sinkJson, (json) => {
        const bytes = codec.fromJson(sent(withoutTypedKeys(json)));
        const reencoded = Buffer.from(type.encode(type.decode(bytes)).finish());
        expect(codec.toJson(reencoded)).toEqual(codec.toJson(bytes));
      }),
      { numRuns: 40 },
    );
  });

  it('stays as it is when others are serialized after it, small and large ones, at any depth', () => {
    const nested = (text: string, depth: number): object =>
      depth === 0 ? { aString: text } : { aString: text, child: nested(text, depth - 1) };
    const texts = ['a', 'x'.repeat(100_000), 'b'.repeat(300), 'c'];
    const messages = texts.flatMap((text) => [0, 3].map((depth) => nested(text, depth)));
    const all = messages.map((json) => codec.fromJson(json));
    expect(all.map((bytes) => codec.toJson(bytes))).toEqual(messages);
    expect(codec.fromJson(messages[0]).buffer.byteLength).toBeLessThan(100_000);
  });

  it('can have names as in the proto file, numbers as strings, and null for absent', () => {
    const bytes = codec.fromJson({
      an_int64: 5,
      aUint32: '7',
      color: 5,
      aString: null,
      wrapped: '9',
      aDouble: '1e3',
    });
    expect(codec.toJson(bytes)).toEqual({
      anInt64: '5',
      aUint32: 7,
      color: 'BLUE',
      wrapped: '9',
      aDouble: 1000,
    });
  });

  it('can have enum aliases, and is written with the first name', () => {
    expect(codec.toJson(codec.fromJson({ color: 'ROUGE' }))).toEqual({ color: 'RED' });
  });

  it('can have base64 in both alphabets, padded or not', () => {
    for (const someBytes of ['-_8=', '+/8=', '-_8', '+/8']) {
      expect(codec.toJson(codec.fromJson({ someBytes }))).toEqual({ someBytes: '+/8=' });
    }
  });

  it('has the shortest decimal of a float', () => {
    for (const aFloat of [0.1, 16_777_216, 3.4028235e38, 1e-7, -2.5, 'NaN', '-Infinity']) {
      const float = typeof aFloat === 'number' ? Math.fround(aFloat) : aFloat;
      expect(codec.toJson(codec.fromJson({ aFloat: float, wrappedFloat: float }))).toEqual({
        aFloat,
        wrappedFloat: aFloat,
      });
    }
  });

  it('keeps the sign of zero', () => {
    expect((codec.toJson(codec.fromJson({ aDouble: -0 })) as { aDouble: number }).aDouble).toBe(-0);
  });

  it('keeps a field set to its default if that differs from absent', () => {
    const json = { maybe: 0, left: '', child: {}, wrapped: '0', wrappedBytes: '', value: null };
    expect(codec.toJson(codec.fromJson(json))).toEqual(json);
  });

  it('can have a property named __proto__', () => {
    const json = JSON.parse('{"byName":{"__proto__":1},"struct":{"__proto__":{"x":2}}}') as unknown;
    expect(JSON.stringify(codec.toJson(codec.fromJson(json)))).toBe(JSON.stringify(json));
  });

  it('becomes equal bytes for equal messages, in any order of properties', () => {
    expect(codec.fromJson({ aBool: true, anInt32: 1 })).toEqual(codec.fromJson({ anInt32: 1, aBool: true }));
  });
});

describe('well-known types', () => {
  it.each([
    ['when', '2026-11-21T08:00:00.120Z', '2026-11-21T08:00:00.120Z'],
    ['when', '2026-11-21T08:00:00.000001Z', '2026-11-21T08:00:00.000001Z'],
    ['when', '2026-11-21T08:00:00.1Z', '2026-11-21T08:00:00.100Z'],
    ['when', '2026-11-21T08:00:00+05:30', '2026-11-21T02:30:00Z'],
    ['when', '1969-12-31T23:59:59.999999999Z', '1969-12-31T23:59:59.999999999Z'],
    ['when', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['howLong', '1.5s', '1.500s'],
    ['howLong', '-0.000000001s', '-0.000000001s'],
    ['howLong', '0s', '0s'],
    ['mask', 'user.displayName,photo', 'user.displayName,photo'],
    ['mask', '', ''],
    ['null', null, null],
  ])('%s reads %s and writes %s', (name, json, written) => {
    const expected = name === 'null' ? {} : { [name]: written };
    expect(codec.toJson(codec.fromJson({ [name]: json }))).toEqual(expected);
  });
});

const deep = (levels: number): unknown => (levels === 0 ? {} : { child: deep(levels - 1) });

describe('JSON is rejected', () => {
  it.each<[string, string, unknown]>([
    ['body', 'an array', []],
    ['body', 'null', null],
    ['body', 'a string', 'x'],
    ['body.nosuch', 'an unknown field', { nosuch: 1 }],
    ['body.__proto__', 'an unknown field called __proto__', JSON.parse('{"__proto__":1}')],
    ['body.children[1].nosuch', 'an unknown field inside', { children: [{}, { nosuch: 1 }] }],
    ['body.anInt32', 'a fraction', { anInt32: 1.5 }],
    ['body.anInt32', 'a word', { anInt32: 'many' }],
    ['body.anInt32', 'an empty string', { anInt32: '' }],
    ['body.anInt32', 'a boolean', { anInt32: true }],
    ['body.anInt32', 'over 2^31', { anInt32: 2 ** 31 }],
    ['body.aUint32', 'below 0', { aUint32: -1 }],
    ['body.anInt64', 'a number that has lost digits', { anInt64: 2 ** 53 }],
    ['body.anInt64', 'over 2^63', { anInt64: '9223372036854775808' }],
    ['body.aUint64', 'over 2^64', { aUint64: '18446744073709551616' }],
    ['body.aFloat', 'over the largest float', { aFloat: 3.5e38 }],
    ['body.aDouble', 'a word', { aDouble: 'nan' }],
    ['body.aBool', 'a string', { aBool: 'true' }],
    ['body.aString', 'a number', { aString: 1 }],
    ['body.aString', 'half a surrogate pair', { aString: '\ud800' }],
    ['body.someBytes', 'no base64', { someBytes: '*' }],
    ['body.someBytes', 'base64 of a length that cannot be', { someBytes: 'AAAAA' }],
    ['body.color', 'an unknown name', { color: 'GREEN' }],
    ['body.color', 'an unknown number', { color: 9 }],
    ['body.numbers', 'no array', { numbers: 1 }],
    ['body.numbers[1]', 'null in an array', { numbers: [1, null] }],
    ['body.byName', 'an array for a map', { byName: [] }],
    ['body.byName["a"]', 'a wrong value in a map', { byName: { a: 'x' } }],
    ['body.byNumber["x"]', 'a wrong key in a map', { byNumber: { x: {} } }],
    ['body.byBool["yes"]', 'a wrong boolean key', { byBool: { yes: 'RED' } }],
    ['body.right', 'two members of a oneof', { left: 'x', right: 1 }],
    ['body.an_int32', 'a field under both its names', { anInt32: 1, an_int32: 2 }],
    ['body.when', 'a timestamp without zone', { when: '2026-11-21T08:00:00' }],
    ['body.when', 'February 30', { when: '2026-02-30T00:00:00Z' }],
    ['body.when', 'the year 0', { when: '0000-01-01T00:00:00Z' }],
    ['body.howLong', 'a duration without unit', { howLong: '1' }],
    ['body.mask', 'a mask in snake_case', { mask: 'a_b' }],
    ['body.struct', 'an array for a struct', { struct: [] }],
    ['body.wrapped', 'a wrapper as an object', { wrapped: { value: 1 } }],
  ])('at %s: %s', (field, _what, json) => {
    expect(() => codec.fromJson(json)).toThrow(tidemarkError('invalid_argument', field));
  });

  it('when nested deeper than 100', () => {
    expect(() => codec.fromJson(deep(100))).not.toThrow();
    expect(() => codec.fromJson(deep(101))).toThrow(tidemarkError('invalid_argument'));
    expect(() => codec.fromJson({ value: nestedList(5_000) })).toThrow(tidemarkError('invalid_argument'));
  });

  it('with the allowed values in the error', () => {
    expect(() => codec.fromJson({ color: 'GREEN' })).toThrow(/not "GREEN".*COLOR_NONE, RED/);
  });
});

function nestedList(depth: number): unknown {
  return depth === 0 ? [] : [nestedList(depth - 1)];
}

describe('bytes are rejected', () => {
  const good = codec.fromJson({ aString: 'text', child: { anInt32: 5 }, numbers: [1, 2], byName: { a: 1 } });

  it.each([
    ['cut inside a string', Buffer.from([0x72, 5, 0x61])],
    ['with a field number 0', Buffer.from([0x00, 1])],
    ['with a string where an integer is declared', Buffer.from([0x1a, 0])],
    ['with an integer where a string is declared', Buffer.from([0x70, 0])],
    ['with invalid UTF-8', Buffer.from([0x72, 2, 0xc3, 0x28])],
    ['with an unfinished varint', Buffer.from([0x18, 0xff])],
    ['with a group', Buffer.from([0x1b])],
    ['with the end of a group', Buffer.from([0x1c])],
    ['with wire type 7', Buffer.from([0x1f])],
    ['with a packed list cut in an element', Buffer.from([0x92, 1, 1, 0xff])],
    ['with a timestamp out of range', Buffer.from([0xf2, 1, 6, 0x10, 0xff, 0xff, 0xff, 0xff, 0x0f])],
  ])('%s', (_what, bytes) => {
    expect(() => codec.verify(bytes)).toThrow(tidemarkError('malformed_body', 'body'));
  });

  it('when cut anywhere but between fields', () => {
    const ends = new Set<number>();
    for (let end = 0; end <= good.length; end++) {
      try {
        codec.verify(good.subarray(0, end));
        ends.add(end);
      } catch (error) {
        expect(error).toEqual(tidemarkError('malformed_body', 'body'));
      }
    }
    expect([...ends]).toEqual([0, 6, 11, 16, good.length]);
  });

  it('when nested deeper than 100', () => {
    let bytes = Buffer.alloc(0);
    for (let level = 0; level < 101; level++) bytes = Buffer.concat([tag(17), varint(bytes.length), bytes]);
    expect(() => codec.verify(bytes)).toThrow(tidemarkError('malformed_body', 'body'));
  });

  it('with a typed error only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          codec.verify(Buffer.from(bytes));
        } catch (error) {
          expect(error).toEqual(tidemarkError('malformed_body', 'body'));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('with internal if they were stored', () => {
    expect(() => codec.toJson(Buffer.from([0x18, 0xff]))).toThrow(tidemarkError('internal'));
  });
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}

const tag = (field: number): Buffer => varint((field << 3) | 2);

describe('bytes are accepted', () => {
  it('with unknown fields, which are skipped', () => {
    expect(codec.toJson(Buffer.from([0xc0, 0x3e, 1, 0x18, 5, 0xca, 0x3e, 1, 0]))).toEqual({ anInt32: 5 });
  });

  it('with packed and unpacked lists whatever is declared', () => {
    expect(codec.toJson(Buffer.from([0x90, 1, 1, 0x90, 1, 2, 0x9a, 1, 2, 3, 4]))).toEqual({
      numbers: [1, 2],
      unpacked: [3, 4],
    });
  });

  it('with the last of a field given twice, and messages merged', () => {
    const twice = Buffer.concat([
      codec.fromJson({ anInt32: 1, child: { anInt32: 1, aBool: true } }),
      codec.fromJson({ anInt32: 2, child: { anInt32: 2 } }),
    ]);
    expect(codec.toJson(twice)).toEqual({ anInt32: 2, child: { anInt32: 2, aBool: true } });
  });

  it('with the last member of a oneof', () => {
    const both = Buffer.concat([codec.fromJson({ left: 'x' }), codec.fromJson({ right: 1 })]);
    expect(codec.toJson(both)).toEqual({ right: 1 });
  });

  it('with map entries that lack key or value', () => {
    expect(codec.toJson(Buffer.from([0xba, 1, 0]))).toEqual({ byName: { '': 0 } });
  });

  it('with enum numbers that are not declared', () => {
    expect(codec.toJson(Buffer.from([0x80, 1, 9]))).toEqual({ color: 9 });
  });
});
