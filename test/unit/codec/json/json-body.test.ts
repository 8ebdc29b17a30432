import fc from 'fast-check';
import { tidemarkError } from '../../../support/tidemark-error';
import {
  JSON_CONTAINERS_MAX,
  JSON_DEPTH_MAX,
  JSON_MEMBERS_MAX,
  jsonErrorOffset,
  parseJsonBody,
} from '../../../../src/codec/json/json-body';

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
  ])('finds the position of the error in %j', (text, offset) => {
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
      { numRuns: 500 },
    );
  });

  it('parses what JSON.parse parses', () => {
    fc.assert(
      fc.property(fc.json(), (text) => expect(parseJsonBody(Buffer.from(text))).toEqual(JSON.parse(text))),
    );
  });

  it('rejects bytes that are not UTF-8', () => {
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

describe('a JSON body that is built to be expensive', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const members = (count: number): string =>
    `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
  const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));

  it('can be nested up to the limit', () => {
    expect(parse(nested(JSON_DEPTH_MAX))).toEqual(JSON.parse(nested(JSON_DEPTH_MAX)));
    expect(() => parse(nested(JSON_DEPTH_MAX + 1))).toThrow(tidemarkError('malformed_body', 'body'));
    expect(() => parse('{"a":'.repeat(10_000))).toThrow(/nested more than 64 levels deep/);
  });

  it('can have members up to the limit', () => {
    expect(Object.keys(parse(members(JSON_MEMBERS_MAX)) as object)).toHaveLength(JSON_MEMBERS_MAX);
    expect(() => parse(members(JSON_MEMBERS_MAX + 1))).toThrow(/has an object with more than 10000 members/);
  });

  it('can have as many arrays and objects as the largest batch of events', () => {
    const event = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10 };
    const events = Array.from({ length: 100_000 }, () => event);
    expect(parse(JSON.stringify({ events }))).toHaveProperty('events.length', 100_000);
    expect(() => parse(`[${'{},'.repeat(JSON_CONTAINERS_MAX)}{}]`)).toThrow(
      /more than 250000 arrays and objects/,
    );
  });

  it('can have brackets, colons and quotation marks in its strings', () => {
    const text = JSON.stringify({ a: `${'['.repeat(1_000)}\\"${':'.repeat(1_000)}\\`, b: '\\\\"{' });
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it.each(['"', '"\\', '["a', '{"a":"\\"'])('can end anywhere: %s', (text) => {
    expect(() => parse(text)).toThrow(tidemarkError('malformed_body', 'body'));
  });

  it('is not checked beyond an unmatched closing bracket', () => {
    expect(() => parse(']:'.repeat(2_000_000))).toThrow(/is not valid JSON$/);
    expect(() => parse(`]${':'.repeat(JSON_MEMBERS_MAX + 1)}`)).toThrow(
      /is not valid JSON: line 1, column 1/,
    );
    expect(() => parse(`{"a":1}}${'['.repeat(JSON_DEPTH_MAX + 1)}`)).toThrow(/line 1, column 8/);
  });

  it('is not searched for the position of its error if it is long', () => {
    expect(() => parse(`[${'1,'.repeat(100_000)}`)).toThrow('is not valid JSON');
  });
});

describe('a JSON body with a duplicate key in one object', () => {
  const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));

  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":2,"a":1}', 'a'],
    ['[{"a":1},{"b":{"c":1,"d":[{}],"c":2}}]', 'c'],
    ['{"":1,"":2}', ''],
    ['{"a":{"a":{"a":1}},"a":2}', 'a'],
    ['{"a" :1, "a" \n:2}', 'a'],
    ['{"ä":1,"ä":2}', 'ä'],
    ['{"\\u0061":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"\\ud83d\\ude00":1,"x":2,"😀":3}', '😀'],
    ['{"a\\"b":1,"a\\u0022b":2}', 'a"b'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('is rejected with the key: %s', (text, key) => {
    expect(() => parse(text)).toThrow(tidemarkError('malformed_body', 'body'));
    expect(() => parse(text)).toThrow(`has the duplicate key ${JSON.stringify(key)} in one object`);
  });

  it.each([
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"ab":1,"ba":2,"a":3,"b":4,"aab":5,"abb":6}',
    '{"a":"a","b":"a"}',
    '[{"a":1},{"a":1}]',
    '{"\\u0061":1,"b":{"a":1}}',
    '{"a:":1,"a":":","a::":"\\":"}',
  ])('is accepted if its keys differ or belong to different objects: %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('is detected among many keys and among few', () => {
    for (const count of [2, 31, 32, 33, 34, 1_000]) {
      const keys = Array.from({ length: count }, (_, at) => `key-${at}`);
      const textOf = (names: readonly string[]): string =>
        `{"list":[1,{${names.map((name) => `${JSON.stringify(name)}:1`).join()}}]}`;
      expect(parse(textOf(keys))).toEqual(JSON.parse(textOf(keys)));
      for (const again of ['key-0', `key-${count - 1}`]) {
        expect(() => parse(textOf([...keys, again]))).toThrow(`duplicate key "${again}" in one object`);
      }
    }
  });

  it('is detected exactly in random objects', () => {
    const key = fc.constantFrom('a', 'b', 'ab', 'ba', 'a1', 'b1', '\\u0061', 'é', '\\n', '');
    const member = fc.tuple(key, fc.constantFrom('1', '"a"', '[]', '{"a":1}', '[{"a":1,"b":2}]'));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), (members) => {
        const text = `{${members.map(([name, value]) => `"${name}":${value}`).join()}}`;
        const isTwice = Object.keys(JSON.parse(text) as object).length < members.length;
        if (isTwice) expect(() => parse(text)).toThrow(/duplicate key .* in one object$/);
        else expect(parse(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('is rejected with only the beginning of a long key', () => {
    const key = 'k'.repeat(10_000);
    expect(() => parse(`{"${key}":1,"${key}":2}`)).toThrow(
      `duplicate key "${'k'.repeat(64)}…" in one object`,
    );
  });
});
