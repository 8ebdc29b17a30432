import fc from 'fast-check';
import { AnswerBuffer } from '../../../../src/codec/json/answer-buffer';

const json = new AnswerBuffer();
const FULL = Buffer.alloc(64 * 1024 - 20, 'x');

/** Returns what `write` appends to a buffer that is full up to the last bytes. */
function appended(write: (json: AnswerBuffer) => void): string {
  json.begin().append(FULL);
  const { length } = json;
  write(json);
  return json.finish().toString('utf8', length);
}

/** Texts of any code points: the unit `binary` of fast-check takes a second to begin. */
const codePoints = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  ),
);

const written = (value: number): string => appended((to) => to.number(value));

describe('An answer buffer', () => {
  it('appends numbers as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(written(value)).toBe(JSON.stringify(value));
        expect(written(Math.fround(value / 1e300))).toBe(JSON.stringify(Math.fround(value / 1e300)));
      }),
      { numRuns: 100 },
    );
  });

  it('appends decimals as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 16 }), (digits, decimals) => {
        const value = digits / 10 ** decimals;
        expect(written(value)).toBe(JSON.stringify(value));
      }),
      { numRuns: 100 },
    );
  });

  it.each([0, -0, 0.1 + 0.2, 1e-6, 9.99e-7, 1e21, 89_999.999_999_999_9, 90_000.5, 2 ** 32, -1.5, 5e-324])(
    'appends %p as JSON.stringify does',
    (value) => expect(written(value)).toBe(JSON.stringify(value)),
  );

  it('appends UTF-8 as JSON strings, and rejects other bytes', () => {
    fc.assert(
      fc.property(codePoints, (points) => {
        const text = String.fromCodePoint(...points);
        const source = Buffer.from(`<${text}>`);
        expect(appended((to) => to.jsonUtf8(source, 1, source.length - 1))).toBe(JSON.stringify(text));
      }),
      { numRuns: 100 },
    );
    for (const hex of ['ff', 'c328', '22ff', 'eda080', 'c0af']) {
      const source = Buffer.from(hex, 'hex');
      expect(json.begin().jsonUtf8(source, 0, source.length)).toBe(false);
    }
  });

  it.each([0, 1, 2, 3, 24 * 1024 - 1, 24 * 1024, 24 * 1024 + 1, 100_000])(
    'appends %p bytes as base64',
    (size) => {
      const source = Buffer.from(Array.from({ length: size + 2 }, (_, i) => (i * 7) & 255));
      const expected = source.subarray(1, size + 1).toString('base64');
      expect(appended((to) => to.jsonBase64(source, 1, size + 1))).toBe(`"${expected}"`);
    },
  );
});
