import { knownNames, nearName } from '../../../../src/core/json/did-you-mean';

describe('A suggestion for an unknown name', () => {
  it('is the nearest known name, and all known names follow', () => {
    expect(knownNames('clik', ['impression', 'click'])).toBe(
      '; did you mean "click"? known: impression, click',
    );
    expect(knownNames('Click', ['impression', 'click'])).toBe(
      '; did you mean "click"? known: impression, click',
    );
  });

  it('is left out if no name is near', () => {
    expect(knownNames('purchase', ['impression', 'click'])).toBe('; known: impression, click');
    expect(knownNames('purchase', [])).toBe('; known: none');
  });

  it('compares no more than 64 characters of a name of megabytes', () => {
    const known = 'x'.repeat(70);
    expect(knownNames('x'.repeat(5_000_000), [known])).toBe(`; did you mean "${known}"? known: ${known}`);
  });

  it('has at most the given number of edits', () => {
    expect(nearName('TIDEMRK_REGION', ['TIDEMARK_REGION'], 2)).toBe('TIDEMARK_REGION');
    expect(nearName('MARK_REGION', ['TIDEMARK_REGION'], 2)).toBeUndefined();
  });
});
