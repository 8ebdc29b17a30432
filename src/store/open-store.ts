/** The store as configured: from a topology to a reader and a writer, and to the work in the background that they need. */
import { connectAdmin, connectData } from '../bigtable/client/connect';
import { createInstanceAdminClient } from '../bigtable/admin/instance-admin-client';
import { observeCalls } from '../bigtable/client/observe-calls';
import type { GrpcTransport } from '../bigtable/transport/create-transport';
import type { CallOptions } from '../bigtable/client/types';
import type { Config } from '../config/index';
import { RESERVATION_FAMILY } from '../core/caps/reservation-family';
import type { Consistency } from '../core/consistency/consistency';
import { LEASE_FAMILY } from '../core/pacing/lease';
import type { TokenCodec } from '../core/tokens/token-codec';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/time/clock';
import { systemClock } from '../platform/time/clock';
import type { Logger } from '../platform/telemetry/logger';
import type { Metrics } from '../platform/telemetry/metrics';
import { systemRandom } from '../platform/random';
import { acquireAllSync, releaseAll, type Resources } from '../platform/tasks/resources';
import { NO_TRACING, type Tracing } from '../platform/telemetry/tracing';
import type { Telemetry } from '../platform/telemetry/telemetry';
import { Admission } from '../routing/admission/admission';
import { admittedClients } from '../routing/admission/admitted-clients';
import type { Cluster, Workload } from '../routing/topology/cluster';
import type { ClusterClients } from '../routing/clients/cluster-clients';
import { createRouting, type Routing } from '../routing/routing';
import type { AnswerObserver } from '../routing/clients/workload-clients';
import { instanceForTable, type StoreTopology } from '../routing/topology/store-topology';
import { AnnouncedOrigins } from '../consistency/origins/announced-origins';
import { AuditSampler } from '../consistency/audit/audit-sampler';
import type { Auditor } from '../consistency/audit/proof-claim';
import { checkConsistency } from '../consistency/read/check-consistency';
import { heartbeatScopes, type HeartbeatScopes } from '../consistency/heartbeats/heartbeat-scope';
import type { SharedPoll } from '../consistency/heartbeats/heartbeat-publisher';
import { HeartbeatWriter } from '../consistency/heartbeats/heartbeat-writer';
import { OrderCanary } from '../consistency/audit/order-canary';
import { OrderGapReporter } from '../consistency/audit/order-gap-reporter';
import { OriginClearance } from '../consistency/origins/origin-clearance';
import { OriginRetirement } from '../consistency/origins/origin-retirement';
import { createReader } from '../consistency/read/reader';
import { createRowTransactions, type RowTransactions } from '../consistency/transactions/row-transactions';
import { createWriter, type RowWriter } from '../consistency/write/row-writer';
import { createScanner } from '../consistency/read/scanner';
import type { Reader, Scanner, Writer } from '../consistency/store';
import { createVersionedWriter, type VersionedWriter } from '../consistency/write/versioned-writer';
import { createStoreTelemetry, observeStore, type StoreTelemetry } from '../consistency/telemetry';
import { HeartbeatTracker } from '../consistency/heartbeats/heartbeat-tracker';
import { ProfileCheck } from './profile-check';
import { observeAppProfiles } from './profile-metrics';
import { regionOf, transactionsRegionOf } from './region';
import { currentTopology, TopologySource } from './topology-source';
import { openTokenKeys, tokenCodecOf, type TokenKeySource } from './token-keys';
import { probe, warmUp } from './warm-up';

export type { SharedPoll } from '../consistency/heartbeats/heartbeat-publisher';

export interface Store {
  readonly reader: Reader;
  readonly writer: Writer;
  /** For cells whose newest version counts: objects. */
  readonly cells: VersionedWriter;
  /** For batch work: of a batch store it waits for its admission like all calls. */
  readonly scanner: Scanner;
  /** Of reservations. */
  readonly transactions: RowTransactions;
  /** Of leases. */
  readonly leaseTransactions: RowTransactions;
  readonly tokens: TokenCodec;
  /** As it is now. */
  readonly topology: StoreTopology;
  readonly region: string | undefined;
  /** Throws for what a read cannot ask of this store. */
  check(consistency: Consistency): void;
  /** Rejects when a corpus can be read nowhere. */
  probe(options: CallOptions): Promise<void>;
  /** Opens all connections, reads through each cluster once, and has clusters announced that take writes. Never rejects. */
  warmUp(options: CallOptions): Promise<void>;
  /**
   * Begins the work in the background, for processes that stay. Unless another process of the machine does so, this one
   * writes heartbeats and canaries and reads the heartbeats of others. May be called again, by a process that is to do so
   * after all.
   */
  start(options?: { readonly isPrimary: boolean }): void;
  /** Takes in what the process of the machine that reads heartbeats has found. */
  receiveHeartbeats(look: SharedPoll): void;
  /** Shares all that is known of heartbeats, for a process that has just begun to listen. */
  shareHeartbeats(): void;
  /** Reads the files of the topology and of token keys again, now. */
  reload(): void;
  /** Ends the work in the background. Requests under way are not disturbed. */
  stop(): Promise<void>;
  /** Does that too, settles writes under way, and closes all connections. */
  close(): Promise<void>;
}

