import type { CallReport } from '../../../src/bigtable/client/retrying-call';
import { familyIs } from '../../../src/bigtable/read/filters';
import { setCell } from '../../../src/bigtable/write/mutations';
import type { Call } from '../../../src/bigtable/transport/create-transport';
import type { CallOptions, Mutation, Row } from '../../../src/bigtable/client/types';
import type { Consistency } from '../../../src/core/consistency/consistency';
import { rowKey } from '../../../src/core/rows/row-key';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import { DEFAULTS } from '../../../src/config/defaults';
import { TidemarkError } from '../../../src/errors';
import { openCore, type LocalCore } from '../../../src/local-bigtable/index';
import type { Clock } from '../../../src/platform/time/clock';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { seededRandom } from '../../../src/platform/random';
import { NO_TRACING, type Tracing } from '../../../src/platform/telemetry/tracing';
import type { Cluster } from '../../../src/routing/topology/cluster';
import { createRouting, type Routing } from '../../../src/routing/routing';
import {
  instanceForTable,
  storeTopology,
  type StoreTopology,
} from '../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { AnnouncedOrigins } from '../../../src/consistency/origins/announced-origins';
import type { RowProofClaim, ShardClaim } from '../../../src/consistency/audit/proof-claim';
import { heartbeatRange, heartbeatRows, shardOf } from '../../../src/consistency/heartbeats/heartbeat-row';
import { heartbeatScopes } from '../../../src/consistency/heartbeats/heartbeat-scope';
import type { OrderGaps } from '../../../src/consistency/audit/order-observer';
import type { AnswerReport, LookupReport } from '../../../src/consistency/read/read-observer';
import { OriginClearance } from '../../../src/consistency/origins/origin-clearance';
import { createReader, type ReaderOptions } from '../../../src/consistency/read/reader';
import { createWriter, type RowWriter } from '../../../src/consistency/write/row-writer';
import type { Reader, RowAnswer, WriteReceipt } from '../../../src/consistency/store';
import { HeartbeatTracker } from '../../../src/consistency/heartbeats/heartbeat-tracker';
import { createLocalTransport, type CallFault } from '../../support/local-bigtable/local-transport';
import { VirtualClock } from '../../support/virtual-clock';

const INSTANCE = 'projects/p/instances/demo';
export const TABLE = 't';
export const EPSILON_MS = 100;
export const KEY = rowKey('user-1');

export type ClusterDeclarations = Readonly<Record<string, object>>;

/** One cluster in each of three regions: eu is 40 ms from us, both ways the same, us 80 from asia, eu 120 from asia. */
const CLUSTERS: ClusterDeclarations = {
  'eu-a': { region: 'eu' },
  'us-a': { region: 'us' },
  'asia-a': { region: 'asia' },
};

const LINKS = [
  { between: ['eu', 'us'], delayMs: 40 },
  { between: ['us', 'asia'], delayMs: 80 },
  { between: ['eu', 'asia'], delayMs: 120 },
];

export function documentOf(clusters: ClusterDeclarations): object {
  const regions = Object.values(clusters).map((each) => (each as { region: string }).region);
  const profiles = Object.keys(clusters).map((id) => [`at-${id}`, { cluster: id, priority: 'low' }] as const);
  return {
    project: 'p',
    instances: { demo: { clusters, appProfiles: Object.fromEntries(profiles) } },
    links: LINKS.filter(({ between }) => between.every((region) => regions.includes(region))),
  };
}

export const writesOnlyAt = (ids: readonly string[], clusters = CLUSTERS): ClusterDeclarations =>
  Object.fromEntries(
    Object.entries(clusters).map(([id, each]): [string, object] => [
      id,
      { ...each, writes: ids.includes(id) ? 'accepted' : 'refused' },
    ]),
  );

const topologyOf = (clusters: ClusterDeclarations): StoreTopology =>
  storeTopology(parseTopology(documentOf(clusters)));

