/** Ingestion put together: whoever takes events in does so by this, and counts over all users come with it. */
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import { TidemarkError } from '../../errors';
import { systemClock, type Clock } from '../../platform/time/clock';
import { systemRandom, type Random } from '../../platform/random';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import type { Reader, Writer } from '../../consistency/store';
import { createIngestEvents, ingestLimitsOf, type IngestConfig, type IngestEvents } from './ingest-events';
import { withEventMetrics, withSpan } from '../shared/instrumented-operation';
import { EntityRegister, type EntityRegisterLimits } from '../sketches/entity-register';
import { observeFlushes, registerSketchGauges } from '../sketches/sketch-metrics';
import { createSketchWriter, type SketchWriterLimits } from '../sketches/sketch-writer';

export interface IngestionDependencies {
  readonly store: IngestionStore;
  readonly schema: SchemaRegistry;
  readonly config: IngestConfig & {
    readonly sketches: Omit<SketchWriterLimits, keyof ReturnType<typeof entryLimitsOf>> &
      EntityRegisterLimits;
  };
  readonly clock?: Clock;
  readonly random?: Random;
  /** Absent in tests and in commands that nobody watches. */
  readonly observed?: {
    readonly telemetry: Pick<Telemetry, 'metrics' | 'tracing'>;
    /** The way that events come in. */
    readonly source: 'http' | 'pubsub' | 'import';
  };
}

/** What of a store is needed. */
export interface IngestionStore {
  readonly reader: Reader;
  readonly writer: Writer;
  /** Throws `consistency_unsupported` for what a read cannot ask of it. */
  check(consistency: Consistency): void;
}

export interface Ingestion {
  readonly ingestEvents: IngestEvents;
  /** Writes what is left of the counts; to be called when no event is on its way any more, before the store is closed. */
  close(): Promise<void>;
}

export function createIngestion(parts: IngestionDependencies): Ingestion {
  const { store, schema, config, clock = systemClock, random = systemRandom, observed } = parts;
  const { reader, writer } = store;
  const metrics = observed?.telemetry.metrics;
  const sketches = createSketchWriter({
    writer,
    schema,
    clock,
    random,
    limits: { ...config.sketches, ...entryLimitsOf(config) },
    ...(metrics !== undefined && { observer: observeFlushes(metrics) }),
  });
  if (metrics !== undefined) registerSketchGauges(metrics, sketches);
  const register = new EntityRegister({
    reader,
    schema,
    clock,
    limits: config.sketches,
    absenceConsistency: absenceOf(store),
  });
  const limits = ingestLimitsOf(config);
  const ingestEvents = createIngestEvents({ writer, schema, clock, limits, sketches, register });
  return {
    ingestEvents: observed === undefined ? ingestEvents : watched(ingestEvents, observed),
    close: () => sketches.close(),
  };
}

function watched(
  ingestEvents: IngestEvents,
  { telemetry, source }: NonNullable<IngestionDependencies['observed']>,
): IngestEvents {
  return withSpan(
    telemetry.tracing,
    'ingest events',
    withEventMetrics(telemetry.metrics, source, ingestEvents),
  );
}

function entryLimitsOf(config: IngestConfig) {
  const { mutationsPerRowMax, batchBytesMax, writesMax } = ingestLimitsOf(config);
  return { mutationsPerRowMax, batchBytesMax, writesMax };
}

/** That an entity has no object is shown as well as this store can. */
function absenceOf(store: IngestionStore): Consistency {
  const strict: Consistency = { level: 'strict' };
  try {
    store.check(strict);
    return strict;
  } catch (error) {
    if (error instanceof TidemarkError && error.code === 'consistency_unsupported') return EVENTUAL;
    throw error;
  }
}
