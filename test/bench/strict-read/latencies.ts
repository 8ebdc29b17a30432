/** Latency of reads at each level, compared with reading always at the cluster that takes the writes. */
import type { BenchOptions, BenchSize } from '../harness';
import { percentile } from './percentile';
import { FILTER, keyOf, valueOf } from './rows';
import { BOUND_MS, IN_FLIGHT, ROWS, type Stage } from './stage';
import type { RegionStore } from './store';
import { HOME, TABLE } from './topology';
import { asFreshAsItsToken, bounded, eventual, type Outcome, type ReadPlan, strict } from './traffic';

export interface Latency {
  readonly linkMs: number;
  readonly name: string;
  readonly reads: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export const ALWAYS_THE_ORIGIN = 'always the origin';

const PACES: Readonly<Record<BenchSize, { readonly rounds: number; readonly durationMs: number }>> = {
  full: { rounds: 3, durationMs: 600 },
  quick: { rounds: 1, durationMs: 350 },
  smoke: { rounds: 1, durationMs: 50 },
};

/** Clients and replication take the same way. */
export async function measureLatencies(stage: Stage, { size, progress }: BenchOptions): Promise<Latency[]> {
  const { linkMs } = stage;
  progress(`latencies: ${linkMs} ms between the regions`);
  await stage.replicateAsAtFirst();
  const taken = new Map<string, number[]>();
  const { rounds, durationMs } = PACES[size];
  for (let round = 0; round < rounds; round++) {
    for (const [name, read] of contestants(stage, durationMs)) {
      const ms = (await read()).map((outcome) => outcome.ms);
      taken.set(name, [...(taken.get(name) ?? []), ...ms]);
    }
  }
  return [...taken].map(([name, ms]) => ({
    linkMs,
    name,
    reads: ms.length,
    p50Ms: percentile(ms, 0.5),
    p99Ms: percentile(ms, 0.99),
  }));
}

type Contestant = readonly [name: string, read: () => Promise<Pick<Outcome, 'ms'>[]>];

function contestants({ traffic, row, shard }: Stage, durationMs: number): readonly Contestant[] {
  const plan = (of: Pick<ReadPlan, 'level' | 'boundMs'>): ReadPlan => ({
    ...of,
    durationMs,
    inFlight: IN_FLIGHT,
  });
  const within = { level: bounded(BOUND_MS), boundMs: BOUND_MS };
  return [
    ['eventual', () => traffic.read(row, plan({ level: eventual }))],
    ['with the last write’s token', () => traffic.read(row, plan({ level: asFreshAsItsToken }))],
    [`bounded by ${BOUND_MS / 1_000} s, row`, () => traffic.read(row, plan(within))],
    [`bounded by ${BOUND_MS / 1_000} s, row+shard`, () => traffic.read(shard, plan(within))],
    ['strict, row', () => traffic.read(row, plan({ level: strict }))],
    ['strict, row+shard', () => traffic.read(shard, plan({ level: strict }))],
    [ALWAYS_THE_ORIGIN, () => readAtHome(row, durationMs)],
  ];
}

/** Reads at home, as an application without watermarks does that knows where all writes are made. */
async function readAtHome({ router, clients }: RegionStore, durationMs: number): Promise<{ ms: number }[]> {
  const endMs = performance.now() + durationMs;
  const taken: { ms: number }[] = [];
  const client = clients.of(router.forRead(TABLE, keyOf(0)).find(({ region }) => region === HOME)!);
  const readOn = async (first: number): Promise<void> => {
    for (let row = first; performance.now() < endMs; row = (row + IN_FLIGHT) % ROWS) {
      const startedMs = performance.now();
      const answer = await client.readRow({ table: TABLE, key: keyOf(row), filter: FILTER });
      taken.push({ ms: performance.now() - startedMs });
      if (valueOf(answer) < 0) throw new Error('the origin lacks a row');
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, first) => readOn(first)));
  return taken;
}
