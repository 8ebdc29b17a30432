/**
 * Cost of heartbeats for a process in a fleet of 20 clusters: calls and bytes of one table. On simulated time against the
 * embedded Bigtable, so the figures do not depend on the machine.
 */
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { DEFAULTS } from '../../../src/config/defaults';
import { loadTopology } from '../../../src/routing/topology/topology-file';
import type { HeartbeatLimits } from '../../../src/consistency/heartbeats/heartbeat-scope';
import { HeartbeatWorld, type Regions, type WatermarkProcess } from '../../support/heartbeat-world';
import {
  rounded,
  target,
  type Benchmark,
  type BenchOptions,
  type BenchResult,
  type BenchSize,
  WrongAnswer,
} from '../harness';

const TOPOLOGY = join(__dirname, '../../../infra/examples/topologies/four-continents.json');
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

interface Plan {
  /** Regions of the topology that take part. */
  readonly regions: number;
  /** Share of the measuring time of each setting. */
  readonly share: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: { regions: Infinity, share: 1 },
  quick: { regions: Infinity, share: 1 / 5 },
  smoke: { regions: 2, share: 1 / 20 },
};

/** Cost per second, of one process and one table. */
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
async function costOf({ limits, seconds }: Setting, { size }: BenchOptions): Promise<Cost> {
  const { regions, share } = PLANS[size];
  const clusters = clustersOf(TOPOLOGY, regions);
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
  const forSeconds = seconds * share;
  await world.clock.advance(forSeconds * 1_000);
  const perSecond = (after: number, earlier: number): number => (after - earlier) / forSeconds;
  const cost = {
    readCalls: perSecond(traffic.reads, before.reads),
    writeCalls: perSecond(traffic.writes, before.writes),
    requestBytes: perSecond(traffic.requestBytes, before.requestBytes),
    answerBytes: perSecond(traffic.answerBytes, before.answerBytes),
    sharedBytes: perSecond(sharedBytes, before.sharedBytes),
  };
  checkTracked(measured, Object.keys(clusters).length);
  await world.close();
  return cost;
}

/** Each cluster must show the heartbeats of each, and no alarm may be on: otherwise the calls were made for nothing. */
function checkTracked({ tracker, beats }: WatermarkProcess, clusters: number): void {
  const { lags, alarms } = tracker.status();
  const known = lags.filter(({ lagMs }) => lagMs !== undefined);
  if (known.length !== clusters ** 2) {
    throw new WrongAnswer(`heartbeats of ${known.length} pairs of clusters are known, not ${clusters ** 2}`);
  }
  if (alarms.length > 0 || beats.failed > 0 || beats.sent === 0) {
    throw new WrongAnswer(`heartbeats fail: ${JSON.stringify({ beats, alarms })}`);
  }
}

function clustersOf(file: string, regionsMax: number): Regions {
  const [instance] = loadTopology(file).instances;
  const all = instance!.clusters.filter(({ role }) => role === 'serving');
  const regions = [...new Set([REGION, ...all.map(({ region }) => region)])].slice(0, regionsMax);
  const serving = all.filter(({ region }) => regions.includes(region));
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
          name,
          String(rounded(cost.readCalls)),
          String(rounded(cost.writeCalls)),
          ...[cost.requestBytes, cost.answerBytes, cost.sharedBytes].map(kilobytes),
        ]),
      },
    ],
  };
}
