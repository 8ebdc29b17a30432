/** Opens the store as configured: from a topology to a reader, a writer, and the background work that they need. */
import type { CallOptions } from '../bigtable/client/types';
import type { Consistency } from '../core/consistency/consistency';
import { LEASE_FAMILY } from '../core/pacing/lease';
import type { PrivacyRules } from '../core/privacy/privacy-rules';
import type { SketchTables } from '../core/residency/sketch-tables';
import type { TokenCodec } from '../core/tokens/token-codec';
import { systemRandom } from '../platform/random';
import { releaseAll } from '../platform/tasks/resources';
import { Admission } from '../routing/admission/admission';
import { admittedClients } from '../routing/admission/admitted-clients';
import { timedClients } from '../routing/clients/timed-clients';
import type { Workload } from '../routing/topology/cluster';
import { instanceForTable, type StoreTopology } from '../routing/topology/store-topology';
import { AnnouncedOrigins } from '../consistency/origins/announced-origins';
import { AuditSampler } from '../consistency/audit/audit-sampler';
import { checkConsistency } from '../consistency/read/check-consistency';
import type { SharedPoll } from '../consistency/heartbeats/heartbeat-publisher';
import { HeartbeatWriter } from '../consistency/heartbeats/heartbeat-writer';
import { OrderCanary } from '../consistency/audit/order-canary';
import { OriginRetirement } from '../consistency/origins/origin-retirement';
import type { RowTransactions } from '../consistency/transactions/row-transactions';
import type { Reader, Scanner, VisibleScanner, Writer } from '../consistency/store';
import { createVersionedWriter, type VersionedWriter } from '../consistency/write/versioned-writer';
import type { Residency } from '../residency/residency';
import { observeAdmissionWaits, observeStore } from '../consistency/telemetry';
import { openDirectory } from './open-directory';
import { openDependencies, type StoreDependencies, type StoreOptions } from './store-dependencies';
import {
  createClearance,
  createStoreTables,
  createStoreWriter,
  createTracker,
  NO_AUDIT,
  type WorkloadDependencies,
} from './store-parts';
import { PrivateReader } from '../privacy/private-reader';
import { privateScanner } from '../privacy/private-scanner';
import { privateTransactions } from '../privacy/private-transactions';
import type { TableGate } from '../privacy/table-gate';
import type { TableIncarnations } from '../privacy/table-incarnations';
import { createPlacedAccess, createResidency, type StoreTables } from './placed-access';
import { openTableGate } from './open-table-gate';
import { probe, warmUp } from './warm-up';

export type { SharedPoll } from '../consistency/heartbeats/heartbeat-publisher';

