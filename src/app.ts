/** The composition root: configuration in, object graph out. */
import { connectData } from './bigtable/connect';
import { createDataClient } from './bigtable/data-client';
import { observeCalls } from './bigtable/observe-calls';
import type { DataClient } from './bigtable/types';
import { loadSchema, type SchemaRegistry } from './codec/schema-registry';
import type { Config } from './config';
import { createEndpoints } from './http/endpoints';
import { createReadiness } from './http/readiness';
import { HttpServer } from './http/server';
import { createBatchGetObjects, type BatchGetObjects } from './operations/batch-get-objects';
import { createCountActions, type CountActions } from './operations/count-actions';
import { createDeleteObject, type DeleteObject } from './operations/delete-object';
import { createGetObject, type GetObject } from './operations/get-object';
import { createIngestEvents, type IngestEvents } from './operations/ingest-events';
import { countedEvents, traced } from './operations/observed';
import { createPutObject, type PutObject } from './operations/put-object';
import { systemClock, type Clock } from './platform/clock';
import { createLogger, type Logger } from './platform/logger';
import { createTelemetry, type Telemetry } from './platform/telemetry';

export interface Operations {
  readonly ingestEvents: IngestEvents;
  readonly countActions: CountActions;
  readonly putObject: PutObject;
  readonly getObject: GetObject;
  readonly deleteObject: DeleteObject;
  readonly batchGetObjects: BatchGetObjects;
}

export interface App {
  readonly operations: Operations;
  readonly schema: SchemaRegistry;
  readonly logger: Logger;
  /** Resolves with the address that it listens on. The store need not be there yet. */
  listen(): Promise<{ readonly host: string; readonly port: number }>;
  /** Refuses new requests, lets those in flight end, then closes everything. */
  drain(): Promise<void>;
}

export interface AppOverrides {
  readonly clock?: Clock;
  readonly logger?: Logger;
}

export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const { telemetry: settings } = config;
  const clock = overrides.clock ?? systemClock;
  const logger =
    overrides.logger ?? createLogger({ level: settings.logLevel, service: settings.serviceName });
  const telemetry = await createTelemetry(settings);
  const schema = loadSchema(config.schema);
  const client = openStore(config, clock, telemetry);
  const operations = createOperations({ config, clock, telemetry, schema, client });
  const server = createServer({ config, clock, telemetry, schema, client }, operations, logger);
  return {
    operations,
    schema,
    logger,
    listen: () => server.listen(),
    async drain() {
      await server.drain();
      await client.close();
      await telemetry.shutdown();
    },
  };
}

interface Base {
  readonly config: Config;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly schema: SchemaRegistry;
  readonly client: DataClient;
}

/** Connects when the first call needs it. */
function openStore({ bigtable }: Config, clock: Clock, telemetry: Telemetry): DataClient {
  const { project, instance, appProfileId } = bigtable;
  const transport = connectData(bigtable, clock);
  const observer = observeCalls(telemetry);
  return createDataClient({ transport, project, instance, appProfileId, clock, observer, limits: bigtable });
}

function createOperations({ config, clock, telemetry, schema, client }: Base): Operations {
  const { tracing, metrics } = telemetry;
  const ingestLimits = { ...config.bigtable, ...config.events };
  const ingestEvents = createIngestEvents({ client, schema, clock, limits: ingestLimits });
  const objects = { client, schema, clock, limits: config.objects };
  return {
    ingestEvents: traced(tracing, 'ingest events', countedEvents(metrics, 'http', ingestEvents)),
    countActions: traced(tracing, 'count actions', createCountActions({ client, schema, clock })),
    putObject: traced(tracing, 'put object', createPutObject(objects)),
    getObject: traced(tracing, 'get object', createGetObject(objects)),
    deleteObject: traced(tracing, 'delete object', createDeleteObject(objects)),
    batchGetObjects: traced(tracing, 'batch get objects', createBatchGetObjects(objects)),
  };
}

function createServer(base: Base, operations: Operations, logger: Logger): HttpServer {
  const { config, clock, telemetry, schema } = base;
  const checkReady = createReadiness({
    probe: storeProbe(base),
    isDraining: () => server.draining,
    clock,
    cacheMs: config.http.readinessCacheMs,
  });
  const parts = { ...operations, schema, clock, config, checkReady, metrics: telemetry.metrics };
  const endpoints = createEndpoints(parts);
  const server = new HttpServer({ endpoints, config: config.http, clock, logger, ...telemetry });
  return server;
}

/** Sorts before every shard: a row that never exists, whose reading still needs the table. */
const PROBE_KEY = Buffer.from('!');

/** A point read of every corpus, so that a missing table shows too. */
function storeProbe({ client, schema, config }: Base): () => Promise<void> {
  const timeoutMs = config.http.readinessTimeoutMs;
  return async () => {
    const tables = schema.corpora().map(({ name }) => name);
    await Promise.all(tables.map((table) => client.readRow({ table, key: PROBE_KEY }, { timeoutMs })));
  };
}
