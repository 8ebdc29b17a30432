import { float64s, uint32s } from './pooled-arrays';

const EXACT = Number.MAX_SAFE_INTEGER;
const MOVES_PER_KEY_MAX = 16;

/**
 * Returns the indexes of the times in ascending order. Equal times keep their order. Keys that combine a time with its
 * index sort many times faster than indexes with a comparison function, and are exact for millions of events over
 * centuries.
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
 * Sorts keys. Cells arrive by the days of their dedup windows, with few per day, so few keys move far, and an insertion
 * sort finishes before the engine's sort has begun. If many keys move far, the engine's sort takes over.
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