export interface Store {
  /** Reader of the corpora, without what users' choices, erasures and deletions hide. */
  readonly reader: Reader;
  readonly writer: Writer;
  /** Writer for cells of which only the newest version counts, which are objects. */
  readonly cells: VersionedWriter;
  /**
   * Scanner of whole tables, for batch work. In a batch store, it waits for admission like all calls. Rows are as they are
   * stored: what users' choices and erasures hide is among them.
   */
  readonly scanner: Scanner;
  /** The same scanner without what users' choices, erasures and deletions hide, for work that uses data. */
  readonly visibleScanner: VisibleScanner;
  /** Row transactions for reservations. */
  readonly transactions: RowTransactions;
  /** Row transactions for leases. */
  readonly leaseTransactions: RowTransactions;
  /** Locations of subjects. Undefined without the key of a location directory: then there are no placements. */
  readonly residency: Residency | undefined;
  /** Access to rows by the names of tables in the store, wherever their subjects are: for moves and audits. */
  readonly tables: StoreTables;
  /** Personal corpora, with the rules of what users' records hide. */
  readonly privacy: PrivacyRules;
  /** Markers that distinguish restored tables of users. */
  readonly incarnations: TableIncarnations;
  /** Gate of restored tables. Undefined without keys of the ledger, and for the work that makes them ready again. */
  readonly gate: TableGate | undefined;
  /** Tables of sketches: one for each corpus, or one in each placement. */
  readonly sketchTables: SketchTables;
  readonly tokens: TokenCodec;
  /** Whether the table may be in several clusters, so that the nearest may lack acknowledged writes. */
  isReplicated(table: string): boolean;
  /**
   * Returns the 95th percentile of point reads of this process, at the slowest cluster of the nearest region, in
   * milliseconds; undefined with too few reads.
   */
  readonly readLatencyMs: () => number | undefined;
  /**
   * Returns the largest such latency that processes for serving report by heartbeats, in milliseconds; undefined if none
   * does.
   */
  readonly servingLatencyMs: () => number | undefined;
  /** Current topology. */
  readonly topology: StoreTopology;
  readonly region: string | undefined;
  /** Throws when this store does not support the consistency of a read. */
  check(consistency: Consistency): void;
  /**
   * Reads once from each corpus. Rejects when a corpus cannot be read. The tables of placements do not count: an outage
   * of one placement must not make all processes unready.
   */
  probe(options: CallOptions): Promise<void>;
  /** Opens all connections, reads through each cluster once, and announces clusters that take writes. Never rejects. */
  warmUp(options: CallOptions): Promise<void>;
  /**
   * Starts the background work of a long-running process. With `isPrimary` (the default), this process also writes
   * heartbeats and canaries and reads the heartbeats of others, on behalf of all processes of the machine. May be
   * called again when this process becomes the primary.
   */
  start(options?: { readonly isPrimary: boolean }): void;
  /** Adopts the heartbeats that the primary process of the machine has read. */
  receiveHeartbeats(look: SharedPoll): void;
  /** Shares all known heartbeats again, for a process that has just started. */
  shareHeartbeats(): void;
  /** Reads the topology file and the token key file again immediately. */
  reload(): void;
  /** Stops the background work. Requests in flight are not affected. */
  stop(): Promise<void>;
  /** Stops the background work, waits for writes in flight, and closes all connections. */
  close(): Promise<void>;
}

export interface ServingStore extends Store {
  /** Revokes the announcements of drained clusters. */
  readonly origins: OriginRetirement;
}

