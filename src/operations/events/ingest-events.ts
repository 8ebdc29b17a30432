import type { IngestInput } from '../../codec/events/event-inputs';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { EventRules } from '../../core/events/validate-event';
import type { EventDataType } from '../../core/schema/schema';
import { EMPTY_TOKEN, mergeAllTokens, type WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { runInSlices } from '../../platform/tasks/time-slices';
import type { WriteOptions, WriteReceipt, Writer } from '../../consistency/store';
import { IngestPlan, type IngestLimits, type PlannedRow } from './ingest-plan';
import type { IngestOutcome } from './ingest-outcome';
import type { EntityRegister } from '../sketches/entity-register';
import { lookUpRegistrations, NO_REGISTRATIONS } from '../sketches/entity-registrations';
import type { ConsentRegister } from '../privacy/consent-register';
import { lookUpConsents, NO_CONSENTS } from '../privacy/event-consent';
import type { SketchWriter } from '../sketches/sketch-writer';

export type { IngestInput } from '../../codec/events/event-inputs';

export type { IngestLimits } from './ingest-plan';
export type { IngestOutcome } from './ingest-outcome';

/** Returns the limits of ingestion. The writer adds one mutation of its own to each row. */
export function ingestLimitsOf({ bigtable, events, tokens }: IngestConfig): IngestLimits {
  return {
    idBytesMax: events.idBytesMax,
    futureToleranceMs: events.futureToleranceMs,
    mutationsPerRowMax: bigtable.mutationsPerRowMax - 1,
    batchBytesMax: bigtable.batchBytesMax,
    writesMax: tokens.writesMax,
  };
}

/** The configuration sections that ingestion uses. */
export interface IngestConfig {
  readonly bigtable: Pick<IngestLimits, 'mutationsPerRowMax' | 'batchBytesMax'>;
  readonly events: Pick<IngestLimits, 'idBytesMax' | 'futureToleranceMs'>;
  readonly tokens: Pick<IngestLimits, 'writesMax'>;
}

export interface IngestEventsDependencies {
  readonly writer: Writer;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly limits: IngestLimits;
  /** Writer of counts over all users. */
  readonly sketches: SketchWriter;
  /** Registry of the entities that must have an object before their events are accepted. */
  readonly register: EntityRegister;
  /** Register of consents. Absent: no DataType of events enforces consent. */
  readonly consents?: ConsentRegister | undefined;
}

/** Options of one ingest call. */
interface IngestOptions extends WriteOptions {
  /** Called at most once, when only the counts over all users are pending. Not called if there are none. */
  readonly onStored?: () => void;
}

/** Result of one ingest call. */
export interface IngestAnswer {
  /** One for each input, in order. */
  readonly outcomes: readonly IngestOutcome[];
  /** Token for counts that must contain all accepted events; empty when there are none. */
  readonly token: WriteToken;
}

/** Rejects only on a program error. */
export type IngestEvents = (inputs: readonly IngestInput[], options?: IngestOptions) => Promise<IngestAnswer>;

/**
 * Creates the single operation that ingests events, used by HTTP, Pub/Sub and the importer. It validates an event,
 * derives its cell, writes it without reading first, and then adds it to the counts over all users. The column is the
 * event's dedup key, which these counts use too, so repeating any part changes nothing. One call may have events of
 * several types; those of one user and corpus are written together.
 */
export function createIngestEvents(dependencies: IngestEventsDependencies): IngestEvents {
  const { writer, schema, clock, limits, register, consents: consentRegister } = dependencies;
  const targets = new Map(
    schema.eventTypes().map((dataType) => {
      const rules = eventRulesOf(dataType, limits);
      return [dataType.family, { dataType, rules, codec: schema.eventCodec(dataType) }];
    }),
  );
  return async (inputs, { onStored, ...options } = {}) => {
    const startedMs = clock.monotonicMs();
    const lookUp = lookUpRegistrations(inputs, register, limits);
    const consentLookUp = consentRegister && lookUpConsents(inputs, consentRegister, limits);
    const entities = lookUp === undefined ? NO_REGISTRATIONS : await lookUp;
    const consents = consentLookUp === undefined ? NO_CONSENTS : await consentLookUp;
    const plan = new IngestPlan({ targets, limits, nowMs: clock.nowMs(), entities, consents });
    await runInSlices(plan.addAll(inputs), { clock, signal: options.signal });
    const { outcomes } = plan;
    const results = await Promise.all(
      plan.tables().map(({ table, rows }) => writeRows(() => writer.mutateRows(table, rows, options), rows)),
    );
    const written = results.flat();
    for (const { row, result } of written) plan.recordRowResult(row, result);
    const counted = await addToSketches(plan, dependencies, { ...options, onStored, startedMs });
    const token = tokenOf([...tokensOf(written), ...counted], limits, clock.nowMs());
    return { outcomes, token };
  };
}

interface AfterRows {
  readonly onStored: (() => void) | undefined;
  readonly startedMs: number;
}

/**
 * Adds the written events to the counts over all users. An event that may be missing from them becomes a failure.
 * Returns the tokens of the counts.
 */
async function addToSketches(
  plan: IngestPlan,
  { sketches, clock }: IngestEventsDependencies,
  { timeoutMs, startedMs, signal, onStored }: WriteOptions & AfterRows,
): Promise<readonly WriteToken[]> {
  const planned = plan.sketches();
  if (planned.length === 0) return [];
  onStored?.();
  const { failures, tokens } = await sketches.add(
    planned.map(({ sketched }) => sketched),
    {
      timeoutMs:
        timeoutMs === undefined ? undefined : Math.max(1, startedMs + timeoutMs - clock.monotonicMs()),
      signal,
    },
  );
  for (const [index, { inputIndex }] of planned.entries()) {
    const failure = failures[index];
    if (failure !== undefined) plan.fail(inputIndex, failure);
  }
  return tokens;
}

interface WrittenRow {
  readonly row: PlannedRow;
  readonly result: WriteReceipt | TidemarkError;
}

function tokensOf(written: readonly WrittenRow[]): readonly WriteToken[] {
  return written.flatMap(({ result }) => (result instanceof TidemarkError ? [] : [result.token]));
}

function tokenOf(
  tokens: readonly WriteToken[],
  { writesMax }: Pick<IngestLimits, 'writesMax'>,
  nowMs: number,
): WriteToken {
  return tokens.length === 0 ? EMPTY_TOKEN : mergeAllTokens(tokens, { writesMax, nowMs });
}

/** Returns one result for each row, also when the whole call fails. */
async function writeRows(
  write: () => Promise<readonly (WriteReceipt | TidemarkError)[]>,
  rows: readonly PlannedRow[],
): Promise<readonly WrittenRow[]> {
  try {
    const results = await write();
    return rows.map((row, i) => ({ row, result: results[i]! }));
  } catch (error) {
    const result = typed(error);
    return rows.map((row) => ({ row, result }));
  }
}

function typed(error: unknown): TidemarkError {
  if (error instanceof TidemarkError) return error;
  throw error;
}

/** Returns the validation rules of an event type: its declaration and the limits. */
export function eventRulesOf(
  { events, retention: { maxAgeMs } }: EventDataType,
  limits: Pick<IngestLimits, 'idBytesMax' | 'futureToleranceMs'>,
): EventRules {
  return {
    type: events,
    actions: new Map(events.actions.map((action) => [action.name, action])),
    idBytesMax: limits.idBytesMax,
    futureToleranceMs: limits.futureToleranceMs,
    retentionMs: maxAgeMs,
  };
}
