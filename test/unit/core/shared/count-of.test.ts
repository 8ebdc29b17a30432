import { countOf } from '../../../../src/core/shared/count-of';

describe('countOf', () => {
  it('a count of 1 has the singular, all others the plural', () => {
    expect([0, 1, 2].map((count) => countOf(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
  });

  it('an irregular plural is given', () => {
    expect([1, 2].map((count) => countOf(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
  });
});
