import { parseBlockColumn } from '../blocks/block-column';
import { decodeBlock } from '../blocks/decode-block';
import { DedupKeys } from '../columns/dedup-keys';
import type { EventCell } from '../columns/event-cell';
import { DEDUP_PREFIX_BYTES } from '../events/dedup-key';
import type { EventType } from '../schema/schema';

const MICROS_PER_MS = 1_000;

/**
 * Returns the cells without those whose events are duplicates of others while one of both is recent. They must not be
 * packed together: only one of them would be left, and a tombstone that hides it, but not the other one, may be on its way
 * to this replica. Equal events are hidden together, so they are no duplicates here.
 */
export function withoutRecentDuplicates<Cell extends EventCell>(
  cells: readonly Cell[],
  type: EventType,
  fromMs: number,
): readonly Cell[] {
  const kept = new KeptEvents(fromMs);
  const isLeftOut = new Set(inOrder(cells).filter((cell) => !kept.add(eventsOf(cell, type))));
  return isLeftOut.size === 0 ? cells : cells.filter((cell) => !isLeftOut.has(cell));
}

interface NamedEvent {
  /** Dedup key, as Latin-1. */
  readonly key: string;
  readonly identity: string;
  readonly timeMs: number;
}

/** Events that are packed together. */
class KeptEvents {
  readonly #fromMs: number;
  readonly #byKey = new Map<string, { readonly identities: Set<string>; hasRecent: boolean }>();

  constructor(fromMs: number) {
    this.#fromMs = fromMs;
  }

  /** Adds all events of a cell, or none, and returns whether it has added them. */
  add(events: readonly NamedEvent[]): boolean {
    if (events.some((event) => this.#isDuplicate(event))) return false;
    for (const { key, identity, timeMs } of events) {
      const known = this.#byKey.get(key) ?? { identities: new Set(), hasRecent: false };
      known.identities.add(identity);
      known.hasRecent ||= timeMs >= this.#fromMs;
      this.#byKey.set(key, known);
    }
    return true;
  }

  #isDuplicate({ key, identity, timeMs }: NamedEvent): boolean {
    const known = this.#byKey.get(key);
    if (known === undefined || known.identities.has(identity)) return false;
    return known.hasRecent || timeMs >= this.#fromMs;
  }
}

/** Sorts blocks first, large ones before others, and then single events by time. */
function inOrder<Cell extends EventCell>(cells: readonly Cell[]): readonly Cell[] {
  const sizeOf = ({ qualifier, value }: Cell): number =>
    parseBlockColumn(qualifier) === undefined ? 0 : value.length;
  return [...cells].sort((a, b) => sizeOf(b) - sizeOf(a) || a.timestampMicros - b.timestampMicros);
}

function eventsOf({ qualifier, value, timestampMicros }: EventCell, type: EventType): readonly NamedEvent[] {
  if (parseBlockColumn(qualifier) === undefined)
    return [namedEvent(Buffer.from(qualifier), timestampMicros / MICROS_PER_MS)];
  const columns = decodeBlock(value, type);
  const keys = new DedupKeys(columns, type);
  return Array.from(columns.timesMs).flatMap((timeMs, event) => {
    const name = keys.qualifierOf(event);
    return name === undefined ? [] : [namedEvent(name, timeMs)];
  });
}

function namedEvent(qualifier: Buffer, timeMs: number): NamedEvent {
  const name = qualifier.toString('latin1');
  return { key: name.slice(0, DEDUP_PREFIX_BYTES), identity: `${name}@${timeMs}`, timeMs };
}
