/** The production store as a process in some region has it, but for the API on top. */
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { DEFAULTS } from '../../../src/config/defaults';
import { systemClock } from '../../../src/platform/time/clock';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { systemRandom } from '../../../src/platform/random';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import type { ClusterClients } from '../../../src/routing/clients/cluster-clients';
import type { Router } from '../../../src/routing/affinity/router';
import { createRouting } from '../../../src/routing/routing';
import { storeTopology } from '../../../src/routing/topology/store-topology';
import type { Topology } from '../../../src/routing/topology/topology';
import { AuditSampler } from '../../../src/consistency/audit/audit-sampler';
import { heartbeatScopes } from '../../../src/consistency/heartbeats/heartbeat-scope';
import { HeartbeatWriter } from '../../../src/consistency/heartbeats/heartbeat-writer';
import { readerWith, readerDependenciesOf, type EvidenceKind } from '../../../src/consistency/read/reader';
import { createWriter } from '../../../src/consistency/write/row-writer';
import type { Reader, Writer } from '../../../src/consistency/store';
import { HeartbeatTracker } from '../../../src/consistency/heartbeats/heartbeat-tracker';
import type { Bigtable } from './bigtable';
import { TABLE } from './topology';
import { LookupsWithoutWatermarks } from './without-watermarks';

export type { EvidenceKind };

export interface RegionStore {
  readonly reader: Reader;
  /** The same, but that no watermarks are fetched and judged. */
  readonly plain: Reader;
  readonly writer: Writer;
  readonly router: Router<'serving'>;
  readonly clients: ClusterClients<'serving'>;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly region: string;
  readonly evidence?: EvidenceKind;
  /** No heartbeats, and no hedge is ever affordable: nothing is sent but what is asked for. Default false. */
  readonly quiet?: boolean;
}

export function openStore(bigtable: Bigtable, options: StoreOptions): RegionStore {
  const { region, evidence = 'row', quiet = false } = options;
  const topology = storeTopology(bigtable.topology);
  const transport = () => createTransport({ endpoint: bigtable.endpoint, plaintext: true });
  const routing = createRouting({
    topology,
    workload: 'serving',
    region,
    transport,
    emulated: true,
    limits: quiet ? { hedgeBudget: 0 } : {},
  });
  const { router, clients, hedging } = routing;
  const { clockSkewMaxMs, replicationLagMaxMs } = DEFAULTS.consistency;
  const scopes = heartbeatScopes('serving', { topology: () => topology, tables: () => [TABLE] });
  const common = {
    router,
    clients,
    scopes,
    region,
    clockSkewMaxMs,
    clock: systemClock,
    random: systemRandom,
    logger,
  };
  const tracker = new HeartbeatTracker(common);
  const heartbeats = new HeartbeatWriter({ ...common, tracker });
  const auditor = new AuditSampler(common);
  const readerOptions = {
    ...common,
    hedging,
    evidence,
    auditor,
    shards: tracker,
    tracing: NO_TRACING,
    limits: { ...DEFAULTS.bigtable, ...DEFAULTS.reading },
    tokens: DEFAULTS.tokens,
    replicationLagMaxMs,
    hasClusterTopology: true,
  };
  const setting = readerDependenciesOf(readerOptions);
  const plain = new LookupsWithoutWatermarks({ ...readerOptions, horizon: setting.horizon });
  const writer = createWriter(common);
  if (!quiet) {
    tracker.start();
    heartbeats.start();
  }
  return {
    reader: readerWith(setting),
    plain: readerWith({ ...setting, lookups: plain }),
    writer,
    router,
    clients,
    async close() {
      await Promise.all([heartbeats.stop(), tracker.stop(), writer.close(), auditor.stop()]);
      await routing.close();
    },
  };
}

const logger = createLogger({ level: 'silent', service: 'bench' });

/** A router alone: nothing is sent. */
export function openRouter(topology: Topology, region: string): Router<'serving'> {
  const transport = (): never => {
    throw new Error('nothing is sent here');
  };
  return createRouting({ topology: storeTopology(topology), workload: 'serving', region, transport }).router;
}
