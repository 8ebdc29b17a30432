import { BigtableError } from '../../src/bigtable/client/bigtable-error';
import { WATERMARK_FAMILY } from '../../src/core/consistency/row-watermark';
import { type LocalCore, openCore } from '../../src/local-bigtable/index';
import type { Clock } from '../../src/platform/time/clock';
import { GrpcStatus } from '../../src/platform/network/grpc';
import { createLogger, type Logger } from '../../src/platform/telemetry/logger';
import { seededRandom, type Random } from '../../src/platform/random';
import type { Cluster, Workload } from '../../src/routing/topology/cluster';
import type { ClusterClients } from '../../src/routing/clients/cluster-clients';
import { createRouting, type Routing } from '../../src/routing/routing';
import { instanceForTable, storeTopology } from '../../src/routing/topology/store-topology';
import { parseTopology } from '../../src/routing/topology/topology-file';
import type { HeartbeatAlarm } from '../../src/consistency/heartbeats/heartbeat-alarms';
import { shardOf } from '../../src/consistency/heartbeats/heartbeat-row';
import { heartbeatScopes, type HeartbeatLimits } from '../../src/consistency/heartbeats/heartbeat-scope';
import type { SharedPoll } from '../../src/consistency/heartbeats/heartbeat-publisher';
import { HeartbeatWriter, type HeartbeatOutcome } from '../../src/consistency/heartbeats/heartbeat-writer';
import type { StoreTelemetry } from '../../src/consistency/telemetry';
import { HeartbeatTracker } from '../../src/consistency/heartbeats/heartbeat-tracker';
import { countedTransport, noTraffic, type Traffic } from './counted-transport';
import { createLocalTransport } from './local-bigtable/local-transport';
import { VirtualClock } from './virtual-clock';

export const TABLE = 't';
export const EPSILON_MS = 100;
const INSTANCES = ['demo', 'other'] as const;
type Instance = (typeof INSTANCES)[number];

export type Regions = Readonly<Record<string, string>>;

/** By their names: eu-a and eu-b in eu, and so on. Those that begin with `batch` are for batch work. */
const CLUSTERS: Regions = { 'eu-a': 'eu', 'eu-b': 'eu', 'us-a': 'us', 'asia-a': 'asia' };

/** Both instances have clusters of the same names. */
function topologyOf(clusters: Regions, instances: readonly Instance[], writes: Regions = {}): object {
  const ids = Object.keys(clusters);
  const declared = ids.map((id) => {
    const role = id.startsWith('batch') ? 'batch' : 'serving';
    const zone = `${clusters[id]}-${id.replaceAll('-', '')}`;
    return [id, { region: clusters[id], zone, role, writes: writes[id] ?? 'accepted' }] as const;
  });
  const profiles = ids.map((id) => [`at-${id}`, { cluster: id, priority: 'low' }] as const);
  const instance = { clusters: Object.fromEntries(declared), appProfiles: Object.fromEntries(profiles) };
  return {
    project: 'p',
    instances: Object.fromEntries(instances.map((id) => [id, instance])),
    links: LINKS.filter(({ between }) => between.every((region) => Object.values(clusters).includes(region))),
  };
}

const LINKS: readonly { readonly between: readonly string[]; readonly delayMs: number }[] = [
  { between: ['eu', 'us'], delayMs: 40 },
  { between: ['us', 'asia'], delayMs: 80 },
  { between: ['eu', 'asia'], delayMs: 120 },
];

/** The embedded Bigtable on virtual time, and processes around it that write and follow heartbeats. */
export class HeartbeatWorld {
  readonly clock = new VirtualClock();
  readonly random: Random;
  core!: LocalCore;
  /** Topology of the processes; the clusters themselves stay. */
  topology = storeTopology(parseTopology(topologyOf(CLUSTERS, ['demo'])));
  readonly #routings: Routing<Workload>[] = [];
  readonly #closing: (() => Promise<void>)[] = [];

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  static async open({ seed = 1, clusters = CLUSTERS }: { seed?: number; clusters?: Regions } = {}) {
    const world = new HeartbeatWorld(seed);
    world.topology = storeTopology(parseTopology(topologyOf(clusters, ['demo'])));
    const topology = parseTopology(topologyOf(clusters, INSTANCES));
    world.core = await openCore({ topology, clock: world.clock, random: world.random });
    const { tables, instances } = world.core.dependencies;
    const families = [{ name: 'f' }, { name: WATERMARK_FAMILY }];
    for (const id of INSTANCES) {
      const name = `projects/p/instances/${id}`;
      await tables.create({ name: `${name}/tables/${TABLE}` }, families, instances.getOrCreate(name));
    }
    return world;
  }

