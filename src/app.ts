import type { Socket } from 'node:net';
import { loadSchema, type SchemaRegistry } from './codec/declarations/schema-registry';
import type { Config } from './config/index';
import { openAccess } from './http/access/open-access';
import { createEndpoints, type EndpointDependencies } from './http/create-endpoints';
import type { Endpoint } from './http/endpoint';
import { connectionLimits } from './http/connections/connection-limits';
import { consoleEndpoint } from './http/console/console-endpoint';
import { HttpServer } from './http/server/http-server';
import { drainServers } from './grpc/drain-servers';
import { openGrpcServer } from './grpc/open-grpc-server';
import { lazyDeadLetters } from './ingest/dead-letters/lazy-dead-letters';
import { lazyPacingTopic, type PacingTopic } from './ingest/pacing/pacing-topic';
import { openAccessLog } from './ingest/privacy/open-access-log';
import { observeCorruption } from './operations/campaign-counts/corrupted-sketches';
import { observeUnenforcedConsent } from './operations/privacy/privacy-metrics';
import { createServerLag } from './operations/lag/server-lag';
import { createIngestion } from './operations/events/create-ingestion';
import { createPacing, type Pacing } from './operations/pacing/create-pacing';
import { openGenerationPointers } from './operations/generations/open-pointers';
import { systemClock, type Clock } from './platform/time/clock';
import { createReadiness } from './platform/process/readiness';
import { createLogger, loggerOptionsOf, type Logger, type LoggerOptions } from './platform/telemetry/logger';
import { systemRandom } from './platform/random';
import { acquireAll, awaitAll, releaseAll, type Resources } from './platform/tasks/resources';
import { createTelemetry, type Telemetry } from './platform/telemetry/telemetry';
import type { EmbeddedFaults } from './operations/console/embedded-faults';
import { ledgerKeysOf } from './store/privacy-keys';
import { openServingStore, type SharedPoll } from './store/open-store';
import { createOperations, type AppDependencies, type Operations } from './app-operations';
/** Composition root: builds the object graph from the configuration. */

export interface App {
  readonly operations: Operations;
  readonly schema: SchemaRegistry;
  readonly logger: Logger;
  /** Region of this process: `TIDEMARK_REGION`, else the topology's `clientRegion`. */
  readonly region: string | undefined;
  /** Opens the connections to the store and makes a first read. The server is not ready before. Never rejects. */
  warmUp(): Promise<void>;
  /** Starts the background work. The store need not be available yet. */
  start(options?: {
    /**
     * Whether this process writes and reads heartbeats itself. If false, `receiveHeartbeats` must be called. Default:
     * true.
     */
    readonly isPrimary: boolean;
  }): void;
  /** Starts the background work, listens, and resolves with the address. */
  listen(): Promise<ListeningAddress>;
  /** Serves a connection that another process has accepted. The socket must be paused and unread. */
  takeConnection(socket: Socket, listener?: 'api' | 'grpc'): void;
  /** Makes this process write and read heartbeats from now on. */
  becomePrimary(): void;
  /** Adopts the heartbeats that the primary process has read. */
  receiveHeartbeats(look: SharedPoll): void;
  /** Shares all known heartbeats again, for a process that has just started. */
  shareHeartbeats(): void;
  /** Throws `not_ready`, `draining` or `store_unavailable` when the process cannot serve. */
  checkReady(): Promise<void>;
  /** Returns the metrics of this process in Prometheus's text format. */
  metrics(): Promise<string>;
  /** Reads the topology, access and token key files again immediately. */
  reload(): void;
  /** Rejects new requests, lets those in flight end, then closes everything. */
  drain(): Promise<void>;
}

/** Address of the API, and the port of its gRPC services if they are served. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
  readonly grpcPort?: number | undefined;
}

export interface AppOverrides {
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly telemetry?: Telemetry;
  readonly worker?: WorkerRole;
  /** Throws when the embedded store of this process cannot serve. */
  readonly checkStore?: (() => void) | undefined;
  /** Control of the embedded store of this process, for the console. */
  readonly faults?: EmbeddedFaults | undefined;
}

/** Role of one of several worker processes that share a port. */
export interface WorkerRole {
  /** Number of the worker, from 1; part of each log line and metric. */
  readonly id: number;
  /** Returns the metrics of all workers, since a scrape may reach any of them. */
  readonly allMetrics: () => Promise<string>;
  /** Passes the heartbeats that this process has read to the other workers. */
  readonly onHeartbeats?: ((look: SharedPoll) => void) | undefined;
}

