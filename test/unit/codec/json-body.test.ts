import fc from 'fast-check';
import { jsonErrorOffset, parseJsonBody } from '../../../src/codec/json-body';

describe('parseJsonBody', () => {
  it.each([
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[1 2]', 3],
    ['[1,]', 3],
    ['{"a":"b\nc"}', 5],
    ['"\\x"', 0],
    ['01', 1],
    ['1.', 1],
    ['nul', 0],
    ['{} {}', 3],
    ['[[[', 3],
    ['{"a":1', 6],
    [']', 0],
    ['{"a":[1}', 7],
    ['\ufeff{}', 0],
  ])('finds the place where %j breaks off', (text, offset) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(jsonErrorOffset(text)).toBe(offset);
  });

  it('agrees with JSON.parse on what is JSON', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', ',', '}', '[', ':', '\\', 'x', '\n', '-'))
      .map(
        ([text, at, mark]) =>
          text.slice(0, at % (text.length + 1)) + mark + text.slice(at % (text.length + 1)),
      );
    fc.assert(
      fc.property(broken, (text) => {
        expect(jsonErrorOffset(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('parses what JSON.parse parses', () => {
    fc.assert(
      fc.property(fc.json(), (text) => expect(parseJsonBody(Buffer.from(text))).toEqual(JSON.parse(text))),
    );
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toThrow(/UTF-8/);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
