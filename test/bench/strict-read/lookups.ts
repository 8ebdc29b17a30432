/** Lookups per read, by level: with healthy clusters, and where every cluster is slow. On simulated time. */
import type { Consistency } from '../../../src/core/consistency/consistency';
import { type BenchOptions, type BenchSize, type BenchTable, WrongAnswer } from '../harness';
import { percentile } from './percentile';
import { FILTER, keyOf } from './rows';
import { TABLE } from './topology';
import { ROWS, VirtualStore } from './virtual-store';

export interface LookupCount {
  readonly clusters: number;
  readonly slowMs: number;
  readonly level: string;
  readonly mean: number;
  readonly p99Ms: number;
  readonly failed: number;
}

export const SLOW_MS = 900;
const PACE_MS = 10;

interface Plan {
  readonly clusters: readonly number[];
  /** Writes arrive, latencies are learnt, and what was saved up of the budget is spent. */
  readonly warmUpReads: number;
  readonly reads: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: { clusters: [2, 6, 20], warmUpReads: 220, reads: 1_000 },
  quick: { clusters: [2, 6, 20], warmUpReads: 220, reads: 120 },
  smoke: { clusters: [6], warmUpReads: 220, reads: 50 },
};

type Level = (row: number, store: VirtualStore) => Consistency;

const LEVELS: Readonly<Record<string, Level>> = {
  eventual: () => ({ level: 'eventual' }),
  'with a token': (row, store) => ({ level: 'eventual', token: store.tokenOf(row) ?? NO_TOKEN }),
  'bounded by 3 s': () => ({ level: 'bounded', maxStalenessMs: 3_000 }),
  strict: () => ({ level: 'strict' }),
};
const NO_TOKEN = { writes: [], times: [] };

export async function measureLookups({ size, progress }: BenchOptions): Promise<LookupCount[]> {
  const { clusters: clustersOf, warmUpReads, reads } = PLANS[size];
  const counts: LookupCount[] = [];
  for (const clusters of clustersOf) {
    for (const slowMs of [0, SLOW_MS]) {
      progress(`lookups: ${clusters} clusters, ${slowMs === 0 ? 'healthy' : `slower by ${slowMs} ms`}`);
      const store = await VirtualStore.open(clusters);
      try {
        store.slowDown(slowMs);
        await read(store, LEVELS['eventual']!, warmUpReads);
        for (const [level, of] of Object.entries(LEVELS)) {
          const { failure, ...outcome } = await read(store, of, reads);
          if (slowMs === 0 && outcome.failed > 0) {
            const { failed } = outcome;
            throw new WrongAnswer(`${level}: ${failed} reads of healthy clusters failed: ${String(failure)}`);
          }
          counts.push({ clusters, slowMs, level, ...outcome });
        }
      } finally {
        await store.close();
      }
    }
  }
  return counts;
}

async function read(
  store: VirtualStore,
  level: Level,
  reads: number,
): Promise<Pick<LookupCount, 'mean' | 'p99Ms' | 'failed'> & { readonly failure: unknown }> {
  const lookups: number[] = [];
  const tookMs: number[] = [];
  let failed = 0;
  let failure: unknown;
  for (let at = 0; at < reads; at++) {
    const row = (at * 7) % ROWS;
    const startedMs = store.clock.monotonicMs();
    store.reader.readRow({ table: TABLE, key: keyOf(row), filter: FILTER }, level(row, store)).then(
      ({ evidence }) => {
        lookups.push(evidence.lookups);
        tookMs.push(store.clock.monotonicMs() - startedMs);
      },
      (error: unknown) => {
        failure ??= error;
        failed += 1;
      },
    );
    await store.clock.advance(PACE_MS);
  }
  while (lookups.length + failed < reads) await store.clock.advance(PACE_MS);
  const mean = lookups.reduce((sum, count) => sum + count, 0) / lookups.length;
  return { mean, p99Ms: percentile(tookMs, 0.99), failed, failure };
}

export function lookupsTable(counts: readonly LookupCount[]): BenchTable {
  const levels = [...new Set(counts.map(({ level }) => level))];
  const cell = ({ mean, p99Ms, failed }: LookupCount): string =>
    `${mean.toFixed(2)}, ${Math.round(p99Ms)} ms${failed === 0 ? '' : `, ${failed} failed`}`;
  const column = (clusters: number, slowMs: number): string =>
    `${clusters} clusters${slowMs === 0 ? '' : `, ${slowMs} ms slower`}`;
  const columns = [...new Set(counts.map(({ clusters, slowMs }) => column(clusters, slowMs)))];
  return {
    title:
      'Lookups per read (mean) and its latency (p99), on simulated time; up to 4 clusters a region, 25 writes a second to 50 rows',
    header: ['read', ...columns],
    rows: levels.map((level) => [
      level,
      ...columns.map((name) =>
        cell(counts.find((each) => each.level === level && column(each.clusters, each.slowMs) === name)!),
      ),
    ]),
  };
}
