import type { ActionEvent } from '../../core/events/event';
import type { ActionDeclaration, EventDataType, SketchDeclaration } from '../../core/schema/schema';
import { DayFinder } from '../../core/sketches/day-finder';
import { sketchRowKey, type SketchCell } from '../../core/sketches/sketch-row';
import type { SketchRowAddress } from './buffered-row';

/** An event that sketches count. */
export interface SketchedEvent {
  readonly event: ActionEvent;
  readonly dataType: EventDataType;
  readonly action: ActionDeclaration;
  /** Of its column, which begins with its dedup key. */
  readonly qualifier: Buffer;
}

/** Where an event belongs: a row, and cells of the events in it. Each has a twin for users, where they are counted. */
export interface EventSketchTargets {
  /** Of the row among all rows of sketches. */
  readonly bufferKey: string;
  readonly entityId: string;
  readonly day: string;
  readonly cells: readonly SketchCell[];
}

/** One declaration of sketches, and where events go by it. */
export class SketchTarget {
  readonly declaration: SketchDeclaration;
  readonly #days: DayFinder;
  readonly #name: string;

  constructor(declaration: SketchDeclaration) {
    this.declaration = declaration;
    this.#days = new DayFinder(declaration.timeZone);
    this.#name = `${declaration.corpus}/${declaration.family}/`;
  }

  /** The event counts in the hour and in the day of its own time, by all its events and by each of its values. */
  sketchesOf({ event, action }: SketchedEvent): EventSketchTargets {
    const entityId = event.dimensions[this.declaration.level.dimension.index]!;
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
    return { bufferKey: `${this.#name}${entityId}#${day}`, entityId, day, cells };
  }

  rowAddressOf({ bufferKey: rowName, entityId, day }: EventSketchTargets): SketchRowAddress {
    const { corpus: table, family } = this.declaration;
    return { table, family, key: sketchRowKey(entityId, day), bufferKey: rowName };
  }
}
