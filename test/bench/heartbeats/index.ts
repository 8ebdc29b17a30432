/**
 * What heartbeats cost a process in a fleet of 20 clusters: calls and bytes of one table. On simulated time against the
 * embedded Bigtable, so the figures do not depend on the machine.
 */
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { DEFAULTS } from '../../../src/defaults';
import { loadTopology } from '../../../src/topology/topology-file';
import type { HeartbeatLimits } from '../../../src/watermark/heartbeat-scope';
import { HeartbeatWorld, type Regions } from '../../support/heartbeat-world';
import { rounded, target, type Benchmark, type BenchOptions, type BenchResult } from '../harness';

const TOPOLOGY = join(__dirname, '../../../infra/topologies/four-continents.json');
const REGION = 'us-central1';

interface Setting {
  readonly name: string;
  readonly limits: Partial<HeartbeatLimits>;
  /** Measured for so long once heartbeats go round, in seconds of simulated time. */
  readonly seconds: number;
}

const FAST: Setting = { name: 'row+shard: all shards every second', limits: {}, seconds: 30 };
const EVERY_5_S: Setting = {
  name: 'row: all shards every 5 seconds',
  limits: { ...DEFAULTS.slowHeartbeats, intervalMs: 5_000 },
  seconds: 200,
};
const SLOW: Setting = {
  name: 'row, the default: every 30 seconds, one shard every 5',
  limits: DEFAULTS.slowHeartbeats,
  seconds: 600,
};

/** Of each second, one process and one table. */
interface Cost {
  readonly readCalls: number;
  readonly writeCalls: number;
  readonly requestBytes: number;
  readonly answerBytes: number;
  /** Sent to each further worker of the machine, which makes no calls. */
  readonly sharedBytes: number;
}

export const benchmark: Benchmark = {
  name: 'heartbeats',
  description: 'calls and bytes that heartbeats cost a process in a fleet of 20 clusters, by the evidence',
  async run(options) {
    const costs: (readonly [Setting, Cost])[] = [];
    for (const setting of [FAST, EVERY_5_S, SLOW]) {
      options.progress(setting.name);
      costs.push([setting, await costOf(setting, options)]);
    }
    return report(costs);
  },
};

/** A process of each region writes; the one that is measured does all that a process does. */
async function costOf({ limits, seconds }: Setting, { quick }: BenchOptions): Promise<Cost> {
  const clusters = clustersOf(TOPOLOGY);
  const world = await HeartbeatWorld.open({ clusters });
  for (const region of new Set(Object.values(clusters))) {
    if (region !== REGION) world.process(region, { limits }).heartbeats.start();
  }
  let sharedBytes = 0;
  const measured = world.process(REGION, {
    limits,
    onLooked: (look) => void (sharedBytes += serialize(look).length),
  });
  measured.start();
  await world.clock.advance(60_000);
  const { traffic } = measured;
  const before = { ...traffic, sharedBytes };
  const forSeconds = quick ? seconds / 5 : seconds;
  await world.clock.advance(forSeconds * 1_000);
  const perSecond = (after: number, earlier: number): number => (after - earlier) / forSeconds;
  const cost = {
    readCalls: perSecond(traffic.reads, before.reads),
    writeCalls: perSecond(traffic.writes, before.writes),
    requestBytes: perSecond(traffic.requestBytes, before.requestBytes),
    answerBytes: perSecond(traffic.answerBytes, before.answerBytes),
    sharedBytes: perSecond(sharedBytes, before.sharedBytes),
  };
  await world.close();
  return cost;
}

function clustersOf(file: string): Regions {
  const [instance] = loadTopology(file).instances;
  const serving = instance!.clusters.filter(({ role }) => role === 'serving');
  return Object.fromEntries(serving.map(({ id, region }) => [id, region]));
}

function report(costs: readonly (readonly [Setting, Cost])[]): BenchResult {
  const figures: Record<string, number> = {};
  for (const [{ name }, cost] of costs) {
    for (const [figure, value] of Object.entries(cost))
      figures[`${name}: ${figure}`] = rounded(value as number);
  }
  const of = (setting: Setting): Cost => costs.find(([each]) => each === setting)![1];
  const kilobytes = (bytes: number): string => String(rounded(bytes / 1_000));
  return {
    figures,
    targets: [
      target(
        'bytes read by default / with row+shard',
        of(SLOW).answerBytes / of(FAST).answerBytes,
        '<=',
        0.05,
      ),
    ],
    tables: [
      {
        title: `Heartbeats of a process in ${REGION}, 19 serving clusters in 8 regions, of one table and second`,
        header: ['evidence', 'reads', 'writes', 'KB asked', 'KB answered', 'KB to each further worker'],
        rows: costs.map(([{ name }, cost]) => [
          ...[name, String(rounded(cost.readCalls)), String(rounded(cost.writeCalls))],
          ...[cost.requestBytes, cost.answerBytes, cost.sharedBytes].map(kilobytes),
        ]),
      },
    ],
  };
}
