/**
 * Work in steps. Each `yield` is a place at which other work may be done in between: a long computation that runs in one
 * go keeps every other request of its process waiting. The return value is the result.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs the steps without a pause. Throws what a step throws. */
export function runToCompletion<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same steps; the result is a pair with how long they took, milliseconds, pauses between them not included. */
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
