import fc from 'fast-check';
import { RpcError } from '../../../../src/local-bigtable/grpc/rpc-error';
import { compileRegex, literalOf } from '../../../../src/local-bigtable/filter/regex';
import { randomPattern } from './random-filter';

const matches = (pattern: string, text: string): boolean => compileRegex('field', pattern)(text);

describe('compileRegex', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'abcd', false],
    ['a.c', 'a\nc', false],
    ['a\\Cc', 'a\nc', true],
    ['a\\Cc', 'a\xffc', true],
    ['\\C', '\xc3\xa9', false],
    ['\\C{2}', '\xc3\xa9', true],
    ['\xc3\xa9', '\xc3\xa9', true],
    ['[\\x80-\\xff]+', '\x80\xff', true],
    ['\\\\C', '\\C', true],
    ['\\Qa\\Cb\\E', 'a\\Cb', true],
    ['\\Qa\\E\\C', 'a\0', true],
    ['a|b', 'b', true],
    ['[[:alpha:]]\\C', 'a\0', true],
    ['[]]\\C', ']\0', true],
    ['[^\\]]\\C', 'x\0', true],
    ['(?s).', '\n', true],
    ['(?i)straSSe', 'STRASSE', true],
    ['', '', true],
    ['', 'a', false],
  ])('the pattern %j on %j returns %s', (pattern, text, expected) =>
    expect(matches(pattern, text)).toBe(expected),
  );

  it.each(['(', '[', '*', 'a{2,1}', '(?=a)', '(a)\\1', '\\', '[\\C]'])(
    'the pattern %j is rejected',
    (pattern) => {
      expect(() => compileRegex('field', pattern)).toThrow(RpcError);
      expect(() => compileRegex('field', pattern)).toThrow(/^Error in field 'field' : /);
    },
  );

  it.each(['\\\x80', '\\\xe9'])('an escaped byte above ASCII is rejected in %j', (pattern) => {
    expect(() => compileRegex('field', pattern)).toThrow(RpcError);
  });

  it("patterns agree with JavaScript's where both have the same syntax", () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', '\0', '\n', ' ', '.', '\x80', '\xff'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(randomPattern, texts, ({ re2, js }, text) => {
        expect(matches(re2, text)).toBe(new RegExp(`^(?:${js})$`).test(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('matching does not take exponential time', () => {
    const started = performance.now();
    expect(matches('(a*)*b', 'a'.repeat(5_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('literalOf', () => {
  it.each([
    ['name', 'name'],
    ['a\\.b\\-c', 'a.b-c'],
    ['\\\\', '\\'],
    ['', ''],
    ['a.b', undefined],
    ['\\d', undefined],
    ['a\\', undefined],
  ])('the literal of %j is %j', (pattern, literal) => expect(literalOf(pattern)).toBe(literal));
});
