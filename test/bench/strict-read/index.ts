/** Reads at a chosen consistency: what they cost, who answers them, how long they take; and the choice of a cluster. */
import type { Benchmark, BenchOptions, BenchResult } from '../harness';
import { measureChains } from './chains';
import { measureColumns } from './columns';
import { measureCosts } from './cost';
import { measureDecisions } from './decisions';
import { type Latency, measureLatencies } from './latencies';
import { measureLookups } from './lookups';
import { report } from './report';
import { measureShares, type Share } from './shares';
import { LINKS_MS, Stage } from './stage';

export const benchmark: Benchmark = {
  name: 'strict-read',
  description:
    'reads at a chosen consistency: watermark cost, who answers, lookups, latencies; routing decisions',
  run,
};

async function run(options: BenchOptions): Promise<BenchResult> {
  const decisions = measureDecisions(options);
  const lookups = await measureLookups(options);
  const costs = await measureCosts(options);
  const columns = await measureColumns(options);
  const chains = await measureChains(options);
  const shares: Share[] = [];
  const latencies: Latency[] = [];
  for (const linkMs of LINKS_MS[options.size]) {
    const stage = await Stage.open(linkMs);
    try {
      shares.push(...(await measureShares(stage, options)));
      latencies.push(...(await measureLatencies(stage, options)));
    } finally {
      await stage.close();
    }
  }
  return report({ decisions, lookups, costs, columns, chains, shares, latencies });
}
