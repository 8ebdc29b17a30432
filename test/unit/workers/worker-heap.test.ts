import { workerHeapOptions } from '../../../src/workers/worker-heap';

const MIB = 1024 * 1024;

const memoryOf = (limitMib: number, nodeOptions: readonly string[] = []) => ({
  limitBytes: limitMib * MIB,
  heapLimitBytes: Math.min(4_096, limitMib / 2) * MIB,
  nodeOptions,
});

const heapMib = (workers: number, limitMib: number): number =>
  Number(/=(\d+)$/.exec(workerHeapOptions(workers, memoryOf(limitMib))[0] ?? '')?.[1]);

describe('workerHeapOptions', () => {
  it('divides the memory of a container among its workers', () => {
    expect(workerHeapOptions(2, memoryOf(2_048))).toEqual(['--max-old-space-size=672']);
    expect(workerHeapOptions(8, memoryOf(8_192))).toEqual(['--max-old-space-size=705']);
  });

  it.each([1, 2, 4, 8, 64])('leaves a quarter of the memory for other uses with %d workers', (workers) => {
    const limitMib = 1_024 * workers;
    expect(workers * heapMib(workers, limitMib) || limitMib / 2).toBeLessThan(0.75 * limitMib);
  });

  it("keeps V8's own limit where that is lower", () => {
    expect(workerHeapOptions(2, memoryOf(65_536))).toEqual([]);
    expect(workerHeapOptions(1, memoryOf(2_048))).toEqual([]);
  });

  it.each([
    ['an option of the process', ['--max-old-space-size=100']],
    ['the size of the whole heap', ['--max-heap-size=100']],
    ['NODE_OPTIONS', ['--no-warnings --max_old_space_size=100']],
  ])('leaves a limit that an operator has set: %s', (_source, options) => {
    expect(workerHeapOptions(4, memoryOf(1_024, options))).toEqual([]);
  });

  it('is at least 128 MiB', () => {
    expect(heapMib(64, 1_024)).toBe(128);
  });
});
