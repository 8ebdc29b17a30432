import type { Row } from '../../bigtable/client/types';
import type { CampaignCountQuery, DayPart } from '../../core/campaign-counts/campaign-count-query';
import type {
  ActionCount,
  CampaignCounts,
  CountEstimate,
  EventCount,
} from '../../core/campaign-counts/campaign-counts-answer';
import { parseSketchColumn, type SketchColumn } from '../../core/sketches/sketch-row';
import { Sketch } from '../../core/sketches/sketch';
import { mergeSketchCell } from './corrupted-sketches';
import { EntityTooLarge } from './chunked-read';

/** Sketches of one action in one period, merged so far. */
interface OpenCount {
  readonly events: Sketch;
  readonly users: Sketch | undefined;
}

interface OpenAction extends OpenCount {
  readonly values: Map<string, OpenCount>;
}

export interface CampaignCountMergerLimits {
  /** Maximum number of sketches in memory. Each takes 16 KB at most. */
  readonly openSketchesMax: number;
  /** Called with the number of counts added to the answer. Throws when there are too many. */
  readonly onCounts: (count: number) => void;
}

/**
 * Merges the sketches of one entity into counts, row by row. Each row turns into numbers as soon as it is complete,
 * so only the sketches of one period are in memory, whatever the number of days.
 */
export class CampaignCountMerger {
  readonly #query: CampaignCountQuery;
  readonly #limits: CampaignCountMergerLimits;
  readonly #actionIndexes: ReadonlyMap<number, number>;
  readonly #counts: (readonly ActionCount[])[] = [];
  /** Sketches by period, then by action. */
  readonly #open = new Map<number, Map<number, OpenAction>>();
  #openSketches = 0;

  constructor(query: CampaignCountQuery, limits: CampaignCountMergerLimits) {
    this.#query = query;
    this.#limits = limits;
    this.#actionIndexes = new Map(query.actions.map(({ code }, index) => [code, index]));
  }

  /** Adds a row. Rows come in the order of the days. Throws `EntityTooLarge` and the errors of corrupted sketches. */
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

  /** Returns the sketch that the column is merged into; undefined when the query does not ask for it. */
  #sketchOf({ hour, actionCode, kind, breakdown }: SketchColumn, part: DayPart): Sketch | undefined {
    const { reach, breakdown: requested } = this.#query;
    const action = this.#actionIndexes.get(actionCode);
    const period = this.#periodOf(hour, part);
    if (action === undefined || period === undefined || (kind === 'users' && !reach)) return undefined;
    if (breakdown === undefined) return this.#openAction(period, action)[kind];
    if (breakdown.index !== requested?.index) return undefined;
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
    const { openSketchesMax } = this.#limits;
    if (this.#openSketches > openSketchesMax) throw new EntityTooLarge(`${openSketchesMax} sketches`);
    return { events: new Sketch(), users: reach ? new Sketch() : undefined };
  }

  /** Turns the open periods into numbers. No row adds to them any more. */
  #close(): void {
    for (const [period, actions] of this.#open) this.#counts[period] = this.#numbersOf(actions);
    this.#open.clear();
    this.#openSketches = 0;
  }

  #numbersOf(actions: ReadonlyMap<number, OpenAction> | undefined): readonly ActionCount[] {
    const { reach, breakdown } = this.#query;
    const each = reach ? 2 : 1;
    return this.#query.actions.map((_, index) => {
      const open = actions?.get(index);
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

/** Returns the estimate of a sketch with its bounds. */
function estimateOf(sketch: Sketch): CountEstimate {
  return { count: sketch.estimate(), exact: sketch.isExact, ...sketch.bounds() };
}
