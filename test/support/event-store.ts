import type { SchemaRegistry } from '../../src/codec/declarations/schema-registry';
import { EVENTUAL } from '../../src/core/consistency/consistency';
import { AnswerBuffer } from '../../src/codec/json/answer-buffer';
import { writeCounts } from '../../src/codec/answers/counts-json';
import { parseCountQuery } from '../../src/core/counts/parse-count-query';
import { DEFAULTS } from '../../src/config/defaults';
import type { ImporterDependencies } from '../../src/ingest/import/run-import';
import { createCountOperations } from '../../src/operations/counts/create-count-operations';
import { createIngestion } from '../../src/operations/events/create-ingestion';
import { eventRulesOf, type IngestEvents } from '../../src/operations/events/ingest-events';
import { systemClock } from '../../src/platform/time/clock';
import { systemRandom } from '../../src/platform/random';
import type { Store } from '../../src/store/open-store';
import { builtInSchema } from './built-in-schema';
import { applySchema, startStore } from './running-app';
import { startGoogleBigtable } from './google-bigtable';
import { openTestStore } from './open-test-store';

/** Counts as the API's JSON has them: by window, level, id and group. */
interface CountedJson {
  readonly counts: Readonly<Record<string, WindowJson>>;
}
type WindowJson = { readonly total: unknown } & Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * Counts in the nearest cluster for the body of a request; the clock is that of the store unless another is given.
 */
export type CountEventually = (body: object, nowMs?: number) => Promise<CountedJson>;

/** The event operations on a store with the declared tables. */
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
  const schema = builtInSchema();
  const store = openTestStore({ BIGTABLE_EMULATOR_HOST: endpoint });
  const { reader } = store;
  const ingestion = createIngestion({ store, schema, config: DEFAULTS });
  const { countActions } = createCountOperations({ reader, clock: systemClock, config: DEFAULTS });
  const limits = { ...DEFAULTS.counts, ...DEFAULTS.events, windowDaysMax: 100_000 };
  const rules = { ...limits, eventDataType: schema.eventDataType.bind(schema) };
  return {
    endpoint,
    store,
    schema,
    ingest: ingestion.ingestEvents,
    async countActions(body, nowMs = systemClock.nowMs()) {
      const query = parseCountQuery(body, { ...rules, nowMs });
      const { table } = await countActions({ query, consistency: EVENTUAL });
      const bytes = new AnswerBuffer().begin();
      writeCounts(bytes, table);
      return { counts: JSON.parse(bytes.finish().toString()) as CountedJson['counts'] };
    },
    async close() {
      await ingestion.close();
      await store.close();
      await stop();
    },
  };
}

/** Returns dependencies of the importer around an ingestion function, with short timeouts for tests. */
export function importerDependencies(
  { ingest, schema }: Pick<EventStore, 'ingest' | 'schema'>,
  dataType = schema.eventDataType(),
): ImporterDependencies {
  return {
    ingest,
    rules: eventRulesOf(dataType, DEFAULTS.events),
    clock: systemClock,
    random: systemRandom,
    limits: { ...DEFAULTS.importer, batchEvents: 100 },
    policy: { initialDelayMs: 5, maxDelayMs: 50, timeoutMs: 10_000 },
  };
}
