import { DEFAULTS } from '../../../src/config/defaults';
import { createReader } from '../../../src/consistency/read/reader';
import { createRowPresence } from '../../../src/consistency/read/row-presence';
import { createScanner } from '../../../src/consistency/read/scanner';
import type { Reader, RowPresence, Scanner, Writer } from '../../../src/consistency/store';
import {
  createRowTransactions,
  type TableTransactions,
} from '../../../src/consistency/transactions/row-transactions';
import { createWriter } from '../../../src/consistency/write/row-writer';
import type { GrpcTransport } from '../../../src/bigtable/transport/create-transport';
import type { Random } from '../../../src/platform/random';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import { timedClients, type TransactionObserver } from '../../../src/routing/clients/timed-clients';
import { createRouting, type Routing } from '../../../src/routing/routing';
import type { Workload } from '../../../src/routing/topology/topology';
import type { MachineClock } from './machine-clock';
import type { Region, World } from './world';

export interface TableAccessOptions {
  readonly world: Pick<World, 'topology'>;
  readonly region: Region;
  readonly machine: MachineClock;
  readonly transport: GrpcTransport;
  readonly clockSkewMaxMs: number;
  readonly random: Random;
  /** Called with the duration of each transaction that a cluster has answered. */
  readonly onTransaction?: TransactionObserver | undefined;
}

/** Tables by their names in the store, through the clusters of one workload. */
export interface TableAccess {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly scanner: Scanner;
  readonly presence: RowPresence;
  readonly transactionsOf: (family: string) => TableTransactions;
  readonly routing: Routing<Workload>;
}

/** Longest time that replication takes, in milliseconds, by the configuration: longer than a run. */
export const LAG_MAX_MS = 3_600_000;
export const TOKENS = { writesMax: 32 };
const { pointTimeoutMs } = DEFAULTS.bigtable;

/** Opens what production reads and writes tables with. Rows prove their reads; there are no heartbeats. */
export function openTables(workload: Workload, options: TableAccessOptions): TableAccess {
  const { world, region, machine: clock, transport, clockSkewMaxMs, random } = options;
  const { topology } = world;
  const routing = createRouting<Workload>({
    topology,
    workload,
    region,
    clock,
    random,
    transport: () => transport,
  });
  const { router, hedging } = routing;
  const clients = timedClients(routing.clients, clock, options.onTransaction);
  const common = { router, clients, clock, random };
  return {
    routing,
    reader: createReader({
      ...common,
      hedging,
      clockSkewMaxMs,
      replicationLagMaxMs: LAG_MAX_MS,
      evidence: 'row',
      shards: NO_HEARTBEATS,
      auditor: { recordClaim: () => undefined },
      tokens: TOKENS,
      tracing: NO_TRACING,
      hasClusterTopology: true,
      limits: { ...DEFAULTS.reading, pointTimeoutMs },
    }),
    writer: createWriter(common),
    scanner: createScanner(common),
    presence: createRowPresence(common),
    transactionsOf: (family) => createRowTransactions({ ...common, family, replicationLagMaxMs: LAG_MAX_MS }),
  };
}

const NO_HEARTBEATS = { latestHeartbeatMs: () => -Infinity, observe: () => undefined };
