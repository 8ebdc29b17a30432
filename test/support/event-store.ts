import { loadSchema, type SchemaRegistry } from '../../src/codec/schema-registry';
import { EVENTUAL } from '../../src/core/consistency';
import type { CountQuery } from '../../src/core/counting/ad-count-query';
import { DEFAULTS } from '../../src/defaults';
import type { ImporterDependencies } from '../../src/ingest/importer';
import { createCountActions, type CountAnswer } from '../../src/operations/count-actions';
import {
  createIngestEvents,
  eventRulesOf,
  ingestLimitsOf,
  type IngestEvents,
} from '../../src/operations/ingest-events';
import { systemClock } from '../../src/platform/clock';
import { systemRandom } from '../../src/platform/random';
import type { Store } from '../../src/store/open-store';
import { applySchema, startStore } from './running-app';
import { startGoogleBigtable } from './google-bigtable';
import { openTestStore } from './open-test-store';

/** Counts whatever the nearest cluster has. */
export type CountEventually = (query: CountQuery) => Promise<CountAnswer>;

/** The event operations on a store with the declared tables in it. */
export interface EventStore {
  readonly endpoint: string;
  readonly store: Store;
  readonly schema: SchemaRegistry;
  readonly ingest: IngestEvents;
  readonly countActions: CountEventually;
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
  const schema = loadSchema();
  const store = openTestStore({ BIGTABLE_EMULATOR_HOST: endpoint });
  const { reader, writer } = store;
  const countActions = createCountActions({ reader, schema, clock: systemClock });
  return {
    ...{ endpoint, store, schema },
    ingest: createIngestEvents({ writer, schema, clock: systemClock, limits: ingestLimitsOf(DEFAULTS) }),
    countActions: (query) => countActions({ query, consistency: EVENTUAL }),
    async close() {
      await store.close();
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
    rules: eventRulesOf(schema.eventDataType(), DEFAULTS.events),
    clock: systemClock,
    random: systemRandom,
    limits: { ...DEFAULTS.importer, batchEvents: 100 },
    policy: { initialDelayMs: 5, maxDelayMs: 50, timeoutMs: 10_000 },
  };
}
