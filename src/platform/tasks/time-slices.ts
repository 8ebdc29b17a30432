/** How long one computation may keep the event loop, milliseconds. Between two of them all that is ready has its turn. */
const SLICE_MS = 2;

export interface SliceOptions {
  readonly clock: { monotonicMs(): number };
  /** Ends the computation between two steps: its promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A computation that has had its first slice and is not finished. */
interface PendingComputation {
  /** Works for one slice. False: there is more to do. */
  work(): boolean;
}

/** Computations that wait for their next slice, the one that has waited longest first. All of this event loop. */
const waiting: PendingComputation[] = [];

/**
 * Runs a computation in slices of a few milliseconds, so that other requests are answered meanwhile: all that are longer
 * share the event loop, one slice of one of them in each of its turns. Most need one slice: their result is returned at
 * once, and no promise is made. By the injected clock: under a simulated one, a computation takes no time and is never
 * interrupted.
 *
 * Throws, or rejects with, what a step throws.
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

/** Steps until the slice is over; `done` with the result if that was the last one. */
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

/** One slice of the first computation, in a turn of the event loop of its own. */
function runNextSlice(): void {
  const job = waiting[0]!;
  const isDone = job.work();
  waiting.shift();
  if (!isDone) waiting.push(job);
  if (waiting.length > 0) setImmediate(runNextSlice);
}
