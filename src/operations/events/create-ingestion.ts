/** Creates the ingestion operation with its counts over all users. All inputs of events use it. */
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
  /** Absent in tests and in commands without telemetry. */
  readonly observed?: {
    readonly telemetry: Pick<Telemetry, 'metrics' | 'tracing'>;
    /** The input that the events come from. */
    readonly source: 'http' | 'pubsub' | 'import';
  };
}

/** The parts of a store that ingestion uses. */
interface IngestionStore {
  readonly reader: Reader;
  readonly writer: Writer;
  /** Throws `consistency_unsupported` when the store cannot satisfy the consistency. */
  check(consistency: Consistency): void;
}

/** The ingestion of a process. */
export interface Ingestion {
  readonly ingestEvents: IngestEvents;
  /** Flushes the remaining counts. To be called when no event is in flight, before the store is closed. */
  close(): Promise<void>;
}

/** Creates the ingestion of a process: events and their counts over all users. */
export function createIngestion(dependencies: IngestionDependencies): Ingestion {
  const { store, schema, config, clock = systemClock, random = systemRandom, observed } = dependencies;
  const { reader, writer } = store;
  const metrics = observed?.telemetry.metrics;
  const sketches = createSketchWriter({
    writer,
    schema,
    clock,
    random,
    limits: { ...config.sketches, ...entryLimitsOf(config) },
    observer: metrics === undefined ? undefined : observeFlushes(metrics),
  });
  if (metrics !== undefined) registerSketchGauges(metrics, sketches);
  const register = new EntityRegister({
    reader,
    schema,
    clock,
    limits: config.sketches,
    absenceConsistency: absenceConsistencyOf(store),
  });
  const limits = ingestLimitsOf(config);
  const ingestEvents = createIngestEvents({ writer, schema, clock, limits, sketches, register });
  return {
    ingestEvents: observed === undefined ? ingestEvents : withTelemetry(ingestEvents, observed),
    close: () => sketches.close(),
  };
}

function withTelemetry(
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

/** Returns the strongest consistency of this store for proving that an entity has no object. */
function absenceConsistencyOf(store: IngestionStore): Consistency {
  const strict: Consistency = { level: 'strict' };
  try {
    store.check(strict);
    return strict;
  } catch (error) {
    if (error instanceof TidemarkError && error.code === 'consistency_unsupported') return EVENTUAL;
    throw error;
  }
}
