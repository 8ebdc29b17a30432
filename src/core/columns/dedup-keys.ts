import { eventQualifier } from '../events/dedup-key';
import type { EventType } from '../schema/schema';
import type { EventColumns } from './event-columns';
import { EventTexts } from './event-texts';

/**
 * Computes the columns in which packed events would be single cells. Their first `DEDUP_PREFIX_BYTES` are the dedup
 * key.
 */
export class DedupKeys {
  readonly #columns: EventColumns;
  readonly #type: EventType;
  /** Created with the first key, because most columns are never checked for duplicates. */
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
