/**
 * Measures reads of profiles over HTTP: of four sizes, as JSON and as protobuf, single and in batches. Each is compared with its
 * floors: the one ReadRows behind it, and for JSON the decoding and stringifying of the same bytes, each alone; and a bare server
 * that does both for each request, under the same open loop.
 */
import { join } from 'node:path';
import { applySchema } from '../../support/running-app';
import { startBigtableProcess } from '../bigtable-process';
import { Child } from '../child';
import type { Benchmark, BenchSize } from '../harness';
import { casesOf, requestsOf, type Case } from './cases';
import { objectsOf, SIZE_NAMES } from './data';
import { measureAtHalf, measureSaturated, type Plan, type Stage } from './measure';
import { report, type CaseResult } from './report';
import { ObjectService } from './service';

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: {
    stored: { '1 KB': 1_000, '20 KB': 300, '200 KB': 100, '1 MB': 20 },
    batch: 100,
    connectionsMax: Infinity,
    rounds: 3,
    roundMs: 1_200,
    warmUpMs: 1_500,
    openMs: 8_000,
  },
  quick: {
    stored: { '1 KB': 200, '20 KB': 100, '200 KB': 100, '1 MB': 5 },
    batch: 100,
    connectionsMax: Infinity,
    rounds: 1,
    roundMs: 500,
    warmUpMs: 1_000,
    openMs: 800,
  },
  smoke: {
    stored: { '1 KB': 5, '20 KB': 5, '200 KB': 5, '1 MB': 2 },
    batch: 5,
    connectionsMax: 2,
    rounds: 1,
    roundMs: 1,
    warmUpMs: 1,
    openMs: 20,
  },
};

export const benchmark: Benchmark = {
  name: 'objects',
  description:
    'profiles of 1 KB to 1 MB over HTTP as JSON and protobuf, beside their ReadRows and JSON alone',
  hasStores: true,
  async run({ size, store, progress }) {
    const plan = PLANS[size];
    const bigtable = await startBigtableProcess(store);
    const load = new Child(join(__dirname, '../load/load-process.ts'));
    let service: ObjectService | undefined;
    let floor: ObjectService | undefined;
    try {
      await applySchema(bigtable.endpoint);
      service = await ObjectService.start(bigtable.endpoint, load);
      floor = await ObjectService.startFloor(bigtable.endpoint, load);
      const stage = { service, floor, plan, progress };
      await fill(stage);
      return report({
        cases: await measureAll(stage),
        batch: plan.batch,
        storeName: bigtable.name,
      });
    } finally {
      await service?.stop();
      await floor?.stop();
      await load.stop();
      await bigtable.stop();
    }
  },
};

async function fill({ service, plan, progress }: Stage): Promise<void> {
  for (const size of SIZE_NAMES) {
    progress(`storing ${plan.stored[size]} profiles of ${size}`);
    for (const object of objectsOf(size, plan.stored[size])) await service.put(object);
  }
}

async function measureAll(stage: Stage): Promise<readonly CaseResult[]> {
  const cases = casesOf(stage.plan.batch, stage.plan.connectionsMax);
  const answerBytes = new Map<Case, number>();
  for (const each of cases) answerBytes.set(each, await check(stage, each));
  const saturated = await measureSaturated(stage, cases);
  const results: CaseResult[] = [];
  for (const each of cases) {
    const ofCase = saturated.get(each)!;
    const atHalf = await measureAtHalf(stage, each, ofCase);
    results.push({ of: each, answerBytes: answerBytes.get(each)!, saturated: ofCase, ...atHalf });
  }
  return results;
}

/** Number of objects whose answers are compared; at least one request. */
const CHECKED = 3;

/** Compares answers with what was stored. Returns the size of the first one. */
async function check({ service, plan }: Stage, each: Case): Promise<number> {
  const requests = requestsOf(each, objectsOf(each.size, plan.stored[each.size]));
  const bytes: number[] = [];
  for (const requested of requests.slice(0, Math.ceil(CHECKED / each.objects)))
    bytes.push(await service.check(each, requested));
  return bytes[0]!;
}