/** Method of a call, and the cluster that it goes to. */
export interface SeenCall {
  readonly cluster: string;
  readonly method: string;
  /** Whether the request names the family of watermarks. */
  readonly namesWatermarks: boolean;
}

/** The embedded Bigtable on virtual time, and processes around it that read and write with the production's parts. */
export class ReaderWorld {
  readonly clock = new VirtualClock();
  core!: LocalCore;
  topology!: StoreTopology;
  readonly processes: ReaderProcess[] = [];
  /** Returns the fault on the way to a cluster, if there is one. */
  faultOf: (call: SeenCall) => CallFault | undefined = () => undefined;

  static async open(clusters: ClusterDeclarations = CLUSTERS): Promise<ReaderWorld> {
    const world = new ReaderWorld();
    const topology = parseTopology(documentOf(clusters));
    world.topology = storeTopology(topology);
    world.core = await openCore({ topology, clock: world.clock, random: seededRandom(1) });
    const { tables, instances } = world.core.dependencies;
    const families = [{ name: 'f' }, { name: WATERMARK_FAMILY }];
    await tables.create({ name: `${INSTANCE}/tables/${TABLE}` }, families, instances.getOrCreate(INSTANCE));
    return world;
  }

  get faults() {
    return this.core.faults;
  }

  /** Reloads the topology: the processes follow it, the clusters themselves stay as they are. */
  reload(clusters: ClusterDeclarations): void {
    this.topology = storeTopology(parseTopology(documentOf(clusters)));
    for (const { routing } of this.processes) routing.reload(this.topology);
  }

  removeCluster(id: string): void {
    const { catalog, instances } = this.core.dependencies;
    instances.removeCluster(catalog.instance(INSTANCE), id);
  }

  cluster(id: string): Cluster<'serving'> {
    const { serving } = instanceForTable(this.topology, TABLE).clusters;
    const found = serving.find((each) => each.id === id);
    if (found === undefined) throw new Error(`no cluster ${id}`);
    return found;
  }

  process(region: string, options: ProcessOptions = {}): ReaderProcess {
    const process = new ReaderProcess(this, region, options);
    this.processes.push(process);
    return process;
  }

  /** Stops replication between two clusters. Clients of either notice nothing. */
  stopReplication(a: string, b: string): void {
    this.faults.partition(`cluster:${a}`, `cluster:${b}`);
  }

  resumeReplication(a: string, b: string): void {
    this.faults.heal(`cluster:${a}`, `cluster:${b}`);
  }

  /** The row as the cluster has it. */
  async rowAt(id: string, key: Buffer = KEY): Promise<Row | undefined> {
    const client = this.processes[0]!.routing.clients.of(this.cluster(id));
    return this.settled(client.readRow({ table: TABLE, key }));
  }

  /**
   * Puts a write of one cluster into another one by itself, as replication does that applies a row's mutations out of order:
   * the named cell of the family `f`, and the watermark cell of its version.
   */
  async applyAlone(name: string, versionMs: number, from: string, to: string, key = KEY): Promise<void> {
    const { cells } = (await this.rowAt(from, key))!;
    const mutations = cells
      .filter(({ family, qualifier, timestampMicros }) =>
        family === WATERMARK_FAMILY ? timestampMicros === versionMs * 1_000 : qualifier.toString() === name,
      )
      .map(({ family, qualifier, timestampMicros, value }) =>
        setCell(family, qualifier, timestampMicros, value),
      );
    const client = this.processes[0]!.routing.clients.of(this.cluster(to));
    await this.settled(client.mutateRow(TABLE, { key, mutations }));
  }

  /** Lets the time pass until the promise has settled. */
  async settled<T>(promise: Promise<T>): Promise<T> {
    return (await this.timed(promise)).value;
  }

