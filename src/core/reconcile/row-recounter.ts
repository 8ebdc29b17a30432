/** Exact recount of one day from a user's row, from cells and blocks, by the rule that sketches use. */
import { parseBlockColumn } from '../blocks/block-column';
import { decodeBlock } from '../blocks/decode-block';
import type { CalendarDay } from '../time/calendar-day';
import { ByteInterner } from '../columns/byte-interner';
import type { EventColumns } from '../columns/event-columns';
import { DedupKeys } from '../columns/dedup-keys';
import { firstIndexAt } from '../columns/first-at';
import type { EventCell } from '../columns/event-cell';
import { ACTION_OFFSET, DEDUP_PREFIX_BYTES, QUALIFIER_BYTES } from '../events/dedup-key';
import { decodeDimension } from '../events/dimension-bytes';
import { EventSpans, malformedEvent } from '../events/stored-event';
import { maxOf } from '../shared/lists';
import type { Dimension, EventType, SketchDeclaration } from '../schema/schema';
import { TidemarkError } from '../../errors';
import { DayHours } from './day-hours';
import type { Recount } from './recount';
import { RowFindings } from './row-findings';

export interface RowRecounterOptions {
  readonly type: EventType;
  readonly sketch: SketchDeclaration;
  readonly day: CalendarDay;
  /** Recount to which the counts are added. */
  readonly recount: Recount;
  /** Canonical ids of the entities. Absent: all. */
  readonly entities?: ReadonlySet<string> | undefined;
}

/** Number of an entity that is not counted. */
const LEFT_OUT = -1;
/** Number of ids after which the interner is replaced. The recount knows the numbers of all ids. */
const INTERNED_MAX = 100_000;

interface Slice {
  readonly columns: EventColumns;
  readonly from: number;
  readonly to: number;
}

/**
 * Counts the distinct dedup keys that have an event in the day, and in each of its hours. Each event counts in the hour
 * and the day of its event time, and all stored duplicates count. (Reads of a user's events count only the earliest
 * duplicate.)
 */
export class RowRecounter {
  readonly #type: EventType;
  readonly #level: Dimension;
  readonly #recount: Recount;
  readonly #only: ReadonlySet<string> | undefined;
  readonly #hours: DayHours;
  readonly #spans: EventSpans;
  readonly #windowMsMax: number;
  /** Index of each action by code, and its dedup window by index. */
  readonly #places: readonly (number | undefined)[];
  readonly #windows: readonly number[];
  #interner = new ByteInterner();
  /** Numbers of the recount by those of the interner. */
  #numbers: number[] = [];

  constructor({ type, sketch, day, recount, entities: only }: RowRecounterOptions) {
    this.#type = type;
    this.#level = sketch.level.dimension;
    this.#recount = recount;
    this.#only = only;
    this.#hours = new DayHours(day);
    this.#spans = new EventSpans(type);
    const places: (number | undefined)[] = [];
    type.actions.forEach(({ code }, place) => (places[code] = place));
    this.#places = places;
    this.#windows = type.actions.map(({ dedup }) => dedup.windowSeconds);
    this.#windowMsMax = maxOf(this.#windows) * 1_000;
  }

