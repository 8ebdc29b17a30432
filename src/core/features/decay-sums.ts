/**
 * Sums of weights that fade with age, which must come out the same, to the bit, whatever order the events are added in,
 * however they are divided between action blocks and single cells, and on whatever machine. Sums of floating-point
 * numbers depend on all of these; so each weight is rounded to a whole number of 2^-32 first, of which sums are exact up to 2^21,
 * and is worked out by additions and multiplications alone, which IEEE 754 defines to the bit, as it does not `Math.pow`.
 *
 * The price: each weight is off by at most 2^-33, and what weighs less than that, events older than 33 half-lives, counts
 * for nothing.
 */

/** More events than any user may have, and as many as an exact sum can have. */
export const SUMMED_EVENTS_MAX = 2 ** 21;

/** Adding and subtracting it rounds a weight to 2^-32: no bit below that is left beside 2^20. */
const ROUNDER = 1.5 * 2 ** 20;

const STEPS = 64;
const HALVINGS_MAX = 34;
/** 2^(-i / 64). */
const POWERS = powersOfRoot();
const LN2_PER_STEP = Math.LN2 / STEPS;

/** Events of one EventColumns that a query is about, the oldest first. */
export interface EventSample {
  readonly count: number;
  /** Milliseconds, at least 0. */
  readonly agesMs: Float64Array;
  /** For each event the number of what it adds to. */
  readonly slots: Uint32Array;
}

/** Where the sums of one decay stand: that of slot i at `offset + i * stride`. */
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
    // e^-r by its series: r is below 0.011, so the next term is below 2^-39.
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

/** Square roots are exact to the last bit everywhere: the 64th root of 1/2 is six of them. */
function powersOfRoot(): Float64Array {
  let root = 0.5;
  for (let step = STEPS; step > 1; step /= 2) root = Math.sqrt(root);
  const powers = new Float64Array(STEPS * HALVINGS_MAX);
  powers[0] = 1;
  for (let i = 1; i < STEPS; i++) powers[i] = powers[i - 1]! * root;
  for (let i = STEPS; i < powers.length; i++) powers[i] = powers[i - STEPS]! / 2;
  return powers;
}