/**
 * Creates the app. Throws `invalid_argument` for an invalid topology or access file, for a region that the topology
 * does not have, and for a public address without access control.
 */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  return acquireAll((resources) => assembleApp(config, overrides, resources));
}

async function assembleApp(config: Config, overrides: AppOverrides, resources: Resources): Promise<App> {
  const { worker, checkStore, faults, clock = systemClock } = overrides;
  const settings = withWorker(config.telemetry, worker);
  const logger = overrides.logger ?? createLogger(loggerOptions(config, worker));
  const telemetry =
    overrides.telemetry ?? resources.add(await createTelemetry(settings, 'api'), (each) => each.shutdown());
  const ofAccess = { config, clock, random: systemRandom, logger, metrics: telemetry.metrics };
  const access = resources.add(await openAccess(ofAccess), (each) => each.stop());
  const schema = loadSchema(config.schema);
  const { onHeartbeats } = worker ?? {};
  const ofStore = { config, corpora: schema.corpora(), clock, logger, telemetry, onHeartbeats };
  const store = resources.add(openServingStore(ofStore), (each) => each.close());
  const generations = openGenerationPointers({ config, schema, store, clock, logger, ...telemetry });
  const warmUp = once(async () => {
    const { readinessTimeoutMs: timeoutMs } = config.http;
    await Promise.all([store.warmUp({ timeoutMs }), access.warmUp(), generations.warmUp()]);
  });
  const allMetrics = worker?.allMetrics ?? (() => telemetry.metrics.prometheus());
  const observed = { telemetry, source: 'http' } as const;
  const ofIngestion = { store, schema, config, clock, observed };
  const ingestion = resources.add(createIngestion(ofIngestion), (each) => each.close());
  const lag = createServerLag({
    scanner: store.scanner,
    writer: store.writer,
    clock,
    random: systemRandom,
    logger,
    metrics: telemetry.metrics,
    limits: { ...config.lag, successIntervalMs: config.pipelines.successIntervalMs },
  });
  const corruption = observeCorruption(telemetry.metrics, logger);
  const { metrics } = telemetry;
  const ofAccessLog = { config, corpora: schema.corpora(), keys: ledgerKeysOf(config.privacy) };
  observeUnenforcedConsent(metrics, store.privacy);
  const accessLog = openAccessLog({ ...ofAccessLog, clock, logger, metrics });
  const deadLetters = createDeadLetters(config);
  const base = {
    accessLog,
    config,
    clock,
    logger,
    telemetry,
    schema,
    store,
    ingestion,
    lag,
    generations,
    corruption,
    access,
    warmUp,
    allMetrics,
    faults,
    deadLetters,
  };
  const topic = createPacingTopic(config);
  const pacing = config.pacing.enabled ? createPacingService(base, topic) : undefined;
  const operations = createOperations(base, pacing);
  const checkReady = createReadinessCheck(base, { isDraining: () => server.draining, checkStore });
  const parts = endpointDependencies(base, operations, checkReady);
  const endpoints = createEndpoints(parts);
  const limits = connectionLimits(config, logger);
  const server = createServer(base, endpoints, limits.http);
  const { pipeline } = server;
  const ofGrpc = { ...config.grpc, connectionsMax: limits.grpc };
  const grpc = await openGrpcServer({ ...telemetry, config: ofGrpc, logger, pipeline, endpoints, parts });
  const start: App['start'] = (options) => {
    store.start(options);
    generations.start();
    lag.start({ watches: options?.isPrimary ?? true });
    if (options?.isPrimary !== false) pacing?.start();
    grpc?.start();
    void warmUp();
  };
  return {
    operations,
    schema,
    logger,
    region: store.region,
    warmUp,
    checkReady,
    start,
    async listen() {
      start();
      const address = await server.listen();
      return grpc === undefined ? address : { ...address, grpcPort: await grpc.listen() };
    },
    takeConnection: (socket, listener = 'api') =>
      listener === 'api' ? server.takeConnection(socket) : grpc?.takeConnection(socket),
    becomePrimary() {
      store.start();
      lag.start({ watches: true });
      pacing?.start();
    },
    receiveHeartbeats: (look) => store.receiveHeartbeats(look),
    shareHeartbeats: () => store.shareHeartbeats(),
    metrics: () => telemetry.metrics.prometheus(),
    reload() {
      store.reload();
      access.reload();
    },
    drain: () =>
      releaseAll([
        () => awaitAll([store.stop(), drainServers(server, grpc), pacing?.stop()]),
        () =>
          awaitAll([operations.pacingWatch.stop(), topic?.close(), deadLetters?.close(), accessLog?.close()]),
        () => access.stop(),
        () => awaitAll([lag.stop(), generations.stop()]),
        () => ingestion.close(),
        () => store.close(),
        () => telemetry.shutdown(),
      ]),
  };
}

