/** Composition root: builds the object graph from the configuration. */
import type { Socket } from 'node:net';
import { loadSchema, type SchemaRegistry } from './codec/declarations/schema-registry';
import type { Config } from './config/index';
import { openAccess, type ServerAccess } from './http/access/open-access';
import { createEndpoints, type EndpointDependencies } from './http/create-endpoints';
import type { Endpoint } from './http/endpoint';
import { connectionLimits } from './http/connections/connection-limits';
import { consoleEndpoint } from './http/console/console-endpoint';
import { HttpServer } from './http/server/http-server';
import { drainServers } from './grpc/drain-servers';
import { openGrpcServer } from './grpc/open-grpc-server';
import { lazyPacingTopic, type PacingTopic } from './ingest/pacing/pacing-topic';
import { openAccessLog } from './ingest/privacy/open-access-log';
import type { AccessLog } from './operations/privacy/access-log';
import { createBatchGetObjects, type BatchGetObjects } from './operations/objects/batch-get-objects';
import type { BatchCountActions } from './operations/counts/batch-count-actions';
import type { CountActions } from './operations/counts/count-actions';
import { createCountOperations } from './operations/counts/create-count-operations';
import { campaignObjectChecks } from './operations/campaigns/campaign-object-checks';
import {
  createCampaignOperations,
  type CampaignOperations,
} from './operations/campaigns/create-campaign-operations';
import { createCountCampaigns, type CountCampaigns } from './operations/campaign-counts/count-campaigns';
import { DEFAULTS } from './config/defaults';
import { observeCorruption, type CorruptionObserver } from './operations/campaign-counts/corrupted-sketches';
import { createCapsOperations, type CapsOperations } from './operations/caps/create-caps-operations';
import {
  createLocationOperations,
  type LocationOperations,
} from './operations/residency/location-operations';
import type { ConsentOperations } from './operations/privacy/consent';
import { createConsentWithLedger } from './operations/privacy/create-consent-operations';
import { observeOmissions } from './operations/privacy/observe-omissions';
import { observeUnenforcedConsent } from './operations/privacy/privacy-metrics';
import type { ReadProgress } from './operations/lag/read-progress';
import { createServerLag, type ServerLag } from './operations/lag/server-lag';
import { createDeleteObject, type DeleteObject } from './operations/objects/delete-object';
import { createDeleteWholeObject, type DeleteWholeObject } from './operations/objects/delete-whole-object';
import { createFatigueFeatures, type FatigueFeatures } from './operations/features/fatigue-features';
import { createGetObject, type GetObject } from './operations/objects/get-object';
import { createIngestion, type Ingestion } from './operations/events/create-ingestion';
import type { IngestEvents } from './operations/events/ingest-events';
import { withSpan } from './operations/shared/instrumented-operation';
import { createPacing, type Pacing } from './operations/pacing/create-pacing';
import { createPacingWatch, type PacingWatch } from './operations/pacing/pacing-watch';
import { openGenerationPointers } from './operations/generations/open-pointers';
import type { GenerationPointers } from './operations/generations/served-generations';
import { createPutObject, type PutObject } from './operations/objects/put-object';
import {
  createErasureOperations,
  type ErasureOperations,
} from './operations/privacy/create-erasure-operations';
import { createExportSubject, type ExportSubject } from './operations/subjects/export-subject';
import { systemClock, type Clock } from './platform/time/clock';
import { createReadiness } from './platform/process/readiness';
import { createLogger, loggerOptionsOf, type Logger, type LoggerOptions } from './platform/telemetry/logger';
import { systemRandom } from './platform/random';
import { acquireAll, awaitAll, releaseAll, type Resources } from './platform/tasks/resources';
import { createTelemetry, type Telemetry } from './platform/telemetry/telemetry';
import {
  createConsoleOperations,
  type ConsoleOperations,
} from './operations/console/create-console-operations';
import type { EmbeddedFaults } from './operations/console/embedded-faults';
import type { StoreMap } from './core/console/store-map';
import { createRequestMoves, type RequestMoves } from './operations/residency/request-moves';
import { describeStore } from './store/describe-store';
import { missingForMovesIn } from './store/placement-moves';
import { ledgerKeysOf } from './store/privacy-keys';
import { openServingStore, type SharedPoll, type Store } from './store/open-store';

