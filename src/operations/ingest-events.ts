import type { CallOptions } from '../bigtable/types';
import type { IngestInput } from '../codec/event-inputs';
import type { SchemaRegistry } from '../codec/schema-registry';
import type { EventRules } from '../core/events/event-validation';
import type { EventDataType } from '../core/schema';
import { EMPTY_TOKEN, mergeAll, type TokenLimits, type WriteToken } from '../core/write-token';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/clock';
import type { WriteReceipt, Writer } from '../watermark/store';
import { IngestPlan, type IngestLimits, type IngestOutcome, type PlannedRow } from './ingest-plan';

export type { IngestInput } from '../codec/event-inputs';

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
}

export interface IngestAnswer {
  /** One per input, in order. */
  readonly outcomes: readonly IngestOutcome[];
  /** For counts that are to contain all that was accepted; empty when nothing was. */
  readonly token: WriteToken;
}

/** Rejects only on a fault of the program. */
export type IngestEvents = (inputs: readonly IngestInput[], options?: CallOptions) => Promise<IngestAnswer>;

/**
 * The one way in for events, from HTTP, Pub/Sub and the importer: validate, derive the cell, write blindly. Since
 * the column is the event's dedup key, repeating any part of it changes nothing. Events of several types may come
 * together; those of one user and corpus are written together.
 */
export function createIngestEvents(dependencies: IngestEventsDependencies): IngestEvents {
  const { writer, schema, clock, limits } = dependencies;
  const targets = new Map(
    schema.eventTypes().map((dataType) => {
      const rules = eventRulesOf(dataType, limits);
      return [dataType.family, { dataType, rules, codec: schema.eventCodec(dataType) }];
    }),
  );
  return async (inputs, options = {}) => {
    const plan = new IngestPlan(targets, limits, clock.nowMs());
    inputs.forEach((input, i) => plan.add(input, i));
    const { outcomes } = plan;
    const results = await Promise.all(
      plan.tables().map(({ table, rows }) => writeRows(() => writer.mutateRows(table, rows, options), rows)),
    );
    const written = results.flat();
    for (const { row, result } of written) plan.settle(row, result);
    const token = tokenOf(written, { writesMax: limits.writesMax, nowMs: clock.nowMs() });
    return { outcomes, token };
  };
}

interface WrittenRow {
  readonly row: PlannedRow;
  readonly result: WriteReceipt | TidemarkError;
}

function tokenOf(written: readonly WrittenRow[], limits: TokenLimits): WriteToken {
  const tokens = written.flatMap(({ result }) => (result instanceof TidemarkError ? [] : [result.token]));
  return tokens.length === 0 ? EMPTY_TOKEN : mergeAll(tokens, limits);
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
