import type { ActionEvent, EventDimension } from './event';
import { EVENT_DIMENSIONS } from './event';
import { hash128Into } from '../hash64';
import type { ActionDeclaration } from '../schema';

/**
 * The column qualifier of a stored event:
 *
 *     0        4       5                       17              21
 *     | window | action | dedup hash            | content hash |
 *
 * - window: start of the event time's dedup window, seconds since the Unix epoch, big-endian, so columns sort by time;
 * - action: its stable code;
 * - dedup hash: 96 bits over the dimensions that the action's policy names;
 * - content hash: 32 bits over every dimension, so that differing events with equal dedup keys are neighbours and
 *   neither overwrites the other.
 *
 * The same event always lands on the same cell, whatever the order, number and region of its deliveries.
 */
export const QUALIFIER_BYTES = 21;
export const ACTION_OFFSET = 4;
const DEDUP_HASH_OFFSET = 5;
/** Columns that share these first bytes hold one event, delivered in one or several versions of it. */
export const DEDUP_PREFIX_BYTES = 17;

const MS_PER_SECOND = 1_000;

/** Start of the dedup window that an event time falls into. An action without a window is floored to the second. */
export function dedupWindowStartSeconds(eventTimeMs: number, windowSeconds: number): number {
  const seconds = Math.floor(eventTimeMs / MS_PER_SECOND);
  return windowSeconds === 0 ? seconds : seconds - (seconds % windowSeconds);
}

export function eventQualifier(event: ActionEvent, action: ActionDeclaration): Buffer {
  const { dimensions, windowSeconds } = action.dedup;
  const qualifier = Buffer.allocUnsafe(QUALIFIER_BYTES);
  qualifier.writeUInt32BE(dedupWindowStartSeconds(event.eventTimeMs, windowSeconds), 0);
  qualifier[ACTION_OFFSET] = action.code;
  canonical.reset();
  for (const { name } of dimensions) canonical.add(event[name as EventDimension]);
  if (windowSeconds === 0) canonical.add(String(event.eventTimeMs));
  canonical.hashInto(qualifier, DEDUP_HASH_OFFSET, DEDUP_PREFIX_BYTES);
  canonical.reset();
  for (const name of EVENT_DIMENSIONS) canonical.add(event[name]);
  canonical.hashInto(qualifier, DEDUP_PREFIX_BYTES, QUALIFIER_BYTES);
  return qualifier;
}

/** Values as length (u32, little-endian) and UTF-8 bytes; an absent one is the empty one, which ids never are. */
class CanonicalValues {
  #bytes = Buffer.allocUnsafe(1_024);
  #length = 0;

  reset(): void {
    this.#length = 0;
  }

  add(value: string | undefined): void {
    const text = value ?? '';
    this.#reserve(4 + text.length * 3);
    const written = this.#bytes.write(text, this.#length + 4, 'utf8');
    this.#bytes.writeUInt32LE(written, this.#length);
    this.#length += 4 + written;
  }

  hashInto(target: Buffer, start: number, end: number): void {
    hash128Into(this.#bytes, this.#length, { target, offset: start, bytes: end - start });
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

const canonical = new CanonicalValues();
