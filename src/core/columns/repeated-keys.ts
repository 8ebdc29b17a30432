import { dedupWindowStartSeconds } from '../events/dedup-key';
import type { ActionDeclaration, EventType } from '../schema/schema';
import type { DimensionColumn, EventColumns } from './event-columns';
import { IdSet } from './id-set';
import { PairNumbers } from './pair-numbers';
import { int32s, uint8s } from './pooled-arrays';
import type { RawColumns } from './raw-columns';

/** Number of an event whose key was not found. */
const NO_KEY = -1;
/** Number of an absent id. Other ids are numbered from 1. */
const ABSENT = 0;
const ACTION_CODES = 256;

/** Range of events in one part. */
export interface EventSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds dedup keys that occur repeatedly among the events of several parts. A key is numbered by action, dedup window
 * and ids, so an event of a block costs some nanoseconds. To compute its column, a hash of its texts, takes a
 * microsecond. Events with the same key have the same number. Rarely do others, too, so the caller compares columns.
 */
export class RepeatedDedupKeys {
  /** Actions by code. */
  readonly #actions: readonly (ActionDeclaration | undefined)[];
  /** By action code: 1 if an event with the action was added. */
  readonly #added = uint8s(ACTION_CODES);
  /** Pairs of action and dedup window. */
  readonly #windows = new PairNumbers();
  /** Pairs of a window, or of a key without its last id, and an id. */
  readonly #keys = new PairNumbers();
  /** Ids by dimension index, of dimensions in dedup keys. */
  readonly #ids: IdSet[] = [];
  readonly #repeated = new Set<number>();

  constructor({ actions }: EventType) {
    const byCode: (ActionDeclaration | undefined)[] = [];
    for (const action of actions) byCode[action.code] = action;
    this.#actions = byCode;
  }

  /** Whether any number is repeated. */
  get hasRepeated(): boolean {
    return this.#repeated.size > 0;
  }

  /** Returns whether events with this number were added or found after another one had been added. */
  isRepeated(number: number): boolean {
    return this.#repeated.has(number);
  }

  /** Adds single events, a span of their combinations, and returns the number of each. */
  addSingles(singles: RawColumns, { start, end }: EventSpan): Int32Array {
    const { timesOfCombinations, actionCodes } = singles;
    const numbers = int32s(end - start).fill(NO_KEY);
    for (let i = start; i < end; i++) {
      const action = this.#actions[actionCodes[i]!];
      if (action === undefined) continue;
      const { dimensions } = action.dedup;
      const known = this.#keys.size;
      let key = this.#addWindow(action, timesOfCombinations[i]!);
      for (let d = 0; d < dimensions.length; d++) {
        const { index } = dimensions[d]!;
        key = this.#keys.add(key, 1 + singles.addIdTo(this.#idsOf(index), index, i));
      }
      if (this.#keys.size === known) this.#repeated.add(key);
      numbers[i - start] = key;
    }
    return numbers;
  }

  /** Adds the events of a block and returns the number of each. */
  addBlock(block: EventColumns): Int32Array {
    const { count, combinations, actionCodes, timesMs } = block;
    const ids = new BlockIds(block, (index, { dictionary }) => dictionary.addTo(this.#idsOf(index)));
    const numbers = int32s(count).fill(NO_KEY);
    for (let event = 0; event < count; event++) {
      const action = this.#actions[actionCodes[combinations[event]!]!];
      if (action === undefined) continue;
      const known = this.#keys.size;
      let key = this.#addWindow(action, timesMs[event]!);
      for (const { index } of action.dedup.dimensions) key = this.#keys.add(key, ids.of(index, event));
      if (this.#keys.size === known) this.#repeated.add(key);
      numbers[event] = key;
    }
    return numbers;
  }

  /** Returns the number of each event of a block, `NO_KEY` for those whose key was not added. */
  findInBlock(block: EventColumns): Int32Array {
    const { count, combinations, actionCodes, timesMs } = block;
    const ids = new BlockIds(block, (index, { dictionary }) => dictionary.lookUpIn(this.#idsOf(index)));
    const isPossible = this.#possibleActions(ids);
    const numbers = int32s(count).fill(NO_KEY);
    if (!isPossible.includes(1)) return numbers;
    for (let event = 0; event < count; event++) {
      const code = actionCodes[combinations[event]!]!;
      if (isPossible[code] === 0) continue;
      const key = this.#find(this.#actions[code]!, timesMs[event]!, ids, event);
      if (key === NO_KEY) continue;
      this.#repeated.add(key);
      numbers[event] = key;
    }
    return numbers;
  }

  /** Returns by action code: 1 if events with the action were added, and the block has ids of their keys. */
  #possibleActions(ids: BlockIds): Uint8Array {
    const possible = uint8s(ACTION_CODES);
    for (const action of this.#actions) {
      if (action === undefined || this.#added[action.code] === 0) continue;
      possible[action.code] = Number(action.dedup.dimensions.every(({ index }) => ids.hasKnown(index)));
    }
    return possible;
  }

  #addWindow({ code, dedup }: ActionDeclaration, timeMs: number): number {
    this.#added[code] = 1;
    return this.#windows.add(code, dedupWindowStartSeconds(timeMs, dedup.windowSeconds));
  }

  #find({ code, dedup }: ActionDeclaration, timeMs: number, ids: BlockIds, event: number): number {
    const { dimensions, windowSeconds } = dedup;
    let key = this.#windows.find(code, dedupWindowStartSeconds(timeMs, windowSeconds));
    for (let i = 0; i < dimensions.length && key !== NO_KEY; i++) {
      const id = ids.of(dimensions[i]!.index, event);
      key = id < ABSENT ? NO_KEY : this.#keys.find(key, id);
    }
    return key;
  }

  #idsOf(index: number): IdSet {
    return (this.#ids[index] ??= new IdSet());
  }
}

/** Numbers of the ids of a block's events. */
class BlockIds {
  readonly #block: EventColumns;
  readonly #numbersOf: (index: number, column: DimensionColumn) => Int32Array;
  readonly #columns: (NumberedColumn | undefined)[] = [];

  /** `numbersOf` returns for each index of a column's dictionary the value's number in a set, from 0, or -1. */
  constructor(block: EventColumns, numbersOf: (index: number, column: DimensionColumn) => Int32Array) {
    this.#block = block;
    this.#numbersOf = numbersOf;
  }

  /** Returns `ABSENT`, 1 + the id's number in the set, or less than `ABSENT` for an id that the set lacks. */
  of(index: number, event: number): number {
    const { isByEvent, places, numbers } = this.#column(index);
    const place = places[isByEvent ? event : this.#block.combinations[event]!]!;
    if (place === 0) return ABSENT;
    const number = numbers[place - 1]!;
    return number < 0 ? number : 1 + number;
  }

  /** Returns whether the set has an id of the dimension, or an event lacks the dimension. */
  hasKnown(index: number): boolean {
    const { numbers, places } = this.#column(index);
    for (let i = 0; i < numbers.length; i++) if (numbers[i]! >= 0) return true;
    return places.includes(0);
  }

  #column(index: number): NumberedColumn {
    return (this.#columns[index] ??= this.#number(index));
  }

  #number(index: number): NumberedColumn {
    const column = this.#block.dimension(index);
    const { by, places } = column;
    return { isByEvent: by === 'event', places, numbers: this.#numbersOf(index, column) };
  }
}

interface NumberedColumn {
  readonly isByEvent: boolean;
  readonly places: Uint32Array;
  readonly numbers: Int32Array;
}
