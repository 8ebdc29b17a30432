import { isCountry, similarCountry } from '../../../../src/core/residency/countries';

/** Codes of CLDR that are no countries of ISO 3166-1: exceptionally reserved ones, groups, test data and unknown. */
const NOT_ASSIGNED = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' ');

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

describe('Country codes', () => {
  it('are those that ICU knows and does not replace, without the ones that ISO has not assigned', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code;
    const known = PAIRS.filter((code) => names.of(code) !== undefined && isCurrent(code));
    const assigned = known.filter((code) => !NOT_ASSIGNED.includes(code));
    expect(PAIRS.filter(isCountry)).toEqual(assigned);
    expect(assigned).toHaveLength(250);
  });

  it.each(['', 'de', 'DEU', ' DE', 'D', 'EU', 'SU', 'DE\nFR'])('do not include %j', (code) => {
    expect(isCountry(code)).toBe(false);
  });

  it.each([
    ['de', 'DE'],
    ['UK', 'GB'],
    ['el', 'GR'],
    ['EU', undefined],
  ])('%s suggests %s', (code, expected) => {
    expect(similarCountry(code)).toBe(expected);
  });
});
