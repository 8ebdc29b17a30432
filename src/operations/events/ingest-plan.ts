import { setCell } from '../../bigtable/write/mutations';
import type { Mutation } from '../../bigtable/client/types';
import type { EventCodec } from '../../codec/events/event-codec';
import type { IngestInput } from '../../codec/events/event-inputs';
import { DEDUP_PREFIX_BYTES, eventQualifier } from '../../core/events/dedup-key';
import { validateEvent, type EventRules } from '../../core/events/validate-event';
import { rowKey } from '../../core/rows/row-key';
import type { EventDataType } from '../../core/schema/schema';
import type { Steps } from '../../core/shared/steps';
import { TidemarkError } from '../../errors';
import { rejectUnregistered, type EntityRegistrations } from '../sketches/entity-registrations';
import type { SketchedEvent } from '../sketches/sketch-target';

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

/** What becomes of the events of one type. */
export interface IngestTarget {
  readonly dataType: EventDataType;
  readonly rules: EventRules;
  readonly codec: EventCodec;
}

/** Mutations of one row and the inputs that wait for them. */
export interface PlannedRow {
  readonly key: Buffer;
  readonly mutations: Mutation[];
  readonly inputs: number[];
  bytes: number;
}

/** The rows of one corpus. */
interface PlannedTable {
  readonly table: string;
  readonly rows: PlannedRow[];
  /** The row that each user's next mutation goes to. */
  readonly openRows: Map<string, PlannedRow>;
  /** Keys and cells of the events so far: `family/dedup key+user` and the same with the rest of the column and the time. */
  readonly seen: Set<string>;
}

/** Protobuf framing and the family's name, per mutation; on the safe side. */
const MUTATION_OVERHEAD_BYTES = 128;
const MICROS_PER_MS = 1_000;
/** Events that are planned in one step. */
const INPUTS_PER_STEP = 64;

/** An input that counts over all users are to have once it is written. */
export interface PlannedSketch {
  readonly input: number;
  readonly sketched: SketchedEvent;
}

const ACCEPTED: IngestOutcome = Object.freeze({ status: 'accepted' });
const DUPLICATE: IngestOutcome = Object.freeze({ status: 'duplicate' });

/** What one call goes by. */
export interface IngestPlanOptions {
  /** By family. */
  readonly targets: ReadonlyMap<string, IngestTarget>;
  readonly limits: IngestLimits;
  readonly nowMs: number;
  /** Those whose events are taken only if they have an object. */
  readonly entities: EntityRegistrations;
}

/** What one call will write, and what became of each input so far. */
export class IngestPlan {
  readonly outcomes: IngestOutcome[] = [];
  readonly #sketches: PlannedSketch[] = [];
  readonly #tables = new Map<string, PlannedTable>();

  constructor(readonly options: IngestPlanOptions) {}

  tables(): readonly { readonly table: string; readonly rows: readonly PlannedRow[] }[] {
    return [...this.#tables.values()];
  }

  /** In steps, each of some inputs. */
  *addAll(inputs: readonly IngestInput[]): Steps<void> {
    for (const [index, input] of inputs.entries()) {
      this.add(input, index);
      if (index % INPUTS_PER_STEP === INPUTS_PER_STEP - 1) yield;
    }
  }

  add(input: IngestInput, index: number): void {
    try {
      if ('error' in input) throw input.error;
      this.outcomes[index] = this.#plan(input, index);
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      this.outcomes[index] = { status: 'rejected', error };
    }
  }

  /** Turns the outcomes of inputs whose row was not written into failures. */
  settle(row: PlannedRow, result: unknown): void {
    if (!(result instanceof TidemarkError)) return;
    for (const input of row.inputs) this.fail(input, result);
  }

  /** Of the inputs whose rows were written. */
  sketches(): readonly PlannedSketch[] {
    return this.#sketches.filter(({ input }) => this.outcomes[input]!.status !== 'failed');
  }

  /** The event is not known to be in the counts. */
  fail(input: number, error: TidemarkError): void {
    this.outcomes[input] = { status: 'failed', error };
  }

  /** A duplicate is written too: it may be the earlier one of the two, which is the one that counts. */
  #plan(
    { event, dataType, path = '' }: Extract<IngestInput, { event: unknown }>,
    index: number,
  ): IngestOutcome {
    const { targets, nowMs, entities } = this.options;
    const { rules, codec } = targets.get(dataType.family)!;
    const action = validateEvent(event, rules, { nowMs, path });
    const refusal = rejectUnregistered(event, { dataType, entities, path });
    if (refusal !== undefined) return refusal;
    const qualifier = eventQualifier(event, action);
    const value = codec.toStored(event);
    refuseTooLarge(value, dataType, path);
    const table = this.#tableOf(dataType);
    const row = this.#rowFor(table, event.userId, value.length + MUTATION_OVERHEAD_BYTES);
    row.inputs.push(index);
    if (dataType.events.sketches.length > 0)
      this.#sketches.push({ input: index, sketched: { event, dataType, action, qualifier } });
    const { family } = dataType;
    const column = qualifier.toString('latin1');
    const dedupKey = `${family}/${column.slice(0, DEDUP_PREFIX_BYTES)}${event.userId}`;
    const outcome = isNew(table.seen, dedupKey) ? ACCEPTED : DUPLICATE;
    // The same cell need not be set twice.
    if (isNew(table.seen, `${dedupKey}@${event.eventTimeMs}${column.slice(DEDUP_PREFIX_BYTES)}`)) {
      row.mutations.push(setCell(family, qualifier, event.eventTimeMs * MICROS_PER_MS, value));
      row.bytes += value.length + MUTATION_OVERHEAD_BYTES;
    }
    return outcome;
  }

  #tableOf({ corpus }: EventDataType): PlannedTable {
    const known = this.#tables.get(corpus);
    if (known !== undefined) return known;
    const table = { table: corpus, rows: [], openRows: new Map(), seen: new Set<string>() };
    this.#tables.set(corpus, table);
    return table;
  }

  /** The user's row, or another entry for it once it is full. */
  #rowFor({ rows, openRows }: PlannedTable, userId: string, bytes: number): PlannedRow {
    const { mutationsPerRowMax, batchBytesMax } = this.options.limits;
    const open = openRows.get(userId);
    const fits = open !== undefined && open.mutations.length < mutationsPerRowMax;
    if (fits && open.bytes + bytes <= batchBytesMax) return open;
    const key = rowKey(userId);
    const row = { key, mutations: [], inputs: [], bytes: key.length };
    openRows.set(userId, row);
    rows.push(row);
    return row;
  }
}

function isNew(keys: Set<string>, key: string): boolean {
  const before = keys.size;
  return keys.add(key).size > before;
}

function refuseTooLarge(value: Buffer, dataType: EventDataType, path: string): void {
  if (value.length <= dataType.valueBytesMax) return;
  throw new TidemarkError('value_too_large', `an event takes at most ${dataType.valueBytesMax} bytes`, {
    field: path === '' ? 'body' : path.slice(0, -1),
  });
}