/** Returns the telemetry settings with the worker's number as a resource attribute. */
function withWorker(settings: Config['telemetry'], worker: WorkerRole | undefined): Config['telemetry'] {
  if (worker === undefined) return settings;
  const resourceAttributes = { ...settings.resourceAttributes, worker: String(worker.id) };
  return { ...settings, resourceAttributes };
}

function loggerOptions({ telemetry }: Config, worker: WorkerRole | undefined): LoggerOptions {
  return { ...loggerOptionsOf(telemetry), worker: worker?.id };
}

function once(begin: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined;
  return () => (begun ??= begin());
}

/** Returns the dead letters of the configured subscription; undefined without one. */
function createDeadLetters({ pubsub, bigtable }: Config): ReturnType<typeof lazyDeadLetters> | undefined {
  const { deadLetterSubscription: subscription, replayTopic: topic } = pubsub;
  if (subscription === undefined || topic === undefined) return undefined;
  const { emulatorHost, deadLetterPullTimeoutMs: pullTimeoutMs } = pubsub;
  return lazyDeadLetters({ project: bigtable.project, emulatorHost, subscription, topic, pullTimeoutMs });
}

function createPacingTopic({ pacing, pubsub, bigtable }: Config): PacingTopic | undefined {
  if (pacing.topic === undefined) return undefined;
  return lazyPacingTopic({ ...pubsub, project: bigtable.project, topic: pacing.topic });
}

function createPacingService(
  { store, lag, ...base }: AppDependencies,
  topic: PacingTopic | undefined,
): Pacing {
  const { reader, writer, scanner, leaseTransactions, sketchTables } = store;
  return createPacing({
    ...base,
    reader,
    writer,
    scanner,
    partsOf: sketchTables.counted,
    leaseTransactions,
    random: systemRandom,
    readProgress: lag.readProgress,
    publishToTopic: topic?.publish,
  });
}

interface ReadinessDependencies {
  readonly isDraining: () => boolean;
  readonly checkStore: (() => void) | undefined;
}

function createReadinessCheck(
  base: AppDependencies,
  { isDraining, checkStore }: ReadinessDependencies,
): () => Promise<void> {
  const { config, clock, store, access, generations, warmUp } = base;
  const { readinessCacheMs: cacheMs, readinessTimeoutMs: timeoutMs } = config.http;
  const checkAnswers = createReadiness({
    clock,
    cacheMs,
    isDraining,
    async probe() {
      await warmUp();
      await store.probe({ timeoutMs });
      // Without the pointers no object of a generation can be read.
      if (!generations.isLoaded) await generations.poll();
    },
  });
  return async () => {
    await checkAnswers();
    checkStore?.();
    access.checkReady();
  };
}

function endpointDependencies(
  { config, clock, schema, store, allMetrics, faults }: AppDependencies,
  operations: Operations,
  checkReady: () => Promise<void>,
): EndpointDependencies {
  return {
    ...operations,
    schema,
    rules: store,
    region: store.region,
    faults,
    clock,
    config,
    checkReady,
    metrics: allMetrics,
  };
}

function createServer(
  base: AppDependencies,
  endpoints: readonly Endpoint[],
  connectionsMax: number,
): HttpServer {
  const { config, clock, logger, accessLog } = base;
  const { gate } = base.access;
  const http = { ...config.http, connectionsMax };
  const consoleFiles = config.console.enabled ? consoleEndpoint(config.console.signIn) : undefined;
  const serving = { endpoints, consoleFiles, config: http, clock, logger, gate, accessLog };
  return new HttpServer({ ...serving, ...base.telemetry });
}