export interface ServingStore extends Store {
  /** Revokes the announcements of drained clusters. */
  readonly origins: OriginRetirement;
}

export interface StoreOptions {
  readonly config: Config;
  /** The corpora. */
  readonly tables: readonly string[];
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly telemetry?: Telemetry;
  /** Called with what this process has found of heartbeats, for others of the machine. */
  readonly onHeartbeats?: ((look: SharedPoll) => void) | undefined;
}

/** For people who wait: by the clusters for serving. */
export function openServingStore(options: StoreOptions): ServingStore {
  const base = openDependencies('serving', options);
  const { config, clock, logger, routing, region, scopes, observers } = base;
  const announced = new AnnouncedOrigins();
  const clearance = new OriginClearance({
    clients: routing.clients,
    topology: base.source.current,
    tables: base.tables,
    announced,
    clock,
    logger,
    random: systemRandom,
    limits: config.announcements,
  });
  base.source.onChange((topology) => clearance.reload(topology));
  const tracker = createTracker(base, { onLooked: options.onHeartbeats, announced });
  const heartbeats = new HeartbeatWriter({
    clients: routing.clients,
    scopes,
    tracker,
    region,
    clock,
    logger,
    random: systemRandom,
    limits: config.heartbeats,
    servingLatencyMs: () => routing.readLatencyMs(),
    ...(observers !== undefined && { observer: observers.heartbeats }),
  });
  const auditor = new AuditSampler({
    clients: routing.clients,
    clock,
    logger,
    random: systemRandom,
    limits: config.audit,
    ...(observers !== undefined && { observer: observers.audits }),
  });
  const canary = new OrderCanary({
    clients: routing.clients,
    scopes,
    region,
    clock,
    logger,
    random: systemRandom,
    limits: config.orderCanary,
    observer: observers?.canaries,
  });
  const store = createStore(base, {
    clients: routing.clients,
    tracker,
    auditor,
    heartbeats,
    canary,
    clearance,
    announced,
    background: [clearance, auditor, base.profiles],
  });
  const { source } = base;
  const origins = new OriginRetirement({ clients: routing.clients, topology: () => source.current, clock });
  return Object.assign(store, { origins });
}

/** For all other work: by the clusters for batch, under admission control. */
export function openBatchStore(options: StoreOptions): Store {
  const base = openDependencies('batch', options);
  const { config, clock, routing } = base;
  const tracker = createTracker(base);
  const admission = new Admission({
    clock,
    limits: config.admission,
    servingLatencyMs: () => tracker.servingLatencyMs(),
  });
  const clients = admittedClients(routing.clients, admission);
  const background = [base.profiles];
  return createStore(base, { clients, tracker, admission, auditor: NO_AUDIT, background });
}

/**
 * Whose clusters are to take the writes of batch work: those for batch, wherever the topology has any, for they are there
 * to keep it away from serving. Throws `no_write_cluster` where they do not take this table's.
 */
export function workloadOfBatchWrites(topology: StoreTopology, table: string): Workload {
  const instance = instanceForTable(topology, table);
  if (instance.clusters.batch.some(({ writes }) => writes === 'accepted')) return 'batch';
  const isThere = topology.instances.some(({ clusters }) => clusters.batch.some(isDirectCluster));
  if (!isThere) return 'serving';
  const message = `no cluster of instance "${instance.id}" that is for batch work accepts writes of "${table}"`;
  throw new TidemarkError('no_write_cluster', message);
}

/** Data Boost reads without a cluster, and never writes. */
const isDirectCluster = ({ indirect }: Cluster<'batch'>): boolean => indirect === undefined;

const NO_AUDIT: Auditor = { recordClaim: () => undefined };

interface StoreDependencies<W extends Workload> {
  readonly workload: W;
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly metrics: Metrics | undefined;
  readonly tables: readonly string[];
  readonly source: TopologySource;
  readonly region: string | undefined;
  readonly tokenKeys: TokenKeySource;
  readonly tokens: TokenCodec;
  readonly routing: Routing<W>;
  readonly scopes: HeartbeatScopes<W>;
  readonly profiles: BackgroundTask & AnswerObserver;
  /** Undefined in commands that nobody watches. */
  readonly observers: StoreTelemetry | undefined;
}