  async close(): Promise<void> {
    const stopped = Promise.all(this.#closing.map((close) => close()));
    await this.clock.advance(10_000);
    await stopped;
    await this.core.close();
  }

  /** Reloads the topology, as a hot reload does. */
  reload(clusters: Regions, writes?: Regions, instance: Instance = 'demo'): void {
    this.topology = storeTopology(parseTopology(topologyOf(clusters, [instance], writes)));
    for (const routing of this.#routings) routing.reload(this.topology);
  }

  cluster(id: string): Cluster<'serving'> {
    const found = instanceForTable(this.topology, TABLE).clusters.serving.find((each) => each.id === id);
    if (found === undefined) throw new Error(`no cluster ${id}`);
    return found;
  }

  /** Returns the routing of a process in the region. */
  routing<W extends Workload>(workload: W, region: string, traffic = noTraffic()): Routing<W> {
    const { clock, random, topology } = this;
    const transport = () =>
      countedTransport(createLocalTransport({ handlers: this.core.handlers, clock }), traffic);
    const routing = createRouting({
      workload,
      region,
      clock,
      random,
      topology,
      transport,
      emulated: true,
    });
    this.#routings.push(routing);
    return routing;
  }

  /** Returns a process in the region, which writes and tracks heartbeats once it is started; its clock is ahead by `skewMs`. */
  process(region: string, options: ProcessOptions = {}): WatermarkProcess {
    const started = new WatermarkProcess(this, region, options);
    this.#closing.push(() => started.stop());
    return started;
  }

  /** Lets the time pass until the promise has settled. */
  async settled<T>(promise: Promise<T>): Promise<T> {
    let isOver = false;
    const ending = promise.finally(() => (isOver = true));
    ending.catch(() => undefined);
    for (let waited = 0; waited < 60_000; waited++) {
      await this.clock.advance(0);
      if (isOver) return ending;
      await this.clock.advance(1);
    }
    throw new Error('not within a minute');
  }
}

export interface ProcessOptions {
  readonly skewMs?: number;
  readonly shards?: readonly number[];
  readonly servingLatencyMs?: () => number;
  readonly skewQuietMs?: number;
  /** Further limits. */
  readonly limits?: Partial<HeartbeatLimits>;
  readonly onLooked?: (look: SharedPoll) => void;
  /** Shard whose heartbeats of this process Bigtable rejects; those of others it accepts. */
  readonly failingShard?: number;
  /** Receives every report too. */
  readonly telemetry?: Pick<StoreTelemetry, 'heartbeats' | 'alarms'>;
}

export class WatermarkProcess {
  /** Difference of its clock from the world's, in milliseconds. */
  skewMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly logLines: { readonly level: string; readonly msg: string; readonly [field: string]: unknown }[] =
    [];
  readonly alarms: (readonly [HeartbeatAlarm, 'begun' | 'ended'])[] = [];
  readonly beats: Record<HeartbeatOutcome, number> = { sent: 0, suppressed: 0, failed: 0 };
  readonly tracker: HeartbeatTracker<'serving'>;
  readonly heartbeats: HeartbeatWriter;
  readonly routing: Routing<'serving'>;
  readonly traffic: Traffic = noTraffic();

  constructor(world: HeartbeatWorld, region: string, options: ProcessOptions) {
    const { skewMs = 0, skewQuietMs = 20_000, shards, servingLatencyMs, telemetry, onLooked } = options;
    this.skewMs = skewMs;
    this.clock = { ...world.clock, nowMs: () => world.clock.nowMs() + this.skewMs };
    this.logger = createLogger({
      level: 'info',
      service: region,
      destination: { write: (line) => void this.logLines.push(JSON.parse(line) as never) },
    });
    this.routing = world.routing('serving', region, this.traffic);
    const scopes = heartbeatScopes('serving', { topology: () => world.topology, tables: () => [TABLE] });
    const common = {
      clients: this.routing.clients,
      scopes,
      region,
      clock: this.clock,
      logger: this.logger,
      random: world.random,
      limits: { skewQuietMs, ...options.limits },
      ...(shards === undefined ? {} : { shards }),
    };
    this.tracker = new HeartbeatTracker({
      ...common,
      clockSkewMaxMs: EPSILON_MS,
      ...(onLooked === undefined ? {} : { onPolled: onLooked }),
      observer: {
        onAlarm: (alarm, change) => {
          this.alarms.push([alarm, change]);
          telemetry?.alarms.onAlarm(alarm, change);
        },
      },
    });
    const { failingShard } = options;
    const { clients } = this.routing;
    this.heartbeats = new HeartbeatWriter({
      ...common,
      tracker: this.tracker,
      clients: failingShard === undefined ? clients : refusing(failingShard, clients),
      ...(servingLatencyMs === undefined ? {} : { servingLatencyMs }),
      observer: {
        onHeartbeat: (origin, outcome) => {
          this.beats[outcome] += 1;
          telemetry?.heartbeats.onHeartbeat(origin, outcome);
        },
      },
    });
  }

  start(): this {
    this.tracker.start();
    this.heartbeats.start();
    return this;
  }

  async stop(): Promise<void> {
    await Promise.all([this.tracker.stop(), this.heartbeats.stop()]);
  }
}

/** Returns clients whose `mutateRows` fails for the row of the shard, and for no other. */
function refusing(shard: number, clients: ClusterClients<'serving'>): ClusterClients<'serving'> {
  const refused = new BigtableError(GrpcStatus.FAILED_PRECONDITION, 'rejected for the test');
  return {
    close: () => clients.close(),
    of: (cluster) => ({
      ...clients.of(cluster),
      async mutateRows(table, rows, call) {
        const others = rows.filter((row) => shardOf(row.key) !== shard);
        const failures = [...(await clients.of(cluster).mutateRows(table, others, call))];
        return rows.map((row) => (shardOf(row.key) === shard ? refused : failures.shift()));
      },
    }),
  };
}
