import { setCell } from '../bigtable/mutations';
import type { CallOptions, Mutation } from '../bigtable/types';
import type { IngestInput } from '../codec/ad-action';
import { encodeStoredEvent } from '../codec/ad-action';
import type { SchemaRegistry } from '../codec/schema-registry';
import { DEDUP_PREFIX_BYTES, eventQualifier } from '../core/events/dedup-key';
import type { ActionEvent } from '../core/events/event';
import type { EventRules } from '../core/events/event-validation';
import { validateEvent } from '../core/events/event-validation';
import { rowKey } from '../core/row-key';
import type { DataType } from '../core/schema';
import { EMPTY_TOKEN, mergeAll, type TokenLimits, type WriteToken } from '../core/write-token';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/clock';
import type { WriteReceipt, Writer } from '../watermark/store';

export type { IngestInput } from '../codec/ad-action';

export type IngestOutcome =
  | { readonly status: 'accepted' }
  /** Same dedup key as an earlier input of this call; not counted again. */
  | { readonly status: 'duplicate' }
  /** Never to be retried: the event is bad. Nothing of it was written. */
  | { readonly status: 'rejected'; readonly error: TidemarkError }
  /** Not known to be written; a retry is safe whether it was or not. */
  | { readonly status: 'failed'; readonly error: TidemarkError };

export interface IngestLimits {
  readonly idBytesMax: number;
  readonly futureToleranceMs: number;
  /** Of one row's entry in a MutateRows call, and of such a call: the client cuts calls, but no entries. */
  readonly mutationsPerRowMax: number;
  readonly batchBytesMax: number;
  /** Rows that the answer's token names one by one. */
  readonly writesMax: number;
}

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
 * the column is the event's dedup key, repeating any part of it changes nothing.
 */
export function createIngestEvents(dependencies: IngestEventsDependencies): IngestEvents {
  const { writer, schema, clock, limits } = dependencies;
  const dataType = schema.eventType();
  const rules = eventRulesOf(dataType, limits);
  const target = { dataType, rules, limits };
  return async (inputs, options = {}) => {
    const plan = new IngestPlan(target, clock.nowMs());
    inputs.forEach((input, i) => plan.add(input, i));
    const { rows, outcomes } = plan;
    if (rows.length === 0) return { outcomes, token: EMPTY_TOKEN };
    const results = await writeRows(() => writer.mutateRows(dataType.corpus, rows, options), rows.length);
    plan.settle(results);
    return { outcomes, token: tokenOf(results, { writesMax: limits.writesMax, nowMs: clock.nowMs() }) };
  };
}

function tokenOf(results: readonly WriteResult[], limits: TokenLimits): WriteToken {
  const tokens = results.flatMap((result) => (result instanceof TidemarkError ? [] : [result.token]));
  return mergeAll(tokens, limits);
}

type WriteResult = WriteReceipt | TidemarkError;

/** One result per row: also where the call fails as a whole. */
async function writeRows(
  write: () => Promise<readonly WriteResult[]>,
  count: number,
): Promise<readonly WriteResult[]> {
  try {
    return await write();
  } catch (error) {
    return new Array<TidemarkError>(count).fill(typed(error));
  }
}

function typed(error: unknown): TidemarkError {
  if (error instanceof TidemarkError) return error;
  throw error;
}

/** What the event DataType's declaration and the limits ask of an event. */
export function eventRulesOf(
  dataType: DataType,
  limits: Pick<IngestLimits, 'idBytesMax' | 'futureToleranceMs'>,
): EventRules {
  const { maxAgeMs } = dataType.retention;
  return {
    actions: new Map(dataType.events?.actions.map((action) => [action.name, action])),
    idBytesMax: limits.idBytesMax,
    futureToleranceMs: limits.futureToleranceMs,
    ...(maxAgeMs !== undefined && { retentionMs: maxAgeMs }),
  };
}

/** Mutations of one row and the inputs that wait for them. */
interface PlannedRow {
  readonly key: Buffer;
  readonly mutations: Mutation[];
  /** Column and time of each mutation: the same cell need not be set twice. */
  readonly cells: Set<string>;
  readonly inputs: number[];
  bytes: number;
}

/** Protobuf framing and the family's name, per mutation; on the safe side. */
const MUTATION_OVERHEAD_BYTES = 128;
const MICROS_PER_MS = 1_000;

/** What one call will write, and what became of each input so far. */
class IngestPlan {
  readonly outcomes: IngestOutcome[] = [];
  readonly rows: PlannedRow[] = [];
  /** The row that each user's next mutation goes to. */
  readonly #openRows = new Map<string, PlannedRow>();
  readonly #dedupKeys = new Set<string>();

  constructor(
    readonly target: {
      readonly dataType: DataType;
      readonly rules: EventRules;
      readonly limits: IngestLimits;
    },
    readonly nowMs: number,
  ) {}

  add(input: IngestInput, index: number): void {
    try {
      if ('error' in input) throw input.error;
      this.outcomes[index] = { status: this.#plan(input.event, input.path ?? '', index) };
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      this.outcomes[index] = { status: 'rejected', error };
    }
  }

  /** Turns the outcomes of inputs whose row was not written into failures. */
  settle(results: readonly WriteResult[]): void {
    this.rows.forEach((row, i) => {
      const error = results[i];
      if (!(error instanceof TidemarkError)) return;
      for (const input of row.inputs) this.outcomes[input] = { status: 'failed', error };
    });
  }

  /** A duplicate is written too: it may be the earlier one of the two, which is the one that counts. */
  #plan(event: ActionEvent, path: string, index: number): 'accepted' | 'duplicate' {
    const { dataType, rules } = this.target;
    const action = validateEvent(event, rules, { nowMs: this.nowMs, path });
    const qualifier = eventQualifier(event, action);
    const value = encodeStoredEvent(event);
    refuseTooLarge(value, dataType, path);
    const row = this.#rowFor(event.userId, value.length + MUTATION_OVERHEAD_BYTES);
    row.inputs.push(index);
    const column = qualifier.toString('latin1');
    if (isNew(row.cells, `${column}@${event.eventTimeMs}`)) {
      row.mutations.push(setCell(dataType.family, qualifier, event.eventTimeMs * MICROS_PER_MS, value));
      row.bytes += value.length + MUTATION_OVERHEAD_BYTES;
    }
    const dedupKey = column.slice(0, DEDUP_PREFIX_BYTES) + event.userId;
    return isNew(this.#dedupKeys, dedupKey) ? 'accepted' : 'duplicate';
  }

  /** The user's row, or another entry for it once it is full. */
  #rowFor(userId: string, bytes: number): PlannedRow {
    const { mutationsPerRowMax, batchBytesMax } = this.target.limits;
    const open = this.#openRows.get(userId);
    const fits = open !== undefined && open.mutations.length < mutationsPerRowMax;
    if (fits && open.bytes + bytes <= batchBytesMax) return open;
    const key = rowKey(userId);
    const row = { key, mutations: [], cells: new Set<string>(), inputs: [], bytes: key.length };
    this.#openRows.set(userId, row);
    this.rows.push(row);
    return row;
  }
}

function isNew(keys: Set<string>, key: string): boolean {
  const before = keys.size;
  return keys.add(key).size > before;
}

function refuseTooLarge(value: Buffer, dataType: DataType, path: string): void {
  if (value.length <= dataType.valueBytesMax) return;
  throw new TidemarkError('value_too_large', `an event takes at most ${dataType.valueBytesMax} bytes`, {
    field: path === '' ? 'body' : path.slice(0, -1),
  });
}
