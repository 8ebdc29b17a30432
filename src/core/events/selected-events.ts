import { parseBlockColumn } from '../blocks/block-column';
import { DedupKeys } from '../columns/dedup-keys';
import { EventTexts } from '../columns/event-texts';
import type { EventCell } from '../columns/event-cell';
import { readEvents } from '../columns/read-events';
import { acceptsIds, type EventSelection } from './event-selection';

/** A stored event, in one cell or several: a column with the times at which it was delivered, or a part of blocks. */
export interface SelectedEvent {
  readonly qualifier: Buffer;
  /** Earliest of its times, which is the one that counts, in milliseconds since the Unix epoch. */
  readonly timeMs: number;
  /** Latest of its times, in milliseconds since the Unix epoch. */
  readonly latestMs: number;
  /** Times of its single cells, in microseconds since the Unix epoch; none if it is only in blocks. */
  readonly cellTimesMicros: readonly number[];
}

const MICROS_PER_MS = 1_000;

/**
 * Collects the events of a user's row that a selection accepts. An event that was delivered with several times within its
 * dedup window is selected by the earliest, which is the one that counts.
 */
export class SelectedEvents {
  readonly #selection: EventSelection;
  readonly #hidden: (qualifier: string, timeMs: number) => boolean;
  readonly #actionCodes: ReadonlySet<number>;
  readonly #found = new Map<
    string,
    { timeMs: number; latestMs: number; readonly cellTimesMicros: number[] }
  >();

  /** `hidden`: whether no read shows the event with this qualifier, as Latin-1, and time. */
  constructor(selection: EventSelection, hidden: (qualifier: string, timeMs: number) => boolean) {
    this.#selection = selection;
    this.#hidden = hidden;
    this.#actionCodes = new Set(selection.actions.map(({ code }) => code));
  }

  /** Adds a cell of the family: a single event or a block. Throws the errors of `readEvents`. */
  add(cell: EventCell): void {
    const type = this.#selection.dataType.events;
    const isBlock = parseBlockColumn(cell.qualifier) !== undefined;
    for (const columns of readEvents([cell], type).parts) {
      const texts = new EventTexts(columns, type);
      const keys = new DedupKeys(columns, type);
      for (let event = 0; event < columns.count; event++) {
        if (!this.#actionCodes.has(columns.actionCodes[columns.combinations[event]!]!)) continue;
        if (!acceptsIds(this.#selection, texts.of(event))) continue;
        const qualifier = isBlock ? keys.qualifierOf(event) : cell.qualifier;
        if (qualifier === undefined) continue;
        this.#add(Buffer.from(qualifier).toString('latin1'), columns.timesMs[event]!, isBlock);
      }
    }
  }

  #add(qualifier: string, timeMs: number, isBlock: boolean): void {
    if (this.#hidden(qualifier, timeMs)) return;
    const known = this.#found.get(qualifier) ?? { timeMs, latestMs: timeMs, cellTimesMicros: [] };
    known.timeMs = Math.min(known.timeMs, timeMs);
    known.latestMs = Math.max(known.latestMs, timeMs);
    if (!isBlock) known.cellTimesMicros.push(timeMs * MICROS_PER_MS);
    this.#found.set(qualifier, known);
  }

  /** Returns the selected events, in no particular order. */
  result(): readonly SelectedEvent[] {
    const { fromMs, toMs } = this.#selection;
    return Array.from(this.#found)
      .filter(([, { timeMs }]) => timeMs >= fromMs && timeMs < toMs)
      .map(([qualifier, found]) => ({ qualifier: Buffer.from(qualifier, 'latin1'), ...found }));
  }
}