function openDependencies<W extends Workload>(workload: W, options: StoreOptions): StoreDependencies<W> {
  return acquireAllSync((resources) => acquireDependencies(workload, options, resources));
}

function acquireDependencies<W extends Workload>(
  workload: W,
  options: StoreOptions,
  resources: Resources,
): StoreDependencies<W> {
  const { config, logger, tables, telemetry, clock = systemClock } = options;
  // First what can refuse: the source goes on reading.
  const topology = currentTopology(config);
  const region = regionOf(config.routing.region, topology);
  const transactionsRegion = transactionsRegionOf(config.routing.transactionsRegion, topology);
  const ofTokens = { config, clock, logger, metrics: telemetry?.metrics };
  const tokenKeys = resources.add(openTokenKeys(ofTokens), (keys) => keys.stop());
  const source = resources.add(new TopologySource({ config, clock, logger }), (each) => each.stop());
  telemetry?.metrics.gauge(
    'tidemark.topology.invalid',
    'Whether the topology file cannot be gone by, and the one before stays in force',
    () => Number(source.isFileInvalid),
  );
  const metrics = telemetry?.metrics;
  const profiles = createProfileCheck({ config, clock, logger, source, metrics });
  const routing = createRouting({
    topology: source.current,
    workload,
    region,
    clock,
    limits: config.routing,
    transactionsRegion,
    transport: () => connectData(config.bigtable, clock),
    emulated: config.bigtable.emulatorHost !== undefined,
    clientLimits: config.bigtable,
    observer: telemetry === undefined ? undefined : observeCalls(telemetry),
    answerObserver: profiles,
  });
  const observers = telemetry === undefined ? undefined : createStoreTelemetry(telemetry.metrics, workload);
  source.onChange((topology) => routing.reload(topology));
  return {
    workload,
    config,
    clock,
    logger,
    tables,
    source,
    region,
    tokenKeys,
    routing,
    observers,
    metrics,
    profiles,
    tracing: telemetry?.tracing ?? NO_TRACING,
    tokens: tokenCodecOf(tokenKeys, source.current, ofTokens),
    scopes: heartbeatScopes(workload, { topology: () => source.current, tables: () => tables }),
  };
}

interface TrackerParts {
  readonly onLooked?: ((look: SharedPoll) => void) | undefined;
  readonly announced?: AnnouncedOrigins;
}

function createTracker<W extends Workload>(
  { routing, scopes, observers, ...base }: StoreDependencies<W>,
  { onLooked, announced }: TrackerParts = {},
): HeartbeatTracker<W> {
  const { config, region, clock, logger } = base;
  return new HeartbeatTracker({
    clients: routing.clients,
    scopes,
    region,
    clock,
    logger,
    random: systemRandom,
    clockSkewMaxMs: config.consistency.clockSkewMaxMs,
    limits: config.heartbeats,
    announced,
    ...(observers !== undefined && { observer: observers.alarms }),
    ...(onLooked !== undefined && { onPolled: onLooked }),
  });
}

/** Whether app profiles lead where the topology says; opens its own connection when it is started. */
function createProfileCheck({
  config,
  clock,
  logger,
  source,
  metrics,
}: Pick<StoreDependencies<Workload>, 'config' | 'clock' | 'logger' | 'source' | 'metrics'>): BackgroundTask &
  AnswerObserver {
  let transport: GrpcTransport | undefined;
  const check = new ProfileCheck({
    clock,
    logger,
    random: systemRandom,
    topology: () => source.declared,
    admin: ({ project, id }) => {
      transport ??= connectAdmin(config.bigtable, clock);
      return createInstanceAdminClient({ transport, project, instance: id, clock });
    },
    onDistrusted: (codes) => source.distrust(codes),
  });
  if (metrics !== undefined) observeAppProfiles(metrics, check);
  return {
    start: () => check.start(),
    onAnswer: (cluster, clusterId) => check.onAnswer(cluster, clusterId),
    async stop() {
      await releaseAll([() => check.stop(), () => transport?.close()]);
    },
  };
}

interface WorkloadDependencies<W extends Workload> {
  readonly clients: ClusterClients<W>;
  readonly tracker: HeartbeatTracker<W>;
  readonly auditor: Auditor;
  readonly admission?: Admission;
  readonly heartbeats?: HeartbeatWriter;
  /** Beside the tracker and the heartbeats. */
  readonly canary?: OrderCanary;
  /** Of serving: which clusters may take writes, and which others processes with another topology may write to. */
  readonly clearance?: OriginClearance;
  readonly announced?: AnnouncedOrigins;
  readonly background: readonly BackgroundTask[];
}

