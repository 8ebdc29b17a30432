import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/** Memory of this process and of the processes that it starts. */
export interface ProcessMemory {
  /** Memory limit of the container, or the memory of the machine if there is none, in bytes. */
  readonly limitBytes: number;
  /** Heap limit of this process in bytes: by default V8's choice, at most half of the memory. */
  readonly heapLimitBytes: number;
  /** Options of Node.js that child processes get as well: those of this process, and `NODE_OPTIONS`. */
  readonly nodeOptions: readonly string[];
}

/** Returns the memory of the process with these environment variables. */
export function processMemory(env: NodeJS.ProcessEnv): ProcessMemory {
  const constrained = process.constrainedMemory();
  // Without a limit, Node.js returns 0 or a number beyond any memory.
  const limitBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return {
    limitBytes,
    heapLimitBytes: getHeapStatistics().heap_size_limit,
    nodeOptions: [...process.execArgv, env['NODE_OPTIONS'] ?? ''],
  };
}
