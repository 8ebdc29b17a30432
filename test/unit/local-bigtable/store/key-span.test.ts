import { mergeSpans, prefixEnd } from '../../../../src/local-bigtable/store/key-span';

describe('prefixEnd', () => {
  it.each([
    ['a', 'b'],
    ['a\xff', 'b'],
    ['a\xff\xff', 'b'],
    ['\xff', undefined],
    ['', undefined],
  ])('the end of prefix %j is %j', (prefix, end) => expect(prefixEnd(prefix)).toBe(end));
});

describe('mergeSpans', () => {
  it('spans are sorted, merged if they touch or overlap, and dropped if empty', () => {
    const span = (start: string, end?: string) => ({ start, end });
    expect(
      mergeSpans([span('m', 'n'), span('a', 'c'), span('c', 'd'), span('b', 'bb'), span('x', 'x')]),
    ).toEqual([span('a', 'd'), span('m', 'n')]);
    expect(mergeSpans([span('b'), span('a', 'c'), span('z', 'zz')])).toEqual([span('a')]);
  });
});
