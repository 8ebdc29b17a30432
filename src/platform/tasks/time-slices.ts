import type { CancelSignal } from './cancellation';

/** Duration of one slice in milliseconds. Between two slices, the event loop handles everything else that is ready. */
const SLICE_MS = 2;

export interface SliceOptions {
  readonly clock: { monotonicMs(): number };
  /** Ends the computation between two steps: its promise rejects with the signal's reason. */
  readonly signal?: CancelSignal | undefined;
}

/** Computation that has run its first slice and is not finished. */
interface PendingComputation {
  /** Runs one slice. Returns whether the computation is finished. */
  work(): boolean;
}

/** Queue of the computations of this event loop that wait for their next slice. */
const waiting: PendingComputation[] = [];

/**
 * Runs a computation in slices of a few milliseconds, so that other requests are answered in between. Longer
 * computations share the event loop: each iteration of the loop runs one slice of one of them. Most computations need a
 * single slice: their result is returned synchronously, without a promise. Slices are measured by the injected clock:
 * under a simulated clock, a computation takes no time and is never interrupted.
 *
 * Throws, or rejects with, the error of a step.
 */
export function runInSlices<T>(steps: Iterator<undefined, T>, options: SliceOptions): T | Promise<T> {
  const first = slice(steps, options.clock);
  if (first.done === true) return first.value;
  return new Promise((resolve, reject) => {
    const work = (): boolean => {
      try {
        if (options.signal?.aborted === true) steps.return?.();
        options.signal?.throwIfAborted();
        const next = slice(steps, options.clock);
        if (next.done !== true) return false;
        resolve(next.value);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
      return true;
    };
    enqueue({ work });
  });
}

/** Runs steps until the slice is over. Returns `done` with the result after the last step. */
function slice<T>(steps: Iterator<undefined, T>, clock: SliceOptions['clock']): IteratorResult<undefined, T> {
  const endMs = clock.monotonicMs() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true || clock.monotonicMs() >= endMs) return step;
  }
}

function enqueue(job: PendingComputation): void {
  waiting.push(job);
  if (waiting.length === 1) setImmediate(runNextSlice);
}

/** Runs one slice of the first computation of the queue, in an iteration of the event loop of its own. */
function runNextSlice(): void {
  const job = waiting[0]!;
  const isDone = job.work();
  waiting.shift();
  if (!isDone) waiting.push(job);
  if (waiting.length > 0) setImmediate(runNextSlice);
}
