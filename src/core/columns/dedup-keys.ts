import { eventQualifier } from '../events/dedup-key';
import type { EventType } from '../schema/schema';
import type { EventColumns } from './event-columns';
import { EventTexts } from './event-texts';

/**
 * The columns that the events would stand in as single cells; their first `DEDUP_PREFIX_BYTES` are the dedup key. An
 * action that the type does not know has none: undefined.
 */
export class DedupKeys {
  readonly #columns: EventColumns;
  readonly #type: EventType;
  /** Made with the first key: most columns are never looked for duplicates in. */
  #texts: EventTexts | undefined;

  constructor(columns: EventColumns, type: EventType) {
    this.#columns = columns;
    this.#type = type;
  }

  qualifierOf(event: number): Buffer | undefined {
    const { combinations, actionCodes, timesMs } = this.#columns;
    const code = actionCodes[combinations[event]!];
    const action = this.#type.actions.find((candidate) => candidate.code === code);
    if (action === undefined) return undefined;
    const texts = (this.#texts ??= new EventTexts(this.#columns, this.#type));
    return eventQualifier({ eventTimeMs: timesMs[event]!, dimensions: texts.of(event) }, action);
  }
}
