/** Opens the parts that serving and batch stores have in common. */
import { connectAdmin, connectData } from '../bigtable/client/connect';
import { createInstanceAdminClient } from '../bigtable/admin/instance-admin-client';
import { observeCalls } from '../bigtable/client/observe-calls';
import type { GrpcTransport } from '../bigtable/transport/create-transport';
import type { Config } from '../config/index';
import { privacyRulesOf, type PrivacyRules } from '../core/privacy/privacy-rules';
import { ownTables } from '../core/schema/own-tables';
import type { Corpus } from '../core/schema/schema';
import type { TokenCodec } from '../core/tokens/token-codec';
import type { Clock } from '../platform/time/clock';
import { systemClock } from '../platform/time/clock';
import type { Logger } from '../platform/telemetry/logger';
import type { Metrics } from '../platform/telemetry/metrics';
import { systemRandom } from '../platform/random';
import { acquireAllSync, releaseAll, type Resources } from '../platform/tasks/resources';
import { NO_TRACING, type Tracing } from '../platform/telemetry/tracing';
import type { Telemetry } from '../platform/telemetry/telemetry';
import type { Workload } from '../routing/topology/cluster';
import { storeTables } from '../routing/topology/store-tables';
import { createRouting, type Routing } from '../routing/routing';
import type { TransactionObserver } from '../routing/clients/timed-clients';
import type { AnswerObserver } from '../routing/clients/workload-clients';
import { heartbeatScopes, type HeartbeatScopes } from '../consistency/heartbeats/heartbeat-scope';
import type { SharedPoll } from '../consistency/heartbeats/heartbeat-publisher';
import { createStoreTelemetry, type StoreTelemetry } from '../consistency/telemetry';
import { ProfileCheck } from './profile-check';
import { observeAppProfiles } from './profile-metrics';
import { directorySecretOf } from './directory-secret';
import { regionOf, transactionsRegionOf } from './region';
import { currentTopology, TopologySource } from './topology-source';
import { openTokenKeys, tokenCodecOf, type TokenKeySource } from './token-keys';

export interface StoreOptions {
  readonly config: Config;
  /** Corpora of the schema, whose names are those of their tables. The topology may add tables for placements. */
  readonly corpora: readonly Corpus[];
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly telemetry?: Telemetry | undefined;
  /** Whether restored tables may be read before the ledger is applied to them: for that work itself. @default false */
  readonly readsRestored?: boolean | undefined;
  /** Called with the heartbeats that this process has read, to share them with the others of the machine. */
  readonly onHeartbeats?: ((look: SharedPoll) => void) | undefined;
  /** Called with the duration of each transaction that a cluster has answered. */
  readonly onTransaction?: TransactionObserver | undefined;
}

/** Periodic work of a store that starts and stops with it. */
export interface BackgroundTask {
  start?(): void;
  stop(): Promise<void>;
}

/** Parts that the serving store and the batch store have in common. */
export interface StoreDependencies<W extends Workload> {
  readonly workload: W;
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly metrics: Metrics | undefined;
  /** Names of the corpora of the store. */
  readonly corpora: readonly string[];
  /** Names of the tables that the store has without placements: see `ownTables`. */
  readonly ownTables: readonly string[];
  readonly privacy: PrivacyRules;
  /** Whether restored tables may be read: see `StoreOptions`. */
  readonly readsRestored: boolean;
  /** Returns the tables of the store by the current topology: the corpora, and the tables of placements. */
  readonly tables: () => readonly string[];
  readonly source: TopologySource;
  readonly region: string | undefined;
  readonly tokenKeys: TokenKeySource;
  readonly tokens: TokenCodec;
  /** Secret of the location directory. Undefined where there can be no placements. */
  readonly directorySecret: Buffer | undefined;
  readonly routing: Routing<W>;
  readonly scopes: HeartbeatScopes<W>;
  readonly profiles: BackgroundTask & AnswerObserver;
  /** Undefined in commands without telemetry. */
  readonly observers: StoreTelemetry | undefined;
}

/** Opens the common parts of a store; closes them again if one of them fails to open. */
export function openDependencies<W extends Workload>(
  workload: W,
  options: StoreOptions,
): StoreDependencies<W> {
  return acquireAllSync((resources) => acquireDependencies(workload, options, resources));
}

function acquireDependencies<W extends Workload>(
  workload: W,
  options: StoreOptions,
  resources: Resources,
): StoreDependencies<W> {
  const { config, logger, telemetry, clock = systemClock, readsRestored = false } = options;
  const corpora = options.corpora.map(({ name }) => name);
  // Steps that may throw come first: the source starts to poll its file.
  const topology = currentTopology(config);
  const region = regionOf(config.routing.region, topology);
  const transactionsRegion = transactionsRegionOf(config.routing.transactionsRegion, topology);
  const ofTokens = { config, clock, logger, metrics: telemetry?.metrics };
  const tokenKeys = resources.add(openTokenKeys(ofTokens), (keys) => keys.stop());
  const directorySecret = directorySecretOf(config.directory);
  const hasDirectoryKey = directorySecret !== undefined;
  const source = resources.add(
    new TopologySource({ config, clock, logger, corpora: options.corpora, hasDirectoryKey }),
    (each) => each.stop(),
  );
  const own = ownTables(options.corpora);
  const tables = (): readonly string[] => storeTables(source.current, own);
  telemetry?.metrics.gauge(
    'tidemark.topology.invalid',
    '1 if the topology file is invalid; the previous version stays in use',
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
    transport: (_, endpoint) => connectData(config.bigtable, { clock, endpoint }),
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
    corpora,
    ownTables: own,
    tables,
    readsRestored,
    privacy: privacyRulesOf(options.corpora, {
      ...config.privacy,
      clockSkewMaxMs: config.consistency.clockSkewMaxMs,
    }),
    source,
    region,
    tokenKeys,
    directorySecret,
    routing,
    observers,
    metrics,
    profiles,
    tracing: telemetry?.tracing ?? NO_TRACING,
    tokens: tokenCodecOf(tokenKeys, source.current, ofTokens),
    scopes: heartbeatScopes(workload, { topology: () => source.current, tables }),
  };
}

/** Creates the check that app profiles route as the topology declares; it opens its own connection when it starts. */
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
