import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import type { Collection, Pauses } from './messages';

/** Notes what keeps this process from its work. */
export class PauseWatch {
  #collections: Collection[] = [];
  #waitedMs = waitedForProcessorMs();

  constructor() {
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        const startMs = performance.timeOrigin + startTime;
        this.#collections.push({ startMs, endMs: startMs + duration });
      }
    });
    observer.observe({ entryTypes: ['gc'] });
  }

  /** Since the last time. */
  take(): Pauses {
    const collections = this.#collections;
    const before = this.#waitedMs;
    this.#collections = [];
    this.#waitedMs = waitedForProcessorMs();
    return { collections, waitedMs: this.#waitedMs - before };
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