interface BackgroundTask {
  start?(): void;
  stop(): Promise<void>;
}

function createStore<W extends Workload>(base: StoreDependencies<W>, parts: WorkloadDependencies<W>): Store {
  if (base.metrics !== undefined) observeStore(base.metrics, { ...base, ...parts });
  const { config, clock, source, routing, region, tokenKeys, tokens } = base;
  const { clockSkewMaxMs, replicationLagMaxMs } = config.consistency;
  const { hasClusterTopology } = source.current;
  const reader = createStoreReader(base, parts);
  const writer = createStoreWriter(base, parts);
  const cells = createVersionedWriter({
    reader,
    writer,
    clock,
    limits: { clockSkewMaxMs, pointTimeoutMs: config.bigtable.pointTimeoutMs },
    isReplicated: (table) => isReplicated(source.current, table),
    observer: base.observers?.versions,
  });
  const scanner = createScanner({
    router: routing.router,
    clients: parts.clients,
    clock,
    random: systemRandom,
    limits: { ...config.bigtable, ...config.scanning },
  });
  const transactionsOf = (family: string): RowTransactions =>
    createRowTransactions({
      router: routing.router,
      clients: parts.clients,
      clock,
      random: systemRandom,
      family,
      replicationLagMaxMs,
      clearance: parts.clearance,
    });
  const transactions = transactionsOf(RESERVATION_FAMILY);
  const leaseTransactions = transactionsOf(LEASE_FAMILY);
  const stop = async (): Promise<void> => {
    source.stop();
    tokenKeys.stop();
    const running = [parts.tracker, ...parts.background];
    const ofOneProcess = [parts.heartbeats, parts.canary];
    await Promise.all([...ofOneProcess.map((each) => each?.stop()), ...running.map((each) => each.stop())]);
  };
  return {
    reader,
    writer,
    cells,
    scanner,
    transactions,
    leaseTransactions,
    tokens,
    region,
    get topology() {
      return source.current;
    },
    check: (consistency) =>
      checkConsistency(consistency, { nowMs: clock.nowMs(), clockSkewMaxMs, hasClusterTopology }),
    probe: (options) => probe(reader, base.tables, options),
    async warmUp(options) {
      const cleared = base.tables.map((table) => parts.clearance?.whenCleared(table, options));
      await Promise.all([warmUp({ ...base, topology: source.current }, options), ...cleared]);
    },
    start({ isPrimary } = { isPrimary: true }) {
      if (isPrimary) parts.heartbeats?.start();
      if (isPrimary) parts.canary?.start();
      parts.tracker.start({ looks: isPrimary });
      for (const each of parts.background) each.start?.();
    },
    receiveHeartbeats: (look) => parts.tracker.applyShared(look),
    shareHeartbeats: () => parts.tracker.shareAll(),
    reload() {
      source.reload();
      tokenKeys.reload();
    },
    stop,
    close: () => releaseAll([stop, () => writer.close(), () => routing.close()]),
  };
}

/** One cluster shows all that it has acknowledged; where nobody has said which there are, nothing is known of replication. */
function isReplicated(topology: StoreTopology, table: string): boolean {
  const { serving, batch } = instanceForTable(topology, table).clusters;
  return topology.hasClusterTopology && serving.length + batch.length > 1;
}

function createStoreReader<W extends Workload>(
  base: StoreDependencies<W>,
  parts: WorkloadDependencies<W>,
): Reader {
  const { clients, tracker, auditor, announced } = parts;
  const { config, clock, source, routing, tracing } = base;
  return createReader({
    clients,
    auditor,
    clock,
    tracing,
    router: routing.router,
    hedging: routing.hedging,
    shards: tracker,
    random: systemRandom,
    tokens: config.tokens,
    limits: { ...config.bigtable, ...config.reading },
    evidence: config.consistency.evidence,
    clockSkewMaxMs: config.consistency.clockSkewMaxMs,
    replicationLagMaxMs: config.consistency.replicationLagMaxMs,
    hasClusterTopology: source.current.hasClusterTopology,
    announced: source.current.hasClusterTopology ? announced : undefined,
    observer: base.observers?.reads,
    order: new OrderGapReporter({
      clock,
      logger: base.logger,
      observer: base.observers?.order,
      clusterOf: (code) => routing.router.byCode(code),
    }),
  });
}

function createStoreWriter<W extends Workload>(
  base: StoreDependencies<W>,
  { clients, clearance }: WorkloadDependencies<W>,
): RowWriter {
  const { config, clock, routing, observers } = base;
  return createWriter({
    router: routing.router,
    clients,
    clock,
    random: systemRandom,
    clearance,
    limits: { ...config.bigtable, ...config.writing },
    observer: observers?.writes,
  });
}
