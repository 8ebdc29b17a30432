import fc from 'fast-check';

const int = (bits: number): fc.Arbitrary<number> =>
  fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const text = fc.string({ unit: 'grapheme' });
const bigint = (min: bigint, max: bigint): fc.Arbitrary<string> => fc.bigInt({ min, max }).map(String);
const int64 = bigint(-(2n ** 63n), 2n ** 63n - 1n);
const uint64 = bigint(0n, 2n ** 64n - 1n);
const double = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('NaN', 'Infinity', '-Infinity'),
);
const base64 = fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64'));
const color = fc.constantFrom('COLOR_NONE', 'RED', 'BLUE', 'NEGATIVE');
const timestamp = fc
  .integer({ min: -62_135_596_800, max: 253_402_300_799 })
  .map((seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`);
const anything = fc.jsonValue({ maxDepth: 2 });
const few = { maxLength: 3 };
const fewKeys = { maxKeys: 3 };

const plain: Record<string, fc.Arbitrary<unknown>> = {
  aDouble: double,
  anInt32: int(32),
  aUint32: uint32,
  aSint32: int(32),
  aFixed32: uint32,
  aSfixed32: int(32),
  anInt64: int64,
  aUint64: uint64,
  aSint64: int64,
  aFixed64: uint64,
  aSfixed64: int64,
  aBool: fc.boolean(),
  aString: text,
  someBytes: base64,
  color,
  numbers: fc.array(int(32), few),
  unpacked: fc.array(int(32), few),
  words: fc.array(text, few),
  colors: fc.array(color, few),
  byName: fc.dictionary(text, int(32), fewKeys),
  byNumber: fc.dictionary(int64, fc.constant({ aBool: true }), fewKeys),
  byBool: fc.dictionary(fc.constantFrom('true', 'false'), color),
  maybe: int(32),
  left: text,
  when: timestamp,
  struct: fc.dictionary(text, anything, fewKeys),
  value: anything,
  list: fc.array(anything, few),
  wrapped: int64,
  '@name': text,
  far: int(32),
};

const leaf = fc.record(plain, { requiredKeys: [] });
/** Messages of the kitchen sink as JSON in canonical form, which decoding returns unchanged. */
export const sinkJson = fc.record(
  { ...plain, child: leaf, children: fc.array(leaf, { maxLength: 2 }) },
  { requiredKeys: [] },
);

/** protobufjs 7 loses the keys of such maps when it writes a decoded message. */
export function withoutTypedKeys(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (name, value: unknown) =>
    name === 'byNumber' || name === 'byBool' ? undefined : value,
  );
}
