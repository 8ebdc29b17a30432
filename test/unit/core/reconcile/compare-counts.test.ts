import { isMismatch, compareCounts, RECONCILE_VERDICTS } from '../../../../src/core/reconcile/compare-counts';

const exactly = (count: number) => ({ count, exact: true, upper: count });
/** An estimate with a standard error of 1 %. */
const about = (count: number) => ({ count, exact: false, upper: count * (1 + 0.0196) });
const log = (exact: number, possible = 0) => ({ exact, possible });

describe('a comparison of sketch and log', () => {
  it.each([
    [log(5), exactly(5), 'equal', 0, 0],
    [log(5), exactly(4), 'differs', -1, 0],
    [log(5), exactly(6), 'differs', 1, 0],
    [log(5, 2), exactly(7), 'equal', 2, 2],
    [log(5, 2), exactly(8), 'differs', 3, 2],
    [log(5, 2), exactly(4), 'differs', -1, 0],
    [log(10_000), about(10_400), 'within', 400, 417],
    [log(10_000), about(10_420), 'beyond', 420, 417],
    [log(10_000), about(9_620), 'within', -380, 385],
    [log(10_000), about(9_610), 'beyond', -390, 385],
    [log(10_000, 50), about(10_460), 'within', 460, 469],
  ])('%j with %j is %s', (logged, sketch, verdict, difference, bound) => {
    expect(compareCounts(logged, sketch, 4)).toEqual({ verdict, difference, bound });
  });

  it('allows the given number of standard errors', () => {
    expect(compareCounts(log(10_000), about(10_420), 5).verdict).toBe('within');
    expect(compareCounts(log(10_000), about(10_150), 1).verdict).toBe('beyond');
  });

  it('is a mismatch when counts differ, or the sketch cannot be read', () => {
    expect(RECONCILE_VERDICTS.filter(isMismatch)).toEqual(['beyond', 'differs', 'unreadable']);
  });
});
