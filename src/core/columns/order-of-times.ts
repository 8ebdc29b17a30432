import { float64s, uint32s } from './pooled-arrays';

const EXACT = Number.MAX_SAFE_INTEGER;
const MOVES_PER_KEY_MAX = 16;

/**
 * The places of the times, in ascending order; equal ones as they stand. Numbers that hold both the time and its place are
 * sorted many times faster than places by a comparison, and fit for millions of events over centuries.
 */
export function orderOfTimes(timesMs: Float64Array): Uint32Array {
  const { length } = timesMs;
  let leastMs = Infinity;
  let mostMs = -Infinity;
  for (let i = 0; i < length; i++) {
    if (timesMs[i]! < leastMs) leastMs = timesMs[i]!;
    if (timesMs[i]! > mostMs) mostMs = timesMs[i]!;
  }
  const order = uint32s(length);
  if ((mostMs - leastMs + 1) * length > EXACT) {
    for (let i = 0; i < length; i++) order[i] = i;
    return order.sort((a, b) => timesMs[a]! - timesMs[b]! || a - b);
  }
  const keys = float64s(length);
  for (let i = 0; i < length; i++) keys[i] = (timesMs[i]! - leastMs) * length + i;
  sortKeys(keys);
  for (let i = 0; i < length; i++) order[i] = keys[i]! % length;
  return order;
}

/**
 * Cells come by the days of their dedup windows, and few of them on a day: then few keys have far to go, which is done before
 * a call of the engine's own sorting has begun. Where they have, that goes on.
 */
function sortKeys(keys: Float64Array): void {
  let movesLeft = keys.length * MOVES_PER_KEY_MAX;
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!;
    let at = i;
    while (at > 0 && keys[at - 1]! > key) {
      keys[at] = keys[at - 1]!;
      at--;
    }
    keys[at] = key;
    movesLeft -= i - at;
    if (movesLeft < 0) return void keys.sort();
  }
}
