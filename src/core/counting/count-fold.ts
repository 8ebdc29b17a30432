import { ByteInterner } from '../columns/byte-interner';
import { CountGroups } from './count-groups';
import type { CountQuery, EntitySelection } from './ad-count-query';
import type { GroupedCount } from './count-tally';
import { CountTally, emptyGroups, isZero } from './count-tally';
import { ACTION_OFFSET, DEDUP_PREFIX_BYTES, QUALIFIER_BYTES } from '../events/dedup-key';
import { AD_DIMENSIONS, indexOf, LEVEL_FIELD } from './ad-dimensions';
import type { EntityLevel } from '../schema';
import { EventSpans, malformedEvent } from '../events/stored-event';

/** What the fold needs of a stored cell. */
export interface EventCell {
  readonly qualifier: Uint8Array;
  readonly timestampMicros: number;
  readonly value: Uint8Array;
}

/** Counts of one window: the total, and per entity at each level asked for. */
export type WindowCounts = { readonly total: GroupedCount } & {
  readonly [level in EntityLevel]?: { readonly [entityId: string]: GroupedCount };
};
type Mutable<T> = { -readonly [key in keyof T]: T[key] };
export type Counts = { readonly [window: string]: WindowCounts };

const NOT_ASKED = -1;
/** Where the fields of the event at hand lie: one scratch for all folds, none of which can interleave. */
const spans = new EventSpans({ dimensions: AD_DIMENSIONS });
const VIEW_TYPE = indexOf('viewType');

/**
 * Answers a whole query, every window, level, candidate and group of it, in one pass over the cells of one row.
 * Cells must come in Bigtable's order (columns ascending) and from the start of each action's dedup window on: then
 * the versions of one event are neighbours, the earliest of which counts, and a duplicate that straddles a window's
 * edge is recognised. The answer is the same for any order and repetition of the deliveries that made the cells.
 */
export class CountFold {
  readonly #query: CountQuery;
  readonly #retainedFromMicros: number;
  readonly #fromMicros: readonly number[];
  readonly #toMicros: readonly number[];
  readonly #actionCodes: readonly number[];
  readonly #viewTypes: ByteInterner | undefined;
  readonly #groups: CountGroups;
  readonly #total: CountTally;
  readonly #levels: readonly LevelCounter[];
  /** The windows that contain the event at hand. */
  readonly #hits: Uint8Array;
  #earliest: EventCell | undefined;

  /** Cells from before `retainedFromMs` are ignored, as if garbage collection had removed them already. */
  constructor(query: CountQuery, retainedFromMs: number) {
    this.#query = query;
    this.#retainedFromMicros = retainedFromMs * 1_000;
    this.#fromMicros = query.windows.map(({ fromMs }) => fromMs * 1_000);
    this.#toMicros = query.windows.map(({ toMs }) => toMs * 1_000);
    this.#actionCodes = query.actions.map(({ code }) => code);
    this.#viewTypes = query.viewTypes === undefined ? undefined : internAll(query.viewTypes);
    const actionNames = query.actions.map(({ name }) => name);
    this.#groups = new CountGroups(query.groupBy, actionNames);
    const shape = { windows: query.windows.length, grouped: query.groupBy.length > 0 };
    this.#total = new CountTally(shape);
    this.#levels = query.entities.map((selection) => new LevelCounter(selection, shape));
    this.#hits = new Uint8Array(query.windows.length);
  }

