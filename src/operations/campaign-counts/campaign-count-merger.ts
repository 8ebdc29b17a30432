import type { Row } from '../../bigtable/client/types';
import type { CampaignCountQuery, DayPart } from '../../core/campaign-counts/campaign-count-query';
import { parseSketchColumn, type SketchColumn } from '../../core/sketches/sketch-row';
import { Sketch } from '../../core/sketches/sketch';
import { mergeSketchCell } from './corrupted-sketches';
import { EntityTooLarge } from './chunked-read';

/** How many there are: exactly, or by an estimate whose bounds hold in 95 of 100 cases. */
export interface CountEstimate {
  readonly count: number;
  readonly exact: boolean;
  readonly lower: number;
  readonly upper: number;
}

/** Of one action in one period. */
export interface EventCount {
  readonly events: CountEstimate;
  /** Distinct users, where they are asked for. */
  readonly users: CountEstimate | undefined;
}

export interface ActionCount extends EventCount {
  /** By value of the dimension; undefined where there is no breakdown. Values that nothing was counted of are not there. */
  readonly values: ReadonlyMap<string, EventCount> | undefined;
}

/** By period, then by action, in the query's order. */
export type CampaignCounts = readonly (readonly ActionCount[])[];

/** Sketches of one action in one period that are merged so far. */
interface OpenCount {
  readonly events: Sketch;
  readonly users: Sketch | undefined;
}

interface OpenAction extends OpenCount {
  readonly values: Map<string, OpenCount>;
}

export interface CampaignCountMergerLimits {
  /** Sketches that are held at once: each takes 16 KB at most. */
  readonly openSketchesMax: number;
  /** Is told of numbers that are added to the answer, and throws when they are too many. */
  readonly onCounts: (count: number) => void;
}

/**
 * Merges one entity's sketches into its counts, row by row. What a row completes becomes numbers at once: whatever the
 * number of days, only sketches of one period are held.
 */
export class CampaignCountMerger {
  readonly #query: CampaignCountQuery;
  readonly #limits: CampaignCountMergerLimits;
  readonly #places: ReadonlyMap<number, number>;
  readonly #counts: (readonly ActionCount[])[] = [];
  /** By period, then by action. */
  readonly #open = new Map<number, Map<number, OpenAction>>();
  #openSketches = 0;

  constructor(query: CampaignCountQuery, limits: CampaignCountMergerLimits) {
    this.#query = query;
    this.#limits = limits;
    this.#places = new Map(query.actions.map(({ code }, place) => [code, place]));
  }

  /** Rows come in the order of the days. Throws what is wrong with the entity's sketches, and `EntityTooLarge`. */
  addRow(part: DayPart, row: Row | undefined): void {
    const { family } = this.#query.sketches;
    for (const cell of row?.cells ?? []) {
      if (cell.family !== family) continue;
      const column = parseSketchColumn(cell.qualifier);
      const sketch = column === undefined ? undefined : this.#sketchOf(column, part);
      if (sketch !== undefined) mergeSketchCell(sketch, cell, part.day);
    }
    if (this.#query.by !== 'total') this.#close();
  }

  finish(): CampaignCounts {
    this.#close();
    return this.#query.periods.map((_, period) => this.#counts[period] ?? this.#numbersOf(undefined));
  }

  /** Undefined for what is not asked for. */
  #sketchOf({ hour, actionCode, kind, breakdown }: SketchColumn, part: DayPart): Sketch | undefined {
    const { reach, breakdown: wanted } = this.#query;
    const action = this.#places.get(actionCode);
    const period = this.#periodOf(hour, part);
    if (action === undefined || period === undefined || (kind === 'users' && !reach)) return undefined;
    if (breakdown === undefined) return this.#openAction(period, action)[kind];
    if (breakdown.index !== wanted?.index) return undefined;
    return this.#openValue(this.#openAction(period, action), breakdown.value)[kind];
  }

  #periodOf(hour: number | undefined, { hours, period }: DayPart): number | undefined {
    if (hours === undefined) return hour === undefined ? period : undefined;
    if (hour === undefined || hour < hours.first || hour >= hours.end) return undefined;
    return this.#query.by === 'hour' ? period + hour - hours.first : period;
  }

  #openAction(period: number, action: number): OpenAction {
    let actions = this.#open.get(period);
    if (actions === undefined) this.#open.set(period, (actions = new Map<number, OpenAction>()));
    let open = actions.get(action);
    if (open === undefined) actions.set(action, (open = { ...this.#opened(), values: new Map() }));
    return open;
  }

  #openValue({ values }: OpenAction, value: string): OpenCount {
    let open = values.get(value);
    if (open === undefined) values.set(value, (open = this.#opened()));
    return open;
  }

  #opened(): OpenCount {
    const { reach } = this.#query;
    this.#openSketches += reach ? 2 : 1;
    const { openSketchesMax: openMax } = this.#limits;
    if (this.#openSketches > openMax) throw new EntityTooLarge(`${openMax} sketches`);
    return { events: new Sketch(), users: reach ? new Sketch() : undefined };
  }

  /** Nothing more of the open periods is to come. */
  #close(): void {
    for (const [period, actions] of this.#open) this.#counts[period] = this.#numbersOf(actions);
    this.#open.clear();
    this.#openSketches = 0;
  }

  #numbersOf(actions: ReadonlyMap<number, OpenAction> | undefined): readonly ActionCount[] {
    const { reach, breakdown } = this.#query;
    const each = reach ? 2 : 1;
    return this.#query.actions.map((_, place) => {
      const open = actions?.get(place);
      const found = [...(open?.values ?? [])];
      this.#limits.onCounts(each * (1 + found.length));
      const values = breakdown && new Map(found.map(([value, count]) => [value, numbers(count, reach)]));
      return { ...numbers(open, reach), values };
    });
  }
}

const NONE: CountEstimate = Object.freeze({ count: 0, exact: true, lower: 0, upper: 0 });

function numbers(open: OpenCount | undefined, reach: boolean): EventCount {
  if (open === undefined) return { events: NONE, users: reach ? NONE : undefined };
  return { events: estimateOf(open.events), users: open.users && estimateOf(open.users) };
}

export function estimateOf(sketch: Sketch): CountEstimate {
  return { count: sketch.estimate(), exact: sketch.isExact, ...sketch.bounds() };
}
