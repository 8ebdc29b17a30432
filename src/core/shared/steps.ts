/**
 * A long computation in steps. Each `yield` is a point at which other work may run. Without such points a long
 * computation would delay every other request of its process. The generator's return value is the result.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs the steps without a pause and returns the result. Throws whatever a step throws. */
export function runToCompletion<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Returns the same steps, with a result that also has their duration in milliseconds, without the pauses between them.
 */
export function* timedSteps<T>(
  steps: Steps<T>,
  clock: { monotonicMs(): number },
): Steps<{ readonly value: T; readonly ms: number }> {
  let ms = 0;
  for (;;) {
    const startedMs = clock.monotonicMs();
    const step = steps.next();
    ms += clock.monotonicMs() - startedMs;
    if (step.done === true) return { value: step.value, ms };
    yield;
  }
}
