import type { ProcessMemory } from '../platform/process/process-memory';

/**
 * Returns the V8 option that limits the heap of each worker, or none if V8's own limit is lower or an operator has set
 * one. V8 sizes a heap as if the process were alone in its container: two workers with half of the memory each would
 * have the container killed, with all requests in flight, before either of them collected its garbage.
 */
export function workerHeapOptions(workers: number, memory: ProcessMemory): readonly string[] {
  if (memory.nodeOptions.some((option) => HEAP_OPTION.test(option))) return [];
  const heapBytes = (HEAP_SHARE * (memory.limitBytes - SUPERVISOR_BYTES)) / workers;
  if (heapBytes >= memory.heapLimitBytes) return [];
  return [`--max-old-space-size=${Math.max(HEAP_MIN_MIB, Math.floor(heapBytes / MIB))}`];
}

/** Options that set the limit, also `--max-old-space-size-percentage`. Node.js accepts underscores for dashes. */
const HEAP_OPTION = /--max[-_](old[-_]space|heap)[-_]size/;

const MIB = 1024 * 1024;

/** Memory of the supervisor, which has no store. */
const SUPERVISOR_BYTES = 128 * MIB;

/** Share of a worker's memory for its old generation; the rest is for new objects, buffers, code and stacks. */
const HEAP_SHARE = 0.7;

/** A smaller heap cannot hold a service. */
const HEAP_MIN_MIB = 128;
