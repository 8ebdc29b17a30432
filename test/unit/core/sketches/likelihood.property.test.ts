import { estimateDistinct, STANDARD_ERROR_MAX } from '../../../../src/core/sketches/likelihood';
import { RANK_MAX, Registers, REGISTER_COUNT } from '../../../../src/core/sketches/registers';
import { randomWords } from '../../../support/random-words';
import { redisEstimate } from '../../../support/redis-estimate';

const SEED = 20_261_121;
/** Read from `Math` once: in the tests' global scope each access takes longer than an item does. */
const { ceil, log, log2 } = Math;

describe('the estimate of distinct items', () => {
  it('has the standard error that the paper gives for 2^14 registers', () => {
    expect(STANDARD_ERROR_MAX).toBeCloseTo(0.0080993, 7);
  });

  it.each([
    [1_100, 300],
    [10_000, 60],
    [50_000, 20],
  ])('of %d items is within its standard error, and unbiased', (count, trials) => {
    const random = randomWords(SEED + count);
    expectAccurate(count, trials, () => estimateDistinct(hashesAdded(count, random)));
  });

  it.each([1e6, 1e7, 1e8, 1e10, 1e13])('of %d items is within its standard error too', (count) => {
    const random = randomWords(SEED + (count % 1_000_003));
    expectAccurate(count, 100, () => estimateDistinct(registersDrawn(count, random)));
  });

  /**
   * Estimates of both from the same registers: their randomness affects both equally, so a small difference shows after
   * few trials.
   */
  it.each([1e4, 1e6, 1e8])('of %d items is at least as accurate as that of Redis', (count) => {
    const random = randomWords(SEED + count);
    let [ours, redis] = [0, 0];
    for (let trial = 0; trial < 100; trial++) {
      const drawn = registersDrawn(count, random);
      ours += (estimateDistinct(drawn).count / count - 1) ** 2;
      redis += (redisEstimate(drawn) / count - 1) ** 2;
    }
    expect(Math.sqrt(ours / redis)).toBeLessThan(1.005);
    expect(Math.sqrt(ours / redis)).toBeGreaterThan(0.95);
  });

  it('is exact for no items, and nearly exact for one', () => {
    const registers = new Registers();
    expect(estimateDistinct(registers.histogram)).toEqual({ count: 0, standardError: 0 });
    registers.add(123, 456);
    const { count, standardError } = estimateDistinct(registers.histogram);
    expect(count).toBeCloseTo(1, 3);
    expect([standardError > 0, standardError <= STANDARD_ERROR_MAX]).toEqual([true, true]);
  });

  it('is finite for registers that no hashes produce', () => {
    const full = histogram({ [RANK_MAX]: REGISTER_COUNT });
    expect(estimateDistinct(full).count).toBe(Number.MAX_SAFE_INTEGER);
    const shapes = [
      { [RANK_MAX]: REGISTER_COUNT - 1, [RANK_MAX - 1]: 1 },
      { [RANK_MAX]: REGISTER_COUNT - 1, 0: 1 },
      { [RANK_MAX]: 1, 0: REGISTER_COUNT - 1 },
      { [RANK_MAX]: REGISTER_COUNT - 1, 1: 1 },
      { [RANK_MAX]: 1, 1: REGISTER_COUNT - 1 },
    ];
    for (const ranks of shapes) {
      const { count, standardError } = estimateDistinct(histogram(ranks));
      expect([count > 0 && count <= Number.MAX_SAFE_INTEGER, standardError <= STANDARD_ERROR_MAX]).toEqual([
        true,
        true,
      ]);
    }
  });

  it('maximizes the likelihood', () => {
    const random = randomWords(SEED);
    for (const count of [500, 20_000, 3e6]) {
      const drawn = registersDrawn(count, random);
      const estimate = estimateDistinct(drawn).count;
      const best = logLikelihood(estimate, drawn);
      expect(best).toBeGreaterThan(logLikelihood(estimate * 1.000_1, drawn));
      expect(best).toBeGreaterThan(logLikelihood(estimate * 0.999_9, drawn));
    }
  });
});

/** Statistics over the trials, with a tolerance of 4 standard deviations. The fixed seed makes them deterministic. */
function expectAccurate(
  count: number,
  trials: number,
  trial: () => { readonly count: number; readonly standardError: number },
): void {
  let squares = 0;
  let errors = 0;
  let claimed = 0;
  for (let i = 0; i < trials; i++) {
    const { count: estimate, standardError } = trial();
    const error = estimate / count - 1;
    squares += error ** 2;
    errors += error;
    claimed += standardError ** 2;
  }
  const claimedRms = Math.sqrt(claimed / trials);
  expect(claimedRms).toBeLessThanOrEqual(STANDARD_ERROR_MAX);
  expect(Math.abs(Math.sqrt(squares / trials) / claimedRms - 1)).toBeLessThan(4 / Math.sqrt(2 * trials));
  expect(Math.abs(errors / trials)).toBeLessThan((4 * claimedRms) / Math.sqrt(trials));
}

function hashesAdded(count: number, word: () => number): Uint32Array {
  const registers = new Registers();
  for (let i = 0; i < count; i++) registers.add(word(), word());
  return registers.histogram;
}

/**
 * Generates registers of this many items without adding them: for each register the largest of a Poisson number of
 * ranks.
 */
function registersDrawn(count: number, word: () => number): Uint32Array {
  const drawn = new Uint32Array(RANK_MAX + 1);
  for (let index = 0; index < REGISTER_COUNT; index++) {
    const probability = (word() + 0.5) / 2 ** 32;
    const rank = ceil(log2(count / REGISTER_COUNT / -log(probability)));
    drawn[rank < 0 ? 0 : rank > RANK_MAX ? RANK_MAX : rank]!++;
  }
  return drawn;
}

function histogram(ranks: Readonly<Record<number, number>>): Uint32Array {
  const registers = new Uint32Array(RANK_MAX + 1);
  for (const [rank, count] of Object.entries(ranks)) registers[Number(rank)] = count;
  return registers;
}

function logLikelihood(count: number, registers: Uint32Array): number {
  const mean = count / REGISTER_COUNT;
  let sum = -registers[0]! * mean;
  for (let rank = 1; rank < RANK_MAX; rank++) {
    const share = mean / 2 ** rank;
    if (registers[rank]! > 0) sum += registers[rank]! * (Math.log(-Math.expm1(-share)) - share);
  }
  return sum;
}