interface Operations
  extends
    CapsOperations,
    CampaignOperations,
    ConsentOperations,
    ConsoleOperations,
    ErasureOperations,
    LocationOperations {
  readonly requestMoves: RequestMoves;
  readonly exportSubject: ExportSubject;
  readonly storeMap: () => StoreMap;
  readonly ingestEvents: IngestEvents;
  readonly countActions: CountActions;
  readonly batchCountActions: BatchCountActions;
  readonly countCampaigns: CountCampaigns;
  readonly readProgress: ReadProgress;
  readonly pacingWatch: PacingWatch;
  readonly fatigueFeatures: FatigueFeatures;
  readonly putObject: PutObject;
  readonly getObject: GetObject;
  readonly deleteObject: DeleteObject;
  readonly deleteWholeObject: DeleteWholeObject;
  readonly batchGetObjects: BatchGetObjects;
}

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
        () => awaitAll([operations.pacingWatch.stop(), topic?.close(), accessLog?.close()]),
        () => access.stop(),
        () => awaitAll([lag.stop(), generations.stop()]),
        () => ingestion.close(),
        () => store.close(),
        () => telemetry.shutdown(),
      ]),
  };
}

interface AppDependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly schema: SchemaRegistry;
  readonly store: Store;
  readonly ingestion: Ingestion;
  readonly lag: ServerLag;
  readonly generations: GenerationPointers;
  readonly corruption: CorruptionObserver;
  readonly access: ServerAccess;
  readonly accessLog: AccessLog | undefined;
  readonly warmUp: () => Promise<void>;
  readonly allMetrics: () => Promise<string>;
  readonly faults: EmbeddedFaults | undefined;
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

function createOperations(base: AppDependencies, pacing: Pacing | undefined): Operations {
  const { config, clock, logger, telemetry, schema, store, ingestion, lag, generations, corruption } = base;
  const { readProgress } = lag;
  const { tracing, metrics } = telemetry;
  const { reader, cells, scanner } = store;
  const keys = ledgerKeysOf(config.privacy);
  const privacy = { store, clock, random: systemRandom, config, tracing, keys };
  const onOmission = observeOmissions(metrics);
  const objects = { reader, cells, generations, schema, clock, limits: config.objects, onOmission };
  const campaigns = { reader, cells, scanner, schema, clock, limits: config.campaigns };
  const checks = campaignObjectChecks(campaigns);
  const counting = createCountOperations({ reader, clock, config, metrics, onOmission });
  const countCampaigns = createCountCampaigns({
    reader,
    partsOf: store.sketchTables.counted,
    clock,
    readProgress,
    limits: config.campaignCounts,
    tokens: config.tokens,
    observer: corruption,
  });
  return {
    ingestEvents: lag.trackRequests(ingestion.ingestEvents),
    readProgress,
    pacingWatch: createPacingWatch({
      reader,
      clock,
      logger,
      metrics,
      random: systemRandom,
      limits: config.pacing,
    }),
    countActions: withSpan(tracing, 'count actions', counting.countActions),
    batchCountActions: withSpan(tracing, 'batch count actions', counting.batchCountActions),
    countCampaigns: withSpan(tracing, 'count campaigns', countCampaigns),
    ...createCapsOperations({ ...base, ...store, eventsObserver: { onOmission } }),
    ...createCampaignOperations({ ...campaigns, tracing, onWritten: () => pacing?.onCampaignsWritten() }),
    requestMoves: withSpan(
      tracing,
      'request moves',
      createRequestMoves({
        ...store,
        missingForMoves: (name) => missingForMovesIn(store.topology, name),
        clock,
        random: systemRandom,
        limits: { ...DEFAULTS.moves, idBytesMax: config.objects.idBytesMax },
      }),
    ),
    ...createConsentWithLedger({ ...privacy, schema }),
    ...createErasureOperations({ ...privacy, corpora: schema.corpora() }),
    ...createLocationOperations({ residency: store.residency, limits: config.objects, tracing }),
    fatigueFeatures: withSpan(
      tracing,
      'fatigue features',
      createFatigueFeatures(counting.readUserEvents, clock),
    ),
    exportSubject: createExportSubject({ ...base, ...store }),
    ...createConsoleOperations({ ...privacy, ...base, corpora: schema.corpora() }),
    storeMap: () => describeStore(store.topology),
    putObject: withSpan(tracing, 'put object', createPutObject({ ...objects, checks })),
    getObject: withSpan(tracing, 'get object', createGetObject(objects)),
    deleteObject: withSpan(tracing, 'delete object', createDeleteObject(objects)),
    deleteWholeObject: withSpan(tracing, 'delete whole object', createDeleteWholeObject(objects)),
    batchGetObjects: withSpan(tracing, 'batch get objects', createBatchGetObjects(objects)),
  };
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
  const consoleFiles = config.console.enabled ? consoleEndpoint() : undefined;
  const serving = { endpoints, consoleFiles, config: http, clock, logger, gate, accessLog };
  return new HttpServer({ ...serving, ...base.telemetry });
}
