import type { Steps } from '../shared/steps';

const SLAB_BYTES = 256 * 1_024;
const ALIGNMENT = 8;
/** Maximum size of an arena that is reused, in bytes. Those of requests with many events are left to the collector. */
const KEPT_BYTES_MAX = 1_024 * 1_024;
/** Maximum number of idle arenas. */
const IDLE_MAX = 32;

/**
 * Memory for the typed arrays of one request, which the next request uses again. Without it, each count of 1,000 events
 * leaves about 100 KB outside of V8's heap, and V8 answers the growth of such memory with full collections, at some
 * hundred requests per second about twice per second.
 *
 * No array of an arena may be used after `releaseArena`: it is zeroed then, and belongs to another request.
 */
export class ArrayArena {
  readonly #slabs: ArrayBuffer[] = [];
  /** Number of slabs in use; of the last one `#used` bytes. */
  #count = 0;
  #used = SLAB_BYTES;
  /** Slab of the latest bytes taken. */
  buffer = NO_BUFFER;

  /** Size of the arena in bytes, used or not. */
  get size(): number {
    return this.#slabs.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Reserves zeroed bytes and returns where they begin in `buffer`. */
  take(bytes: number): number {
    if (this.#used + bytes > this.buffer.byteLength) this.#nextSlab(bytes);
    const start = this.#used;
    this.#used = (start + bytes + ALIGNMENT - 1) & -ALIGNMENT;
    return start;
  }

  /** Zeroes all bytes that were taken, for the next request. */
  clear(): void {
    const last = this.#count - 1;
    for (let i = 0; i <= last; i++) {
      const slab = this.#slabs[i]!;
      const takenBytes = i < last ? slab.byteLength : Math.min(this.#used, slab.byteLength);
      new Uint8Array(slab, 0, takenBytes).fill(0);
    }
    this.#count = 0;
    this.#used = SLAB_BYTES;
    this.buffer = NO_BUFFER;
  }

  /** Continues in the next slab, which has room for so many bytes. */
  #nextSlab(bytes: number): void {
    const known = this.#slabs[this.#count];
    if (known === undefined || known.byteLength < bytes) {
      this.#slabs[this.#count] = new ArrayBuffer(Math.max(SLAB_BYTES, bytes));
    }
    this.buffer = this.#slabs[this.#count]!;
    this.#count += 1;
    this.#used = 0;
  }
}

const NO_BUFFER = new ArrayBuffer(0);

const idle: ArrayArena[] = [];
let current: ArrayArena | undefined;

/** Returns an arena that no other request uses. */
export function acquireArena(): ArrayArena {
  return idle.pop() ?? new ArrayArena();
}

/** Ends the use of an arena. The arrays in it must not be used any more. */
export function releaseArena(arena: ArrayArena): void {
  if (idle.length >= IDLE_MAX || arena.size > KEPT_BYTES_MAX) return;
  arena.clear();
  idle.push(arena);
}

/** Runs a task with an arena, which is released when the task has ended. The result must not have arrays of the arena. */
export async function withArena<T>(task: (arena: ArrayArena) => Promise<T>): Promise<T> {
  const arena = acquireArena();
  try {
    return await task(arena);
  } finally {
    releaseArena(arena);
  }
}

/** Returns the arena of the computation that is running, if it has one. */
export function currentArena(): ArrayArena | undefined {
  return current;
}

/** Runs the steps with the arena for their typed arrays. Other computations may run between two steps. */
export function* inArena<T>(arena: ArrayArena | undefined, steps: Steps<T>): Steps<T> {
  if (arena === undefined) return yield* steps;
  try {
    for (;;) {
      const step = nextIn(arena, steps);
      if (step.done === true) return step.value;
      yield;
    }
  } finally {
    // Ends steps that are not finished. Has no effect on others.
    steps.return(undefined as never);
  }
}

function nextIn<T>(arena: ArrayArena, steps: Steps<T>): IteratorResult<undefined, T> {
  const outer = current;
  current = arena;
  try {
    return steps.next();
  } finally {
    current = outer;
  }
}
