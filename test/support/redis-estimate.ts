import { RANK_MAX, REGISTER_COUNT } from '../../src/core/sketches/registers';

/** 1 / (2 ln 2). */
const ALPHA = 0.5 / Math.LN2;

/**
 * Returns the result of Redis's PFCOUNT for registers with this histogram: Ertl's improved raw estimator (arXiv
 * 1702.01284, section 2), as in `hllCount` of hyperloglog.c since Redis 4. Redis has the same number of registers and
 * hash bits.
 */
export function redisEstimate(histogram: Uint32Array): number {
  let z = REGISTER_COUNT * tau(1 - histogram[RANK_MAX]! / REGISTER_COUNT);
  for (let rank = RANK_MAX - 1; rank >= 1; rank--) z = 0.5 * (z + histogram[rank]!);
  z += REGISTER_COUNT * sigma(histogram[0]! / REGISTER_COUNT);
  return (ALPHA * REGISTER_COUNT ** 2) / z;
}

function sigma(share: number): number {
  if (share === 1) return Infinity;
  let [x, y, z] = [share, 1, share];
  for (let before = -1; before !== z; y += y) {
    x *= x;
    before = z;
    z += x * y;
  }
  return z;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [x, y, z] = [share, 1, 1 - share];
  for (let before = -1; before !== z;) {
    x = Math.sqrt(x);
    before = z;
    y *= 0.5;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}
