/** Share of reads that the nearest replica can answer, by replication delay. */
import { type BenchOptions, type BenchSize, median } from '../harness';
import { BOUND_MS, IN_FLIGHT, type Stage } from './stage';
import type { EvidenceKind } from './store';
import { bounded, type Outcome, type ReadPlan, strict } from './traffic';

export interface Share {
  readonly linkMs: number;
  readonly replicationMs: number;
  readonly evidence: EvidenceKind;
  readonly level: 'strict' | 'bounded';
  readonly reads: number;
  /** Number of reads that the nearest replica answered. */
  readonly nearest: number;
  /** Number of these that needed no other lookup. */
  readonly alone: number;
  readonly p50Ms: number;
}

interface Plan {
  readonly delaysMs: readonly number[];
  readonly durationMs: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: { delaysMs: [1, 10, 50, 100, 500, 1_000, 2_000], durationMs: 1_500 },
  quick: { delaysMs: [1, 100, 1_000], durationMs: 250 },
  // So long that many rows lack a write in the other region: a read that does not wait for it is found out.
  smoke: { delaysMs: [500], durationMs: 100 },
};

export async function measureShares(stage: Stage, { size, progress }: BenchOptions): Promise<Share[]> {
  const { linkMs } = stage;
  const shares: Share[] = [];
  const { delaysMs, durationMs } = PLANS[size];
  for (const replicationMs of delaysMs) {
    progress(`shares: clients ${linkMs} ms away, replication ${replicationMs} ms`);
    await stage.replicateIn(replicationMs);
    for (const evidence of ['row', 'row+shard'] as const) {
      const store = evidence === 'row' ? stage.row : stage.shard;
      for (const level of ['strict', 'bounded'] as const) {
        const outcomes = await stage.traffic.read(store, planOf(level, durationMs));
        shares.push({ linkMs, replicationMs, evidence, level, ...summary(outcomes) });
      }
    }
  }
  return shares;
}

function planOf(level: Share['level'], durationMs: number): ReadPlan {
  const pace = { durationMs, inFlight: IN_FLIGHT };
  return level === 'strict'
    ? { ...pace, level: strict }
    : { ...pace, level: bounded(BOUND_MS), boundMs: BOUND_MS };
}

function summary(outcomes: readonly Outcome[]): Pick<Share, 'reads' | 'nearest' | 'alone' | 'p50Ms'> {
  const share = (of: (outcome: Outcome) => boolean): number => outcomes.filter(of).length / outcomes.length;
  return {
    reads: outcomes.length,
    nearest: share(({ tier }) => tier === 'nearest'),
    alone: share(({ tier, lookups }) => tier === 'nearest' && lookups === 1),
    p50Ms: median(outcomes.map(({ ms }) => ms)),
  };
}
