import { createDataClient } from '../../src/bigtable/data-client';
import { createTransport } from '../../src/bigtable/transport';
import type { DataClient } from '../../src/bigtable/types';
import { loadSchema, type SchemaRegistry } from '../../src/codec/schema-registry';
import { DEFAULTS } from '../../src/defaults';
import type { ImporterDependencies } from '../../src/ingest/importer';
import { createCountActions, type CountActions } from '../../src/operations/count-actions';
import { createIngestEvents, eventRulesOf, type IngestEvents } from '../../src/operations/ingest-events';
import { systemClock } from '../../src/platform/clock';
import { systemRandom } from '../../src/platform/random';
import { applySchema, startStore } from './running-app';
import { startGoogleBigtable } from './google-bigtable';

/** The event operations on a store with the declared tables in it. */
export interface EventStore {
  readonly endpoint: string;
  readonly client: DataClient;
  readonly schema: SchemaRegistry;
  readonly ingest: IngestEvents;
  readonly countActions: CountActions;
  close(): Promise<void>;
}

export async function embeddedEventStore(
  options: { port?: number; dataDir?: string } = {},
): Promise<EventStore> {
  const server = await startStore(options);
  return eventStore(server.endpoint, () => server.close());
}

export async function googleEventStore(): Promise<EventStore> {
  const emulator = await startGoogleBigtable();
  await applySchema(emulator.endpoint);
  return eventStore(emulator.endpoint, () => emulator.stop());
}

export function eventStore(endpoint: string, stop: () => Promise<void>): EventStore {
  const transport = createTransport({ endpoint, plaintext: true });
  const client = createDataClient({ transport, project: 'tidemark', instance: 'tidemark' });
  const schema = loadSchema();
  const limits = { ...DEFAULTS.bigtable, ...DEFAULTS.events };
  return {
    endpoint,
    client,
    schema,
    ingest: createIngestEvents({ client, schema, clock: systemClock, limits }),
    countActions: createCountActions({ client, schema, clock: systemClock }),
    async close() {
      await client.close();
      await stop();
    },
  };
}

/** What the importer needs, around an ingestion function; impatient, for tests. */
export function importerDependencies({
  ingest,
  schema,
}: Pick<EventStore, 'ingest' | 'schema'>): ImporterDependencies {
  return {
    ingest,
    rules: eventRulesOf(schema.eventType(), DEFAULTS.events),
    clock: systemClock,
    random: systemRandom,
    limits: { ...DEFAULTS.importer, batchEvents: 100 },
    policy: { initialDelayMs: 5, maxDelayMs: 50, timeoutMs: 10_000 },
  };
}