/** Opens the store for serving, which uses serving clusters. */
export function openServingStore(options: StoreOptions): ServingStore {
  const base = openDependencies('serving', options);
  const { config, clock, logger, routing, region, scopes, observers } = base;
  const announced = new AnnouncedOrigins();
  const clearance = createClearance(base, announced);
  const tracker = createTracker(base, { onPolled: options.onHeartbeats, announced });
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
    observer: observers?.heartbeats,
  });
  const auditor = new AuditSampler({
    clients: routing.clients,
    clock,
    logger,
    random: systemRandom,
    limits: config.audit,
    observer: observers?.audits,
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
    clients: timedClients(routing.clients, clock, options.onTransaction),
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

/**
 * Opens the store for batch work, which uses batch clusters under admission control. `serving`: an open store whose
 * directory it uses; the caller starts and closes it. Default: it opens one of its own if there are placements.
 */
export function openBatchStore(options: StoreOptions, serving?: ServingStore): Store {
  const base = openDependencies('batch', options);
  const { config, clock, routing } = base;
  const tracker = createTracker(base);
  const admission = new Admission({
    clock,
    limits: config.admission,
    servingLatencyMs: () => tracker.servingLatencyMs(),
    onWaited: base.metrics === undefined ? undefined : observeAdmissionWaits(base.metrics),
  });
  const timed = timedClients(routing.clients, clock, options.onTransaction);
  const clients = admittedClients(timed, admission);
  const directory = serving === undefined ? openDirectory(base, options) : undefined;
  const background = directory === undefined ? [base.profiles] : [base.profiles, directory.task];
  const residency = serving?.residency ?? directory?.residency;
  const { gate } = serving ?? {};
  return createStore(base, { clients, tracker, admission, auditor: NO_AUDIT, residency, gate, background });
}

function createStore<W extends Workload>(base: StoreDependencies<W>, parts: WorkloadDependencies<W>): Store {
  if (base.metrics !== undefined) observeStore(base.metrics, { ...base, ...parts });
  const { config, clock, source, routing, region, tokenKeys, tokens } = base;
  const { clockSkewMaxMs } = config.consistency;
  const { hasClusterTopology } = source.current;
  const rowWriter = createStoreWriter(base, parts);
  const stored = createStoreTables(base, parts, rowWriter);
  const residency = parts.residency ?? createResidency(base, stored);
  const { tables, reservations, incarnations, gate, ownGate } = openTableGate(base, stored, parts.gate);
  const placed = createPlacedAccess(base, { ...tables, reservations }, residency);
  const { writer, scanner, sketchTables } = placed;
  const reader = new PrivateReader(placed.reader, base.privacy);
  const transactions = privateTransactions(placed.transactions, base.privacy);
  let isStarted = false;
  source.onChange(() => {
    if (isStarted) residency?.start();
  });
  const isTableReplicated = (table: string): boolean => isReplicated(source.current, table);
  const cells = createVersionedWriter({
    reader,
    writer,
    clock,
    limits: { clockSkewMaxMs, pointTimeoutMs: config.bigtable.pointTimeoutMs },
    isReplicated: isTableReplicated,
    observer: base.observers?.versions,
  });
  const stop = async (): Promise<void> => {
    source.stop();
    tokenKeys.stop();
    const optional = [residency, ownGate].filter((each) => each !== undefined);
    const running = [parts.tracker, ...parts.background, ...optional];
    const ofOneProcess = [parts.heartbeats, parts.canary];
    await Promise.all([...ofOneProcess.map((each) => each?.stop()), ...running.map((each) => each.stop())]);
  };
  return {
    reader,
    writer,
    cells,
    scanner,
    visibleScanner: privateScanner(scanner, base.privacy),
    transactions,
    leaseTransactions: tables.transactionsOf(LEASE_FAMILY),
    residency,
    privacy: base.privacy,
    tables,
    incarnations,
    gate,
    sketchTables,
    tokens,
    isReplicated: isTableReplicated,
    region,
    readLatencyMs: () => routing.readLatencyMs(),
    servingLatencyMs: () => parts.tracker.servingLatencyMs(),
    get topology() {
      return source.current;
    },
    check: (consistency) =>
      checkConsistency(consistency, { nowMs: clock.nowMs(), clockSkewMaxMs, hasClusterTopology }),
    probe: (options) => probe(tables.reader, base.corpora, options),
    async warmUp(options) {
      const names = base.tables();
      const cleared = names.map((table) => parts.clearance?.whenCleared(table, options));
      const following = residency?.warmUp();
      await Promise.all([
        warmUp({ ...base, tables: names, topology: source.current }, options),
        following,
        // A marker that cannot be read is read again before the first data of its table.
        ownGate?.checkAll(options).catch(() => undefined),
        ...cleared,
      ]);
    },
    start({ isPrimary } = { isPrimary: true }) {
      if (isPrimary) parts.heartbeats?.start();
      if (isPrimary) parts.canary?.start();
      parts.tracker.start({ polls: isPrimary });
      for (const each of parts.background) each.start?.();
      ownGate?.start();
      residency?.start();
      isStarted = true;
    },
    receiveHeartbeats: (look) => parts.tracker.applyShared(look),
    shareHeartbeats: () => parts.tracker.shareAll(),
    reload() {
      source.reload();
      tokenKeys.reload();
    },
    stop,
    close: () => releaseAll([stop, () => rowWriter.close(), () => routing.close()]),
  };
}

/**
 * Returns whether the table may be in several clusters. Without a topology file, nothing is known about replication.
 */
function isReplicated(topology: StoreTopology, table: string): boolean {
  if (topology.placements?.groupByCorpus.has(table) === true) return true;
  const { serving, batch } = instanceForTable(topology, table).clusters;
  return topology.hasClusterTopology && serving.length + batch.length > 1;
}
