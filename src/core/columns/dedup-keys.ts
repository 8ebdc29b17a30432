import { eventQualifier } from '../events/dedup-key';
import type { EventType } from '../schema';
import type { EventColumns } from './columns';
import { EventTexts } from './event-texts';

/**
 * The columns that the events would stand in as single cells; their first `DEDUP_PREFIX_BYTES` are the dedup key. An
 * action that the type does not know has none: undefined.
 */
export class DedupKeys {
  readonly #columns: EventColumns;
  readonly #texts: EventTexts;
  readonly #actions: EventType['actions'];

  constructor(columns: EventColumns, type: EventType) {
    this.#columns = columns;
    this.#texts = new EventTexts(columns, type);
    this.#actions = type.actions;
  }

  qualifierOf(event: number): Buffer | undefined {
    const { combinations, actionCodes, timesMs } = this.#columns;
    const code = actionCodes[combinations[event]!];
    const action = this.#actions.find((candidate) => candidate.code === code);
    if (action === undefined) return undefined;
    return eventQualifier({ eventTimeMs: timesMs[event]!, dimensions: this.#texts.of(event) }, action);
  }
}
