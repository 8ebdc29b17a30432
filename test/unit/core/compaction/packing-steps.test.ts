import { planPackingSteps } from '../../../../src/core/compaction/packing-steps';

const heads = [...'abcdefghij'].map((letter) => ({ qualifier: Buffer.from(letter), timestampMicros: 0 }));

/** Plans the cells of these letters, with one period per word. Formats each step as `<spans> (<cells>)`. */
function steps(words: string, limits = { cellsPerStep: 100, spansPerStep: 100 }): string[] {
  const periods = words.split(' ').map((word) => ({
    cells: heads.filter(({ qualifier }) => word.includes(qualifier.toString())),
  }));
  return planPackingSteps(heads, periods, limits).map(({ spans, cells }) => {
    const named = spans.map(({ first, last }) => `${first.toString()}-${last.toString()}`);
    return `${named.join(' ')} (${cells})`;
  });
}

describe('the packing steps of a row', () => {
  it('read runs of columns, of several periods together', () => {
    expect(steps('ab cd')).toEqual(['a-d (4)']);
    expect(steps('abd ij')).toEqual(['a-b d-d i-j (5)']);
  });

  it('have a limited number of cells each', () => {
    expect(steps('abcde', { cellsPerStep: 2, spansPerStep: 100 })).toEqual(['a-b (2)', 'c-d (2)', 'e-e (1)']);
  });

  it('have a limited number of runs each', () => {
    expect(steps('abdfhi', { cellsPerStep: 100, spansPerStep: 2 })).toEqual(['a-b d-d (3)', 'f-f h-i (3)']);
  });

  it('are empty if there is nothing to do', () => {
    expect(planPackingSteps(heads, [], { cellsPerStep: 1, spansPerStep: 1 })).toEqual([]);
  });
});