  add(cell: EventCell): void {
    if (cell.qualifier.length !== QUALIFIER_BYTES) throw malformedEvent();
    if (cell.timestampMicros < this.#retainedFromMicros) return;
    const earliest = this.#earliest;
    if (earliest !== undefined) {
      if (sameEvent(earliest.qualifier, cell.qualifier)) {
        // At equal times the smaller content hash stays: its column came first.
        if (cell.timestampMicros < earliest.timestampMicros) this.#earliest = cell;
        return;
      }
      this.#count(earliest);
    }
    this.#earliest = cell;
  }

  finish(): Counts {
    if (this.#earliest !== undefined) this.#count(this.#earliest);
    this.#earliest = undefined;
    const counts = Object.create(null) as Record<string, WindowCounts>;
    this.#query.windows.forEach(({ name }, window) => (counts[name] = this.#windowCounts(window)));
    return counts;
  }

  #count(cell: EventCell): void {
    const action = this.#actionCodes.indexOf(cell.qualifier[ACTION_OFFSET]!);
    if (action === NOT_ASKED) return;
    const hitCount = this.#findWindows(cell.timestampMicros);
    if (hitCount === 0) return;
    const { value } = cell;
    spans.scan(value);
    if (!this.#hasViewType(value)) return;
    const group = this.#groups.nodeOf(action, value, spans);
    this.#total.add(0, group, this.#hits, hitCount);
    for (const level of this.#levels) {
      const entity = level.entityOf(value, spans);
      if (entity >= 0) level.tally.add(entity, group, this.#hits, hitCount);
    }
  }

  #findWindows(timestampMicros: number): number {
    let hitCount = 0;
    for (let i = 0; i < this.#fromMicros.length; i++) {
      if (timestampMicros >= this.#fromMicros[i]! && timestampMicros < this.#toMicros[i]!) {
        this.#hits[hitCount++] = i;
      }
    }
    return hitCount;
  }

  #hasViewType(value: Uint8Array): boolean {
    if (this.#viewTypes === undefined) return true;
    const start = spans.starts[VIEW_TYPE]!;
    return start !== 0 && this.#viewTypes.find(value, start, spans.ends[VIEW_TYPE]!) >= 0;
  }

  #windowCounts(window: number): WindowCounts {
    const counts: Mutable<WindowCounts> = { total: this.#total.answer(0, window, this.#groups) };
    for (const level of this.#levels) counts[level.level] = level.answer(window, this.#groups);
    return counts;
  }
}

/** Counts the entities of one level: the listed ones, or all that occur. */
class LevelCounter {
  readonly level: EntityLevel;
  readonly tally: CountTally;
  readonly #field: number;
  readonly #open: boolean;
  readonly #ids: ByteInterner;
  #sortedIds: readonly (readonly [string, number])[] | undefined;

  constructor(selection: EntitySelection, shape: { readonly windows: number; readonly grouped: boolean }) {
    this.level = selection.level;
    this.#field = indexOf(LEVEL_FIELD[selection.level]);
    this.#open = selection.ids === '*';
    this.#ids = internAll(selection.ids === '*' ? [] : selection.ids);
    this.tally = new CountTally(shape);
  }

  /** The entity's number, or -1 where the event has none or it was not asked for. */
  entityOf(value: Uint8Array, spans: EventSpans): number {
    const start = spans.starts[this.#field]!;
    if (start === 0) return -1;
    const end = spans.ends[this.#field]!;
    return this.#open ? this.#ids.intern(value, start, end) : this.#ids.find(value, start, end);
  }

  /** Listed entities are all there, with 0 where nothing happened; of an open level, those that occur in the window. */
  answer(window: number, groups: CountGroups): { [entityId: string]: GroupedCount } {
    const answer = emptyGroups();
    this.#sortedIds ??= sortedEntries(this.#ids);
    for (const [id, entity] of this.#sortedIds) {
      const count = this.tally.answer(entity, window, groups);
      if (!this.#open || !isZero(count)) answer[id] = count;
    }
    return answer;
  }
}

/** Compares the dedup prefixes from their end: the hash differs sooner than the time. */
function sameEvent(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = DEDUP_PREFIX_BYTES - 1; i >= 0; i--) if (a[i] !== b[i]) return false;
  return true;
}

function internAll(texts: readonly string[]): ByteInterner {
  const interner = new ByteInterner();
  for (const text of texts) interner.internText(text);
  return interner;
}

function sortedEntries(ids: ByteInterner): (readonly [string, number])[] {
  const entries: (readonly [string, number])[] = [];
  for (let i = 0; i < ids.size; i++) entries.push([ids.text(i), i]);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}
