/** Creates the ingestion operation with its counts over all users. All inputs of events use it. */
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { PrivacyRules } from '../../core/privacy/privacy-rules';
import type { SketchTables } from '../../core/residency/sketch-tables';
import { systemClock, type Clock } from '../../platform/time/clock';
import { systemRandom, type Random } from '../../platform/random';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import type { Reader, Writer } from '../../consistency/store';
import { createIngestEvents, ingestLimitsOf, type IngestConfig, type IngestEvents } from './ingest-events';
import { withEventMetrics, withSpan } from '../shared/instrumented-operation';
import { strongestConsistency, type ConsistencyCheck } from '../shared/strongest-consistency';
import { ConsentRegister, type ConsentRegisterLimits } from '../privacy/consent-register';
import { EntityRegister, type EntityRegisterLimits } from '../sketches/entity-register';
import { observeFlushes, registerSketchGauges } from '../sketches/sketch-metrics';
import { createSketchWriter, type SketchWriterLimits } from '../sketches/sketch-writer';

export interface IngestionDependencies {
  readonly store: IngestionStore;
  readonly schema: SchemaRegistry;
  readonly config: IngestConfig & {
    readonly sketches: Omit<SketchWriterLimits, keyof ReturnType<typeof entryLimitsOf>> &
      EntityRegisterLimits;
    readonly consent: ConsentRegisterLimits;
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
interface IngestionStore extends ConsistencyCheck {
  readonly reader: Reader;
  readonly writer: Writer;
  /** Absent: no DataType enforces consent. */
  readonly privacy?: PrivacyRules | undefined;
  readonly sketchTables: Pick<SketchTables, 'tableFor'>;
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
  const { reader, writer, sketchTables } = store;
  const metrics = observed?.telemetry.metrics;
  const sketches = createSketchWriter({
    writer,
    sketchTables,
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
    absenceConsistency: strongestConsistency(store),
  });
  const limits = ingestLimitsOf(config);
  const consents = consentRegisterOf(dependencies, clock);
  const ingestEvents = createIngestEvents({ writer, schema, clock, limits, sketches, register, consents });
  return {
    ingestEvents: observed === undefined ? ingestEvents : withTelemetry(ingestEvents, observed),
    close: () => sketches.close(),
  };
}

/** Returns what looks consents up; undefined if no DataType of events enforces consent. */
function consentRegisterOf(
  { store, schema, config }: IngestionDependencies,
  clock: Clock,
): ConsentRegister | undefined {
  const { reader, privacy: rules } = store;
  if (rules === undefined) return undefined;
  const register = new ConsentRegister({
    reader,
    rules,
    clock,
    limits: config.consent,
    absenceConsistency: strongestConsistency(store),
  });
  return schema.eventTypes().some((dataType) => register.needsLookUp(dataType)) ? register : undefined;
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