  async timed<T>(promise: Promise<T>): Promise<{ readonly value: T; readonly tookMs: number }> {
    const startMs = this.clock.monotonicMs();
    let isOver = false;
    const ending = promise.finally(() => (isOver = true));
    ending.catch(() => undefined);
    for (let waited = 0; waited < 60_000; waited++) {
      await this.clock.advance(0);
      if (isOver) return { value: await ending, tookMs: this.clock.monotonicMs() - startMs };
      await this.clock.advance(1);
    }
    throw new Error('not within a minute');
  }

  /** The error that the promise is rejected with. */
  async errorOf(promise: Promise<unknown>): Promise<TidemarkError> {
    try {
      await this.settled(promise);
    } catch (error) {
      if (error instanceof TidemarkError) return error;
      throw error;
    }
    throw new Error('there was no error');
  }

  async close(): Promise<void> {
    await this.settled(Promise.all(this.processes.map(({ writer }) => writer.close())));
    await this.core.close();
  }
}

export interface ProcessOptions extends Partial<
  Pick<ReaderOptions<'serving'>, 'evidence' | 'hedging' | 'shards' | 'replicationLagMaxMs' | 'watermarkDepth'>
> {
  readonly skewMs?: number;
  readonly limits?: Partial<ReaderOptions<'serving'>['limits']>;
  readonly tracing?: Tracing;
  /** Whether it announces clusters before it writes to them, and reads the announcements of others. @default false */
  readonly announces?: boolean;
  /** Clusters in its topology. @default those of the world */
  readonly knows?: ClusterDeclarations;
}

/** In one region. */
export class ReaderProcess {
  readonly clock: Clock;
  readonly routing: Routing<'serving'>;
  readonly tracker: HeartbeatTracker<'serving'>;
  readonly reader: Reader;
  readonly writer: RowWriter;
  readonly announced = new AnnouncedOrigins();
  readonly clearance: OriginClearance;
  readonly #world: ReaderWorld;
  /** Calls that were sent, and how they ended. */
  readonly calls: SeenCall[] = [];
  readonly ended: CallReport[] = [];
  readonly lookups: LookupReport[] = [];
  readonly answers: AnswerReport[] = [];
  readonly unmet: (readonly [level: string, origins: readonly string[]])[] = [];
  readonly hedges: boolean[] = [];
  /** Writes that replicas showed out of order. */
  readonly gaps: OrderGaps[] = [];
  /** Claims that only heartbeats proved. `rowClaims`: those that the row's watermark proved. */
  readonly claims: ShardClaim[] = [];
  readonly rowClaims: RowProofClaim[] = [];

