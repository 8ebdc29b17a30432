/**
 * Sums of weights that decay with age. They must be identical to the bit for any order of the events, for any division
 * between action blocks and single cells, and on any machine. Sums of floating-point numbers depend on all of these. So
 * each weight is first rounded to a multiple of 2^-32, whose sums are exact up to 2^21. It is computed with additions
 * and multiplications only, which IEEE 754 defines to the bit, unlike `Math.pow`.
 *
 * The price: each weight has an error of at most 2^-33, and smaller weights, of events older than 33 half-lives, count
 * as 0.
 */

/** Maximum number of events in an exact sum. No user should have as many. */
export const SUMMED_EVENTS_MAX = 2 ** 21;

/** Adding and subtracting this rounds a weight to 2^-32: beside 2^20 no lower bit remains. */
const ROUNDER = 1.5 * 2 ** 20;

const STEPS = 64;
const HALVINGS_MAX = 34;
/** Powers: 2^(-i / 64). */
const POWERS = powersOfRoot();
const LN2_PER_STEP = Math.LN2 / STEPS;

/** Events of one EventColumns that match a query, oldest first. */
export interface EventSample {
  readonly count: number;
  /** Ages in milliseconds, at least 0. */
  readonly agesMs: Float64Array;
  /** For each event, the number of the slot that it adds to. */
  readonly slots: Uint32Array;
}

/** Location of the sums of one decay: slot i is at `offset + i * stride`. */
export interface SumTarget {
  readonly sums: Float64Array;
  readonly offset: number;
  readonly stride: number;
}

/** Adds 2^(-age / half-life) for each event. */
export function addExponential(sample: EventSample, halfLifeMs: number, target: SumTarget): void {
  const { count, agesMs, slots } = sample;
  const { sums, offset, stride } = target;
  const stepsPerMs = STEPS / halfLifeMs;
  let i = 0;
  while (i < count && agesMs[i]! * stepsPerMs >= POWERS.length) i++;
  for (; i < count; i++) {
    const steps = agesMs[i]! * stepsPerMs;
    const whole = steps | 0;
    // e^-r by its series: r is below 0.011, so the first omitted term is below 2^-39.
    const r = (steps - whole) * LN2_PER_STEP;
    const weight = POWERS[whole]! * (1 - r * (1 - r * (1 / 2 - r * (1 / 6 - r * (1 / 24)))));
    const at = offset + slots[i]! * stride;
    sums[at] = sums[at]! + (weight + ROUNDER - ROUNDER);
  }
}

/** Adds 1 / (1 + age / scale) for each event. */
export function addInverse(sample: EventSample, scaleMs: number, target: SumTarget): void {
  const { count, agesMs, slots } = sample;
  const { sums, offset, stride } = target;
  for (let i = 0; i < count; i++) {
    const weight = scaleMs / (scaleMs + agesMs[i]!);
    const at = offset + slots[i]! * stride;
    sums[at] = sums[at]! + (weight + ROUNDER - ROUNDER);
  }
}

/**
 * Computes powers from square roots, which are exact to the last bit everywhere: the 64th root of 1/2 is six of them.
 */
function powersOfRoot(): Float64Array {
  let root = 0.5;
  for (let step = STEPS; step > 1; step /= 2) root = Math.sqrt(root);
  const powers = new Float64Array(STEPS * HALVINGS_MAX);
  powers[0] = 1;
  for (let i = 1; i < STEPS; i++) powers[i] = powers[i - 1]! * root;
  for (let i = STEPS; i < powers.length; i++) powers[i] = powers[i - STEPS]! / 2;
  return powers;
}
