/** What it takes to choose among many clusters. */
import { type BenchOptions, median } from '../harness';
import { keyOf } from './rows';
import { openRouter } from './store';
import { manyClusters, TABLE } from './topology';

export interface Decisions {
  readonly clusters: number;
  readonly readNanos: number;
  readonly writeNanos: number;
}

export function measureDecisions({ quick, progress }: BenchOptions): Decisions {
  progress('decisions');
  const router = openRouter(manyClusters(), 'region-0');
  const keys = Array.from({ length: 20_000 }, (_, index) => keyOf(index));
  const nanosOf = (decide: (key: Buffer) => unknown): number => {
    const rounds = Array.from({ length: quick ? 15 : 60 }, () => {
      const startedMs = performance.now();
      for (const key of keys) decide(key);
      return ((performance.now() - startedMs) * 1e6) / keys.length;
    });
    // The first rounds warm the compiler up.
    return median(rounds.slice(5));
  };
  return {
    clusters: router.forRead(TABLE, keys[0]!).length,
    readNanos: nanosOf((key) => router.forRead(TABLE, key)),
    writeNanos: nanosOf((key) => router.forWrite(TABLE, key)),
  };
}
