/** The parts of a store by which it reads and writes tables, whatever is placed in them. */
import { systemRandom } from '../platform/random';
import type { Admission } from '../routing/admission/admission';
import type { Workload } from '../routing/topology/cluster';
import type { ClusterClients } from '../routing/clients/cluster-clients';
import type { AnnouncedOrigins } from '../consistency/origins/announced-origins';
import type { Auditor } from '../consistency/audit/proof-claim';
import type { SharedPoll } from '../consistency/heartbeats/heartbeat-publisher';
import type { HeartbeatWriter } from '../consistency/heartbeats/heartbeat-writer';
import type { OrderCanary } from '../consistency/audit/order-canary';
import { OrderGapReporter } from '../consistency/audit/order-gap-reporter';
import { OriginClearance } from '../consistency/origins/origin-clearance';
import { createChangeSource } from '../consistency/read/change-source';
import { createReader } from '../consistency/read/reader';
import { createClusterRows, createRowPresence } from '../consistency/read/row-presence';
import { createRowTransactions } from '../consistency/transactions/row-transactions';
import { createWriter, type RowWriter } from '../consistency/write/row-writer';
import { createScanner } from '../consistency/read/scanner';
import type { Reader } from '../consistency/store';
import type { Residency } from '../residency/residency';
import { HeartbeatTracker } from '../consistency/heartbeats/heartbeat-tracker';
import type { TableGate } from '../privacy/table-gate';
import type { BackgroundTask, StoreDependencies } from './store-dependencies';
import type { StoreTables } from './placed-access';

export interface WorkloadDependencies<W extends Workload> {
  readonly clients: ClusterClients<W>;
  readonly tracker: HeartbeatTracker<W>;
  readonly auditor: Auditor;
  readonly admission?: Admission;
  readonly heartbeats?: HeartbeatWriter;
  /** Order canary of a serving store. */
  readonly canary?: OrderCanary;
  /** Clearance of clusters that take writes; serving store only. */
  readonly clearance?: OriginClearance;
  readonly announced?: AnnouncedOrigins;
  /** Residency of a serving store; batch store only. Default: opened with the store. */
  readonly residency?: Residency | undefined;
  /** Gate of a serving store; batch store only. Default: opened with the store. */
  readonly gate?: TableGate | undefined;
  readonly background: readonly BackgroundTask[];
}

export const NO_AUDIT: Auditor = { recordClaim: () => undefined };

interface TrackerOptions {
  readonly onPolled?: ((look: SharedPoll) => void) | undefined;
  readonly announced?: AnnouncedOrigins;
}

export function createTracker<W extends Workload>(
  { routing, scopes, observers, ...base }: StoreDependencies<W>,
  { onPolled, announced }: TrackerOptions = {},
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
    observer: observers?.alarms,
    onPolled,
  });
}

/** Creates what announces clusters before they take writes. It follows the topology. */
export function createClearance(
  { config, routing, source, ownTables, clock, logger }: StoreDependencies<'serving'>,
  announced: AnnouncedOrigins,
): OriginClearance {
  const clearance = new OriginClearance({
    clients: routing.clients,
    topology: source.current,
    tables: ownTables,
    announced,
    clock,
    logger,
    random: systemRandom,
    limits: config.announcements,
  });
  source.onChange((topology) => clearance.reload(topology));
  return clearance;
}

export function createStoreTables<W extends Workload>(
  base: StoreDependencies<W>,
  parts: WorkloadDependencies<W>,
  writer: RowWriter,
): StoreTables {
  const { config, clock, routing } = base;
  return {
    reader: createStoreReader(base, parts),
    writer,
    scanner: createScanner({
      router: routing.router,
      clients: parts.clients,
      clock,
      random: systemRandom,
      limits: { ...config.bigtable, ...config.scanning },
    }),
    presence: createRowPresence({ router: routing.router, clients: parts.clients }),
    clusterRows: createClusterRows({ router: routing.router, clients: parts.clients }),
    changes: createChangeSource({ router: routing.router, clients: parts.clients }),
    transactionsOf: (family) =>
      createRowTransactions({
        router: routing.router,
        clients: parts.clients,
        clock,
        random: systemRandom,
        family,
        replicationLagMaxMs: config.consistency.replicationLagMaxMs,
        clearance: parts.clearance,
      }),
  };
}

export function createStoreWriter<W extends Workload>(
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
