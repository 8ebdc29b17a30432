/** Returns the first index from `start` on whose time is not before `timeMs`. Times must ascend. */
export function firstIndexAt(timesMs: Float64Array, timeMs: number, start = 0): number {
  let low = start;
  let high = timesMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timesMs[middle]! < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
