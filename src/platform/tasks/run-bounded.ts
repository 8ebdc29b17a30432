/**
 * Runs the task for each item, at most `inFlightMax` at the same time. Returns the results in the order of the items.
 * After a failure no further task is started.
 */
export async function runBounded<T, R>(
  items: readonly T[],
  inFlightMax: number,
  task: (item: T, index: number) => Promise<R> | R,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      const result = task(items[at]!, at);
      results[at] = result instanceof Promise ? await result : result;
    }
  };
  const stop = (error: unknown): never => {
    next = items.length;
    throw error;
  };
  await Promise.all(Array.from({ length: Math.min(inFlightMax, items.length) }, () => work().catch(stop)));
  return results;
}