  constructor(world: ReaderWorld, region: string, options: ProcessOptions) {
    this.#world = world;
    const { skewMs = 0, evidence = 'row', limits, tracing = NO_TRACING, announces = false, knows } = options;
    const topology = knows === undefined ? world.topology : topologyOf(knows);
    const { replicationLagMaxMs, watermarkDepth } = { ...DEFAULTS.consistency, ...options };
    this.clock = { ...world.clock, nowMs: () => world.clock.nowMs() + skewMs };
    const { clock } = this;
    const random = seededRandom(10 + world.processes.length);
    this.routing = createRouting({
      workload: 'serving' as const,
      region,
      clock,
      random,
      topology,
      emulated: true,
      transport: () =>
        createLocalTransport({ handlers: world.core.handlers, clock, faultOf: (call) => this.#onCall(call) }),
      observer: { onCall: (report) => void this.ended.push(report) },
    });
    const { router, clients } = this.routing;
    this.tracker = new HeartbeatTracker({
      clients,
      region,
      clock,
      random,
      clockSkewMaxMs: EPSILON_MS,
      scopes: heartbeatScopes('serving', { topology: () => world.topology, tables: () => [TABLE] }),
      logger: createLogger({ level: 'silent', service: region, destination: { write: () => undefined } }),
    });
    const { announced } = this;
    this.clearance = new OriginClearance({
      clients,
      topology,
      tables: [TABLE],
      announced,
      clock,
      random,
      logger: createLogger({ level: 'silent', service: region, destination: { write: () => undefined } }),
    });
    const clearance = announces ? this.clearance : undefined;
    this.writer = createWriter({ router, clients, clock, random, clearance });
    this.reader = createReader({
      router,
      clients,
      clock,
      random,
      evidence,
      tracing,
      shards: options.shards ?? this.tracker,
      hedging: options.hedging ?? this.routing.hedging,
      auditor: {
        recordClaim: (claim) =>
          void (claim.kind === 'row' ? this.rowClaims.push(claim) : this.claims.push(claim)),
      },
      limits: { ...DEFAULTS.reading, ...limits },
      clockSkewMaxMs: EPSILON_MS,
      tokens: { writesMax: DEFAULTS.tokens.writesMax },
      hasClusterTopology: topology.hasClusterTopology,
      ...(announces && { announced }),
      replicationLagMaxMs,
      watermarkDepth,
      observer: {
        onLookup: (report) => void this.lookups.push(report),
        onAnswer: (report) => void this.answers.push(report),
        onUnmet: (...report) => void this.unmet.push(report),
        onHedge: (won) => void this.hedges.push(won),
      },
      order: { onOrderGaps: (found) => void this.gaps.push(found) },
    });
  }

  /** Reloads the topology of this process alone. */
  reload(clusters: ClusterDeclarations): void {
    const topology = topologyOf(clusters);
    this.routing.reload(topology);
    this.clearance.reload(topology);
  }

  write(value: string, key: Buffer = KEY): Promise<WriteReceipt> {
    const mutation = setCell('f', Buffer.from('q'), this.#world.clock.nowMs() * 1_000, Buffer.from(value));
    return this.mutate([mutation], key);
  }

  mutate(mutations: readonly Mutation[], key: Buffer = KEY): Promise<WriteReceipt> {
    return this.#world.settled(this.writer.mutateRow(TABLE, { key, mutations }));
  }

  /** Not waited for. */
  read(consistency: Consistency, call?: CallOptions, key: Buffer = KEY): Promise<RowAnswer> {
    return this.reader.readRow({ table: TABLE, key, filter: familyIs('f') }, consistency, call);
  }

  /** A heartbeat of this process at the cluster, for the row's shard. */
  async beat(cluster: string, key: Buffer = KEY): Promise<void> {
    const origin = this.#world.cluster(cluster);
    const beat = { origin: origin.code, atMs: this.clock.nowMs(), servingLatencyMs: undefined };
    const rows = heartbeatRows([shardOf(key)], beat);
    await this.#world.settled(this.routing.clients.of(origin).mutateRows(TABLE, rows));
  }

  /** Looks at the heartbeats that the cluster shows. */
  async look(cluster: string, key: Buffer = KEY): Promise<void> {
    const replica = this.#world.cluster(cluster);
    const rows = this.routing.clients
      .of(replica)
      .readRows({ table: TABLE, ranges: [heartbeatRange(shardOf(key))] });
    const look = async (): Promise<void> => {
      for await (const row of rows) this.tracker.observe(replica, TABLE, row);
    };
    await this.#world.settled(look());
  }

  /** `<kind> <cluster> <outcome>` of each lookup that has ended, in that order. */
  get ends(): string[] {
    return this.lookups.map(({ kind, cluster, outcome }) => `${kind} ${cluster.id} ${outcome}`);
  }

  #onCall(call: Call): CallFault | undefined {
    const profile = /app_profile_id=at-([a-z-]+)/.exec(call.metadata['x-goog-request-params'] ?? '');
    const seen = {
      cluster: profile?.[1] ?? '',
      method: call.path.split('/').at(-1) ?? '',
      namesWatermarks: call.request.includes(WATERMARK_FAMILY),
    };
    this.calls.push(seen);
    return this.#world.faultOf(seen);
  }
}

/** Returns the value that the answer shows. */
export function valueOf({ row }: { readonly row: RowAnswer['row'] }): string | undefined {
  return row?.cells[0]?.value.toString();
}

export type { CallFault };
