import { readFileSync } from 'node:fs';
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import type { Collection, Pauses } from './messages';

/** Entry of type `gc`. */
interface CollectionEntry extends PerformanceEntry {
  readonly detail: { readonly kind: number };
}

/** Notes what keeps this process from its work. */
export class PauseWatch {
  #collections: Collection[] = [];
  #sinceMs = performance.now();
  #waitedMs = waitedForProcessorMs();

  constructor() {
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration, detail } of list.getEntries() as CollectionEntry[]) {
        const startMs = performance.timeOrigin + startTime;
        const isFull = detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
        this.#collections.push({ isFull, startMs, endMs: startMs + duration });
      }
    });
    observer.observe({ entryTypes: ['gc'] });
  }

  /** Returns the pauses since the last call. */
  take(): Pauses {
    const collections = this.#collections;
    const [beforeMs, waitedBeforeMs] = [this.#sinceMs, this.#waitedMs];
    this.#collections = [];
    this.#sinceMs = performance.now();
    this.#waitedMs = waitedForProcessorMs();
    const seconds = (this.#sinceMs - beforeMs) / 1_000;
    return { seconds, collections, waitedMs: this.#waitedMs - waitedBeforeMs };
  }
}

/** Returns how long the main thread was ready to run without running; 0 if the kernel does not report it. */
function waitedForProcessorMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