  /**
   * Counts the cells of one user. They must be in the order of their columns and include all that may belong to the
   * day. Throws `internal` or `data_corrupted` for a value that is not an event of the type, and `answer_too_large` for
   * more entities than can be counted at once. Then nothing of the row has been counted.
   */
  count(cells: readonly EventCell[]): void {
    const findings = new RowFindings();
    this.#find(cells, findings, false);
    findings.addTo(this.#recount);
  }

  /** Collects a part of a row, which `countCollected` counts. A key found in several parts counts once. */
  collectPart(cells: readonly EventCell[], findings: RowFindings): void {
    this.#find(cells, findings, true);
  }

  countCollected(findings: RowFindings): void {
    findings.addTo(this.#recount);
  }

  #find(cells: readonly EventCell[], findings: RowFindings, isPart: boolean): void {
    const singles: EventCell[] = [];
    const slices: Slice[] = [];
    for (const cell of cells) {
      if (parseBlockColumn(cell.qualifier) === undefined) singles.push(cell);
      else slices.push(this.#sliceOf(decodeBlock(cell.value, this.#type)));
    }
    const blocks = slices.filter(({ from, to }) => from < to);
    // Within one source only neighbours are duplicates, so their keys need not be remembered.
    const mayRepeat = isPart || blocks.length > 1 || (blocks.length === 1 && singles.length > 0);
    this.#findSingles(singles, mayRepeat, findings);
    for (const block of blocks) this.#findPacked(block, mayRepeat, findings);
  }

  /** Returns the events of the day, and earlier ones whose windows extend into it. */
  #sliceOf(columns: EventColumns): Slice {
    const from = firstIndexAt(columns.timesMs, this.#hours.startMs - this.#windowMsMax);
    return { columns, from, to: firstIndexAt(columns.timesMs, this.#hours.endMs, from) };
  }

  #findSingles(cells: readonly EventCell[], mayRepeat: boolean, findings: RowFindings): void {
    let before: Uint8Array | undefined;
    for (const { qualifier, timestampMicros, value } of cells) {
      if (qualifier.length !== QUALIFIER_BYTES) throw malformedEvent();
      if (before === undefined || !haveOneKey(before, qualifier)) findings.endKey();
      before = qualifier;
      const hours = this.#hours.at(timestampMicros / 1_000);
      const place = this.#places[qualifier[ACTION_OFFSET]!];
      if (hours === 0 || place === undefined) continue;
      const entity = this.#entityIn(value);
      if (entity === LEFT_OUT) continue;
      const slot = this.#recount.slotOf(entity, place);
      if (mayRepeat) findings.addKeyed(keyOf(qualifier), slot, { hours, possible: 0 });
      else findings.addToCurrentKey(slot, hours);
    }
    findings.endKey();
  }

  #findPacked({ columns, from, to }: Slice, mayRepeat: boolean, findings: RowFindings): void {
    const entities = new EntityNumbers(columns, this.#level.index, (text) => this.#numberOf(text));
    const keys = mayRepeat ? new DedupKeys(columns, this.#type) : undefined;
    for (let event = from; event < to; event++) {
      const place = this.#places[columns.actionCodes[columns.combinations[event]!]!];
      if (place === undefined) continue;
      const timeMs = columns.timesMs[event]!;
      const hours = this.#hours.at(timeMs);
      const possible = this.#hours.possible(timeMs, this.#windows[place]!);
      if ((hours | possible) === 0) continue;
      const entity = entities.of(event);
      if (entity === LEFT_OUT) continue;
      const slot = this.#recount.slotOf(entity, place);
      if (keys === undefined) findings.addSingle(slot, { hours, possible });
      else findings.addKeyed(keyOf(keys.qualifierOf(event)!), slot, { hours, possible });
    }
  }

  #entityIn(value: Uint8Array): number {
    this.#spans.scan(value);
    const [start, end] = [this.#spans.starts[this.#level.index]!, this.#spans.ends[this.#level.index]!];
    if (start === 0) throw malformedEvent();
    if (this.#numbers.length > INTERNED_MAX) {
      this.#interner = new ByteInterner();
      this.#numbers = [];
    }
    const id = this.#interner.intern(value, start, end);
    return (this.#numbers[id] ??= this.#numberOf(decodeDimension(this.#level, value, start, end)));
  }

  #numberOf(entity: string): number {
    if (this.#only !== undefined && !this.#only.has(entity)) return LEFT_OUT;
    return this.#recount.numberOf(entity);
  }
}

/** Numbers of entities in a block. Each is looked up once. */
class EntityNumbers {
  readonly #columns: EventColumns;
  readonly #index: number;
  readonly #numberOf: (text: string) => number;
  readonly #numbers: number[] = [];

  constructor(columns: EventColumns, index: number, numberOf: (text: string) => number) {
    this.#columns = columns;
    this.#index = index;
    this.#numberOf = numberOf;
  }

  of(event: number): number {
    const { by, places, dictionary } = this.#columns.dimension(this.#index);
    const place = places[by === 'event' ? event : this.#columns.combinations[event]!]!;
    if (place === 0) throw new TidemarkError('data_corrupted', 'a packed event lacks its entity');
    return (this.#numbers[place] ??= this.#numberOf(dictionary.text(place - 1)));
  }
}

function haveOneKey(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = DEDUP_PREFIX_BYTES - 1; i >= 0; i--) if (a[i] !== b[i]) return false;
  return true;
}

function keyOf(qualifier: Uint8Array): string {
  return Buffer.from(qualifier.buffer, qualifier.byteOffset, DEDUP_PREFIX_BYTES).toString('latin1');
}
