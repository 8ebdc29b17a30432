/** Reads at a chosen consistency: what they cost, who answers them, how long they take; and the choice of a cluster. */
import type { Benchmark, BenchOptions, BenchResult } from '../harness';
import { Bigtable } from './bigtable';
import { type CostOfShape, measureCosts } from './cost';
import { measureDecisions } from './decisions';
import { type Latency, measureLatencies } from './latencies';
import { report } from './report';
import { measureShares, type Share } from './shares';
import { LINKS_MS, Stage } from './stage';
import { openStore } from './store';
import { HOME, oneRegion } from './topology';

export const benchmark: Benchmark = {
  name: 'strict-read',
  description: 'reads at a chosen consistency: watermark cost, who answers, latencies; routing decisions',
  run,
};

async function run(options: BenchOptions): Promise<BenchResult> {
  const decisions = measureDecisions(options);
  const costs = await measureCost(options);
  const shares: Share[] = [];
  const latencies: Latency[] = [];
  for (const linkMs of LINKS_MS) {
    const stage = await Stage.open(linkMs);
    try {
      shares.push(...(await measureShares(stage, options)));
      latencies.push(...(await measureLatencies(stage, options)));
    } finally {
      await stage.close();
    }
  }
  return report({ decisions, costs, shares, latencies });
}

/** Without heartbeats, whose writes would be charged to whoever reads meanwhile: one cluster has none. */
async function measureCost(options: BenchOptions): Promise<CostOfShape[]> {
  const bigtable = await Bigtable.start(oneRegion());
  const writers = [1, 2, 3].map(() => openStore(bigtable, { region: HOME }));
  try {
    return await measureCosts(bigtable, writers, options);
  } finally {
    for (const store of writers) await store.close();
    await bigtable.stop();
  }
}
