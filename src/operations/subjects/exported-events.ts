import type { Cell } from '../../bigtable/client/types';
import { parseBlockColumn } from '../../core/blocks/block-column';
import { DedupKeys } from '../../core/columns/dedup-keys';
import { EventTexts } from '../../core/columns/event-texts';
import type { EventColumns } from '../../core/columns/event-columns';
import { readEvents } from '../../core/columns/read-events';
import { hiddenReason, type HiddenBounds } from '../../core/privacy/hidden-reason';
import {
  exportedDataType,
  isExported,
  type ExportLine,
  type HiddenChoice,
} from '../../core/privacy/subject-export';
import type { EventDataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';

const MICROS_PER_MS = 1_000;

/** Bounds and names by which events of one user are hidden. */
export interface HiddenEventsOfUser {
  readonly bounds: HiddenBounds;
  /** Qualifiers of deleted events, as Latin-1. */
  readonly deleted: Pick<ReadonlySet<string>, 'has'> | undefined;
}

/** Turns the cells of one DataType of events into lines: one for each event, also for those in action blocks. */
export class ExportedEvents {
  readonly #dataType: EventDataType;
  readonly #about: ReturnType<typeof exportedDataType>;
  readonly #choice: HiddenChoice;
  readonly #actions: ReadonlyMap<number, string>;

  constructor(dataType: EventDataType, choice: HiddenChoice) {
    this.#dataType = dataType;
    this.#about = exportedDataType(dataType);
    this.#choice = choice;
    this.#actions = new Map(dataType.events.actions.map(({ code, name }) => [code, name]));
  }

  *lines(cells: readonly Cell[], hidden: HiddenEventsOfUser): Iterable<ExportLine> {
    for (const cell of cells) {
      const storedIn = parseBlockColumn(cell.qualifier) === undefined ? 'cell' : 'block';
      const found = this.#read(cell);
      if (found === undefined) yield* this.#unreadable(cell, hidden, storedIn);
      else for (const columns of found) yield* this.#events(columns, hidden, storedIn);
    }
  }

  #read(cell: Cell): readonly EventColumns[] | undefined {
    try {
      return readEvents([cell], this.#dataType.events).parts;
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      return undefined;
    }
  }

  *#events(
    columns: EventColumns,
    { bounds, deleted }: HiddenEventsOfUser,
    storedIn: string,
  ): Iterable<ExportLine> {
    const { events: type } = this.#dataType;
    const texts = new EventTexts(columns, type);
    const keys = new DedupKeys(columns, type);
    for (let event = 0; event < columns.count; event++) {
      const timeMs = columns.timesMs[event]!;
      const isDeleted =
        deleted !== undefined && deleted.has(keys.qualifierOf(event)?.toString('latin1') ?? '');
      const hidden = hiddenReason(timeMs, bounds, { isDeleted });
      if (!isExported(hidden, this.#choice)) continue;
      const ids = texts.of(event);
      const code = columns.actionCodes[columns.combinations[event]!]!;
      const dimensions = Object.fromEntries(type.dimensions.map(({ name, index }) => [name, ids[index]]));
      const action = this.#actions.get(code) ?? String(code);
      yield { type: 'event', ...this.#about, action, timestampMs: timeMs, dimensions, storedIn, hidden };
    }
  }

  /** A cell that the schema cannot read is exported as its bytes. The time of a block is that of its latest event. */
  *#unreadable(
    { qualifier, timestampMicros, value }: Cell,
    { bounds, deleted }: HiddenEventsOfUser,
    storedIn: string,
  ): Iterable<ExportLine> {
    const timestampMs = timestampMicros / MICROS_PER_MS;
    const isDeleted = deleted?.has(qualifier.toString('latin1')) === true;
    const hidden = hiddenReason(timestampMs, bounds, { isDeleted });
    if (!isExported(hidden, this.#choice)) return;
    const bytes = { columnBase64: qualifier.toString('base64'), valueBase64: value.toString('base64') };
    yield { type: 'event', ...this.#about, timestampMs, storedIn, ...bytes, hidden };
  }
}
