import type { ActionEvent } from '../../core/events/event';
import type { SketchTables } from '../../core/residency/sketch-tables';
import type { ActionDeclaration, EventDataType, SketchDeclaration } from '../../core/schema/schema';
import { DayFinder } from '../../core/sketches/day-finder';
import { sketchRowKey, type SketchCell } from '../../core/sketches/sketch-row';
import type { SketchRowAddress } from './sketch-row-address';

/** An event to be added to sketches. */
export interface SketchedEvent {
  readonly event: ActionEvent;
  readonly dataType: EventDataType;
  readonly action: ActionDeclaration;
  /** Qualifier of its column, which begins with its dedup key. */
  readonly qualifier: Buffer;
  /** Placement in which it is stored. Undefined for events that are not placed. */
  readonly placement?: string | undefined;
}

/**
 * The row and cells that an event is added to. Each cell has a counterpart for users when the declaration counts
 * reach.
 */
export interface EventSketchTargets {
  /** Key of the row in the sketch buffer. */
  readonly bufferKey: string;
  readonly table: string;
  readonly entityId: string;
  readonly day: string;
  readonly cells: readonly SketchCell[];
}

/** One declaration of sketches; maps events to rows and cells. */
export class SketchTarget {
  readonly declaration: SketchDeclaration;
  readonly #days: DayFinder;
  readonly #tableFor: SketchTables['tableFor'];

  constructor(declaration: SketchDeclaration, tableFor: SketchTables['tableFor']) {
    this.declaration = declaration;
    this.#days = new DayFinder(declaration.timeZone);
    this.#tableFor = tableFor;
  }

  /**
   * Returns the sketches of the event: of the hour and the day of its event time, in total and for each of its
   * breakdown values.
   */
  sketchesOf({ event, action, placement }: SketchedEvent): EventSketchTargets {
    const { corpus, family, level } = this.declaration;
    const table = this.#tableFor(corpus, placement);
    const entityId = event.dimensions[level.dimension.index]!;
    const { day, hour } = this.#days.find(event.eventTimeMs);
    const cells: SketchCell[] = [];
    for (const period of [undefined, hour]) {
      const cell = { hour: period, actionCode: action.code, kind: 'events' } as const;
      cells.push({ ...cell, breakdown: undefined });
      for (const [index, dimension] of this.declaration.breakdowns.entries()) {
        const value = event.dimensions[dimension.index];
        if (value !== undefined) cells.push({ ...cell, breakdown: { index, value } });
      }
    }
    return { bufferKey: `${table}/${family}/${entityId}#${day}`, table, entityId, day, cells };
  }

  rowAddressOf({ bufferKey, table, entityId, day }: EventSketchTargets): SketchRowAddress {
    const { family } = this.declaration;
    return { table, family, key: sketchRowKey(entityId, day), bufferKey };
  }
}
