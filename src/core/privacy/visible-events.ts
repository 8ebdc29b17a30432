import { dedupWindowStartSeconds } from '../events/dedup-key';
import type { EventType } from '../schema/schema';
import { DedupKeys } from '../columns/dedup-keys';
import type { EventColumns } from '../columns/event-columns';
import type { NamedEvents } from './named-events';
import { pickEvents } from '../columns/pick-events';

/** Events of a user that are not to be seen. */
export interface HiddenEvents {
  /** Last hidden event time, in milliseconds since the Unix epoch; -1: none is hidden by its time. */
  readonly upToMs: number;
  /** Further hidden events. Absent: none is hidden by its qualifier. */
  readonly named?: NamedEvents | undefined;
}

/** Returns the events that are not hidden: the same columns if none is. */
export function visibleEvents(
  columns: EventColumns,
  { upToMs, named }: HiddenEvents,
  type: EventType,
): EventColumns {
  const later = eventsAfter(columns, upToMs);
  return named === undefined || later.count === 0 ? later : unnamed(later, named, type);
}

function eventsAfter(columns: EventColumns, upToMs: number): EventColumns {
  const { timesMs, count } = columns;
  if (count === 0 || timesMs[0]! > upToMs) return columns;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timesMs[middle]! > upToMs) high = middle;
    else low = middle + 1;
  }
  return pickEvents(
    columns,
    Uint32Array.from({ length: count - low }, (_, index) => low + index),
  );
}

/** Returns the events without those that are hidden by their qualifiers. */
function unnamed(columns: EventColumns, named: NamedEvents, type: EventType): EventColumns {
  const { count, timesMs, combinations, actionCodes } = columns;
  const windowSeconds = new Map(type.actions.map(({ code, dedup }) => [code, dedup.windowSeconds]));
  const keys = new DedupKeys(columns, type);
  // The qualifier of a packed event is a hash of its texts, so it is computed only in the windows of hidden events.
  const isHidden = (event: number): boolean => {
    const code = actionCodes[combinations[event]!]!;
    const length = windowSeconds.get(code);
    return (
      length !== undefined &&
      named.mayHave(dedupWindowStartSeconds(timesMs[event]!, length), code) &&
      named.has(keys.qualifierOf(event)!)
    );
  };
  const left: number[] = [];
  for (let event = 0; event < count; event++) if (!isHidden(event)) left.push(event);
  return left.length === count ? columns : pickEvents(columns, Uint32Array.from(left));
}
