import type { CallOptions } from '../../bigtable/client/types';
import type { IngestInput } from '../../codec/events/event-inputs';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { EventRules } from '../../core/events/validate-event';
import type { EventDataType } from '../../core/schema/schema';
import { EMPTY_TOKEN, mergeAllTokens, type WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { runInSlices } from '../../platform/tasks/time-slices';
import type { WriteReceipt, Writer } from '../../consistency/store';
import { IngestPlan, type IngestLimits, type IngestOutcome, type PlannedRow } from './ingest-plan';
import type { EntityRegister } from '../sketches/entity-register';
import { lookUpRegistrations, NO_REGISTRATIONS } from '../sketches/entity-registrations';
import type { SketchWriter } from '../sketches/sketch-writer';

export type { IngestInput } from '../../codec/events/event-inputs';

export type { IngestLimits, IngestOutcome } from './ingest-plan';

/** The writer adds a mutation of its own to each row. */
export function ingestLimitsOf({ bigtable, events, tokens }: IngestConfig): IngestLimits {
  return {
    idBytesMax: events.idBytesMax,
    futureToleranceMs: events.futureToleranceMs,
    mutationsPerRowMax: bigtable.mutationsPerRowMax - 1,
    batchBytesMax: bigtable.batchBytesMax,
    writesMax: tokens.writesMax,
  };
}

/** What of the configuration says it. */
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
  /** Counts over all users. */
  readonly sketches: SketchWriter;
  /** Of the entities that must have an object for their events to be taken. */
  readonly register: EntityRegister;
}

export interface IngestOptions extends CallOptions {
  /** Told that users' rows are written, when nothing but counts over all users is waited for any longer. */
  readonly onStored?: () => void;
}

export interface IngestAnswer {
  /** One per input, in order. */
  readonly outcomes: readonly IngestOutcome[];
  /** For counts that are to contain all that was accepted; empty when nothing was. */
  readonly token: WriteToken;
}

/** Rejects only on a fault of the program. */
export type IngestEvents = (inputs: readonly IngestInput[], options?: IngestOptions) => Promise<IngestAnswer>;

/**
 * The one way in for events, from HTTP, Pub/Sub and the importer: validate, derive the cell, write blindly, then add to the
 * counts over all users. Since the column is the event's dedup key, and is what those counts count, repeating any part of
 * it changes nothing. Events of several types may come together; those of one user and corpus are written together.
 */
export function createIngestEvents(dependencies: IngestEventsDependencies): IngestEvents {
  const { writer, schema, clock, limits, register } = dependencies;
  const targets = new Map(
    schema.eventTypes().map((dataType) => {
      const rules = eventRulesOf(dataType, limits);
      return [dataType.family, { dataType, rules, codec: schema.eventCodec(dataType) }];
    }),
  );
  return async (inputs, { onStored, ...options } = {}) => {
    const startedMs = clock.monotonicMs();
    const lookUp = lookUpRegistrations(inputs, register, limits);
    const entities = lookUp === undefined ? NO_REGISTRATIONS : await lookUp;
    const plan = new IngestPlan({ targets, limits, nowMs: clock.nowMs(), entities });
    await runInSlices(plan.addAll(inputs), { clock, signal: options.signal });
    const { outcomes } = plan;
    const results = await Promise.all(
      plan.tables().map(({ table, rows }) => writeRows(() => writer.mutateRows(table, rows, options), rows)),
    );
    const written = results.flat();
    for (const { row, result } of written) plan.settle(row, result);
    const counted = await addToSketches(plan, dependencies, { ...options, onStored, startedMs });
    const token = tokenOf([...tokensOf(written), ...counted], limits, clock.nowMs());
    return { outcomes, token };
  };
}

interface AfterRows {
  readonly onStored: (() => void) | undefined;
  readonly startedMs: number;
}

/** What was written is counted; what is not known to be counted has failed. Returns the tokens of the counts. */
async function addToSketches(
  plan: IngestPlan,
  { sketches, clock }: IngestEventsDependencies,
  { timeoutMs, startedMs, signal, onStored }: CallOptions & AfterRows,
): Promise<readonly WriteToken[]> {
  const planned = plan.sketches();
  if (planned.length === 0) return [];
  onStored?.();
  const { failures, tokens } = await sketches.add(
    planned.map(({ sketched }) => sketched),
    {
      ...(timeoutMs !== undefined && {
        timeoutMs: Math.max(1, startedMs + timeoutMs - clock.monotonicMs()),
      }),
      ...(signal !== undefined && { signal }),
    },
  );
  for (const [index, { input }] of planned.entries()) {
    const failure = failures[index];
    if (failure !== undefined) plan.fail(input, failure);
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

/** One result per row: also where the call fails as a whole. */
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

/** What the event DataType's declaration and the limits ask of an event. */
export function eventRulesOf(
  { events, retention: { maxAgeMs } }: EventDataType,
  limits: Pick<IngestLimits, 'idBytesMax' | 'futureToleranceMs'>,
): EventRules {
  return {
    type: events,
    actions: new Map(events.actions.map((action) => [action.name, action])),
    idBytesMax: limits.idBytesMax,
    futureToleranceMs: limits.futureToleranceMs,
    ...(maxAgeMs !== undefined && { retentionMs: maxAgeMs }),
  };
}
