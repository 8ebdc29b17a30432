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
import { rejectWithoutConsent, type EventConsents } from '../privacy/event-consent';
import type { SketchedEvent } from '../sketches/sketch-target';
import type { IngestOutcome } from './ingest-outcome';

/** Limits of ingestion. */
export interface IngestLimits {
  readonly idBytesMax: number;
  readonly futureToleranceMs: number;
  /** Maximum number of mutations of one row entry in a MutateRows call. The client splits calls, but not entries. */
  readonly mutationsPerRowMax: number;
  readonly batchBytesMax: number;
  /** Maximum number of rows that the answer's token lists individually. */
  readonly writesMax: number;
}

/** Rules and codec for the events of one type. */
interface IngestTarget {
  readonly dataType: EventDataType;
  readonly rules: EventRules;
  readonly codec: EventCodec;
}

/** Mutations of one row and the inputs that depend on them. */
export interface PlannedRow {
  readonly key: Buffer;
  readonly userId: string;
  /** Country of the user's first input that states one; set once all inputs are planned. */
  accessLocation?: string | undefined;
  readonly mutations: Mutation[];
  readonly inputIndexes: number[];
  bytes: number;
}

/** The rows of one corpus. */
interface PlannedTable {
  readonly table: string;
  readonly rows: PlannedRow[];
  /** Entry that receives the next mutation, by user. */
  readonly openRows: Map<string, PlannedRow>;
  /**
   * Keys and cells of the events so far: `family/dedup key+user`, and the same with the rest of the column and the
   * time.
   */
  readonly seen: Set<string>;
}

/** Upper bound of the protobuf framing and the family name of a mutation, in bytes. */
const MUTATION_OVERHEAD_BYTES = 128;
const MICROS_PER_MS = 1_000;
/** Number of events planned per step. */
const INPUTS_PER_STEP = 64;

/** An input that is added to the counts over all users once it is written. */
export interface PlannedSketch {
  readonly inputIndex: number;
  readonly sketched: SketchedEvent;
}

const ACCEPTED: IngestOutcome = Object.freeze({ status: 'accepted' });
const DUPLICATE: IngestOutcome = Object.freeze({ status: 'duplicate_in_call' });

/** Inputs shared by all events of one ingest call. */
export interface IngestPlanOptions {
  /** Ingest rules and codecs by family. */
  readonly targets: ReadonlyMap<string, IngestTarget>;
  readonly limits: IngestLimits;
  readonly nowMs: number;
  /** Registrations of the entities whose events are accepted only if they have an object. */
  readonly entities: EntityRegistrations;
  /** Consent of the users whose events are accepted only with it. */
  readonly consents: EventConsents;
}

/** Result of writing a row: its error, or the placement that has it. */
type RowResult = TidemarkError | { readonly placement?: string | undefined };

/** The rows that one call will write, and the outcome of each input so far. */
export class IngestPlan {
  readonly outcomes: IngestOutcome[] = [];
  readonly #sketches: PlannedSketch[] = [];
  readonly #tables = new Map<string, PlannedTable>();
  /** Placements in which events were stored, by the index of the input. Events that are not placed have none. */
  readonly #placements = new Map<number, string>();
  /** Countries by user, of the inputs that state one. */
  readonly #accessLocations = new Map<string, string>();

  constructor(readonly options: IngestPlanOptions) {}

