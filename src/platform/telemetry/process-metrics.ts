/** Metrics of every Node.js process, named by OpenTelemetry's semantic conventions for processes, V8 and Node.js. */
import { performance, PerformanceObserver, constants } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { listenerErrors } from '../network/listen';
import { droppedLogLines } from './log-output';
import type { MetricDescription } from './metric-registry';
import type { Metrics } from './metric-types';

/**
 * Returns the resident memory. Linux has it in a file: undefined, which is exported as 0, while the process has no free file
 * descriptor. An error here would fail the collection of all metrics, and end a worker.
 */
function residentBytes(): number | undefined {
  try {
    return process.memoryUsage.rss();
  } catch {
    return undefined;
  }
}

/** Registers the metrics. The returned function stops the observer of garbage collections. */
export function observeProcess(instruments: ProcessInstruments): () => void {
  const gauges = instruments.gauges.bind(instruments);
  const { counters } = instruments;
  const bytes = (name: string, description: string, read: () => number | undefined): void =>
    gauges({ name, description, unit: 'By', labels: [], absentValue: 0 }, () => {
      const value = read();
      return value === undefined ? [] : [{ value, labels: {} }];
    });
  bytes('process.memory.usage', 'Resident memory of the process', residentBytes);
  bytes('v8js.memory.heap.used', 'V8 heap in use', () => getHeapStatistics().used_heap_size);
  bytes(
    'v8js.memory.heap.limit',
    'V8 heap limit in bytes; the process ends when it is exceeded',
    () => getHeapStatistics().heap_size_limit,
  );
  const start = 'Start time of the process, in seconds of Unix time';
  gauges({ name: 'process.start.time', description: start, unit: 's', labels: [], absentValue: 0 }, () => [
    { value: performance.timeOrigin / 1e3, labels: {} },
  ]);
  const used = {
    name: 'process.cpu.time',
    description: 'CPU time used by the process',
    unit: 's',
    labels: ['cpu_mode'],
  };
  counters(used, () => {
    const { user, system } = process.cpuUsage();
    return [
      { value: user / 1e6, labels: { 'cpu.mode': 'user' } },
      { value: system / 1e6, labels: { 'cpu.mode': 'system' } },
    ];
  });
  const loop = 'Time that the event loop was active or idle';
  const labels = ['nodejs_eventloop_state'];
  counters({ name: 'nodejs.eventloop.time', description: loop, unit: 's', labels }, () => {
    const { active, idle } = performance.eventLoopUtilization();
    return [
      { value: active / 1e3, labels: { 'nodejs.eventloop.state': 'active' } },
      { value: idle / 1e3, labels: { 'nodejs.eventloop.state': 'idle' } },
    ];
  });
  const dropped = 'Log lines dropped because the output was slow, full or closed';
  counters({ name: 'tidemark.log.lines_dropped', description: dropped, labels: [] }, () => [
    { value: droppedLogLines(), labels: {} },
  ]);
  const listener =
    'Errors of a listener, such as connections that cannot be accepted for lack of file descriptors';
  counters({ name: 'tidemark.listener.errors', description: listener, labels: ['listener'] }, () =>
    [...listenerErrors()].map(([name, value]) => ({ value, labels: { listener: name } })),
  );
  return observeCollections(instruments);
}

/** The instruments of `Metrics` that are used here, and counters whose values are read when metrics are collected. */
export interface ProcessInstruments extends Pick<Metrics, 'gauges' | 'latency'> {
  readonly counters: (
    about: MetricDescription & { readonly labels: readonly string[] },
    read: () => readonly { readonly value: number; readonly labels: Record<string, string> }[],
  ) => void;
}

const KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

/** Performance entry of type `gc`, as documented by Node.js. */
interface GarbageCollectionEntry {
  readonly duration: number;
  readonly detail: { readonly kind: number };
}

function observeCollections(metrics: Pick<Metrics, 'latency'>): () => void {
  const seconds = metrics.latency('v8js.gc.duration', 'Duration of a garbage collection', ['v8js_gc_type']);
  const observer = new PerformanceObserver((list) => {
    for (const { duration, detail } of list.getEntries() as unknown as readonly GarbageCollectionEntry[])
      seconds.record(duration / 1e3, { 'v8js.gc.type': KINDS[detail.kind] ?? 'other' });
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}
