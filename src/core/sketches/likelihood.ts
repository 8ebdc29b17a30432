/**
 * Maximum-likelihood estimate of the number of items from a histogram of HyperLogLog registers (Ertl, "New cardinality
 * estimation algorithms for HyperLogLog sketches", arXiv 1702.01284, section 4). It treats the registers as
 * independent, each with a Poisson number of items with mean x. It needs no correction table and no switch between
 * estimators, and is as good for few items as for many. Its standard error is at most sqrt(ln 2 / (π²/6 - 1)) /
 * sqrt(m): 0.80993 % for 2^14 registers.
 */
import { REGISTER_COUNT, RANK_MAX } from './registers';

export const STANDARD_ERROR_MAX = Math.sqrt(Math.LN2 / (Math.PI ** 2 / 6 - 1) / REGISTER_COUNT);
/** Number of bits of a hash that determine its rank. With one more bit the largest rank would be ambiguous. */
const BITS = RANK_MAX - 1;
/** 2^-rank by rank, at least 2^-BITS. Computing powers is slow, and an estimate needs hundreds. */
const SHARES = Float64Array.from({ length: RANK_MAX + 1 }, (_, rank) => 2 ** -Math.min(rank, BITS));
/** From this value on, t / (e^t - 1) is negligible. */
const NEGLIGIBLE_FROM = 40;
/** Maximum number of Newton steps. Each doubles the digits, so about five suffice. */
const STEPS_MAX = 64;
const CLOSE_ENOUGH = 1e-9;

export interface DistinctEstimate {
  /** Estimated count, not rounded. */
  readonly count: number;
  /** Relative standard error. */
  readonly standardError: number;
}

/** Estimates the number of items. `histogram[r]` is the number of registers with rank r. */
export function estimateDistinct(histogram: Uint32Array): DistinctEstimate {
  const occupied = REGISTER_COUNT - histogram[0]!;
  if (occupied === 0) return { count: 0, standardError: 0 };
  if (histogram[RANK_MAX] === REGISTER_COUNT) return saturated();
  const weight = weightOf(histogram);
  let x = firstGuess(histogram, { occupied, weight });
  let at = likelihoodAt(x, histogram, weight);
  for (let step = 0; step < STEPS_MAX; step++) {
    const change = -at.value / at.slope;
    x += change;
    at = likelihoodAt(x, histogram, weight);
    if (Math.abs(change) <= CLOSE_ENOUGH * x) break;
  }
  const count = Math.min(x * REGISTER_COUNT, Number.MAX_SAFE_INTEGER);
  return { count, standardError: standardErrorOf(count, -x * at.slope) };
}

/** Estimate of saturated registers. It would take 2^60 items. */
function saturated(): DistinctEstimate {
  return { count: Number.MAX_SAFE_INTEGER, standardError: STANDARD_ERROR_MAX };
}

/** Returns the sum of 2^-rank over the registers that could be higher. */
function weightOf(histogram: Uint32Array): number {
  let weight = 0;
  for (let rank = BITS; rank >= 0; rank--) weight += histogram[rank]! * SHARES[rank]!;
  return weight;
}

/**
 * Returns the first Newton step from 0. It is below the root, because the function falls and is convex, so no later
 * step overshoots.
 */
function firstGuess(
  histogram: Uint32Array,
  { occupied, weight }: { readonly occupied: number; readonly weight: number },
): number {
  const fall = weight - histogram[0]! + histogram[RANK_MAX]! * 2 ** -BITS;
  return occupied / (weight + fall / 2);
}

/** Returns x times the derivative of the log likelihood, which is 0 at the maximum, and its slope. */
function likelihoodAt(x: number, histogram: Uint32Array, weight: number): { value: number; slope: number } {
  let value = -x * weight;
  let slope = -weight;
  for (let rank = 1; rank <= RANK_MAX; rank++) {
    const registers = histogram[rank]!;
    const share = SHARES[rank]!;
    const t = x * share;
    if (registers === 0 || t > NEGLIGIBLE_FROM) continue;
    const grown = Math.expm1(t);
    const term = t / grown;
    value += registers * term;
    slope += (registers * share * (1 - term * (grown + 1))) / grown;
  }
  return { value, slope };
}

/**
 * Returns the standard error by the Fisher information of these registers (Cramér and Rao): for few items it is less
 * than for many. The information is about the mean of a Poisson number of items. Their number is given, so its own
 * variance is subtracted. The result stays positive: no register contributes more information than one item, and fewer
 * registers are used than there are items.
 */
function standardErrorOf(count: number, information: number): number {
  return Math.min(STANDARD_ERROR_MAX, Math.sqrt(1 / information - 1 / count));
}