  /**
   * Returns the rows by table. All rows of a user get the same country, since any of them may be the first that is
   * written.
   */
  tables(): readonly { readonly table: string; readonly rows: readonly PlannedRow[] }[] {
    const tables = [...this.#tables.values()];
    if (this.#accessLocations.size > 0)
      for (const { rows } of tables)
        for (const row of rows) row.accessLocation = this.#accessLocations.get(row.userId);
    return tables;
  }

  /** Adds the inputs in steps of `INPUTS_PER_STEP`. */
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

  /** Records the result of writing a row: if it was not written, the outcomes of its inputs become failures. */
  recordRowResult({ inputIndexes }: PlannedRow, result: RowResult): void {
    if (result instanceof TidemarkError) {
      const status = isOfSubject(result) ? 'rejected' : 'failed';
      for (const inputIndex of inputIndexes) this.outcomes[inputIndex] = { status, error: result };
    } else if (result.placement !== undefined) {
      for (const inputIndex of inputIndexes) this.#placements.set(inputIndex, result.placement);
    }
  }

  /** Returns the sketch additions of the inputs whose rows were written. They are counted where the rows are. */
  sketches(): readonly PlannedSketch[] {
    const written = this.#sketches.filter(({ inputIndex }) => !('error' in this.outcomes[inputIndex]!));
    if (this.#placements.size === 0) return written;
    return written.map(({ inputIndex, sketched }) => ({
      inputIndex,
      sketched: { ...sketched, placement: this.#placements.get(inputIndex) },
    }));
  }

  /** Records that the input at the index failed. */
  fail(inputIndex: number, error: TidemarkError): void {
    this.outcomes[inputIndex] = { status: 'failed', error };
  }

  /** A duplicate is written too: it may be the earlier one of the two, which is the one that counts. */
  #plan(
    { event, dataType, path = '', accessLocation }: Extract<IngestInput, { event: unknown }>,
    index: number,
  ): IngestOutcome {
    const { targets, nowMs, entities, consents } = this.options;
    const { rules, codec } = targets.get(dataType.family)!;
    const action = validateEvent(event, rules, { nowMs, path });
    const rejection =
      rejectUnregistered(event, { dataType, entities, path }) ??
      rejectWithoutConsent(event, { dataType, consents, path });
    if (rejection !== undefined) return rejection;
    const qualifier = eventQualifier(event, action);
    const value = codec.toStored(event);
    rejectTooLarge(value, dataType, path);
    const table = this.#tableOf(dataType);
    const row = this.#rowFor(table, event.userId, value.length + MUTATION_OVERHEAD_BYTES);
    row.inputIndexes.push(index);
    if (accessLocation !== undefined && !this.#accessLocations.has(event.userId))
      this.#accessLocations.set(event.userId, accessLocation);
    if (dataType.events.sketches.length > 0)
      this.#sketches.push({ inputIndex: index, sketched: { event, dataType, action, qualifier } });
    const { family } = dataType;
    const column = qualifier.toString('latin1');
    const dedupKey = `${family}/${column.slice(0, DEDUP_PREFIX_BYTES)}${event.userId}`;
    const outcome = isNew(table.seen, dedupKey) ? ACCEPTED : DUPLICATE;
    // An identical cell need not be set twice.
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

  /** Returns the user's row entry, or a new one when it is full. */
  #rowFor({ rows, openRows }: PlannedTable, userId: string, bytes: number): PlannedRow {
    const { mutationsPerRowMax, batchBytesMax } = this.options.limits;
    const open = openRows.get(userId);
    const fits = open !== undefined && open.mutations.length < mutationsPerRowMax;
    if (fits && open.bytes + bytes <= batchBytesMax) return open;
    const key = rowKey(userId);
    const row: PlannedRow = { key, userId, mutations: [], inputIndexes: [], bytes: key.length };
    openRows.set(userId, row);
    rows.push(row);
    return row;
  }
}

/** Whether an error is about where the user's data is, so that writing the same events again does not help. */
function isOfSubject({ code }: TidemarkError): boolean {
  return code === 'location_required' || code === 'wrong_region';
}

function isNew(keys: Set<string>, key: string): boolean {
  const before = keys.size;
  return keys.add(key).size > before;
}

function rejectTooLarge(value: Buffer, dataType: EventDataType, path: string): void {
  if (value.length <= dataType.valueBytesMax) return;
  throw new TidemarkError('value_too_large', `an event takes at most ${dataType.valueBytesMax} bytes`, {
    field: path === '' ? 'body' : path.slice(0, -1),
  });
}
