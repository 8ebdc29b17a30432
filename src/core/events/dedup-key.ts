import type { ActionEvent } from './event';
import { hash128Into } from '../shared/hash64';
import type { ActionDeclaration } from '../schema/schema';
import { writeText } from '../shared/write-text';

/**
 * The column qualifier of a stored event:
 *
 *     0        4       5                       17              21
 *     | window | action | dedup hash            | content hash |
 *
 * - window: start of the event time's dedup window, seconds since the Unix epoch, big-endian, so columns sort by
 *   time;
 * - action: its stable code;
 * - dedup hash: 96 bits over the dimensions that the action's policy names;
 * - content hash: 32 bits over every dimension, so that differing events with equal dedup keys are neighbours and
 *   neither overwrites the other.
 *
 * The same event always has the same cell, whatever the order, number and region of its deliveries. This also holds
 * after its type gained dimensions: the hash omits those that the event lacks.
 */
export const QUALIFIER_BYTES = 21;
export const ACTION_OFFSET = 4;
const DEDUP_HASH_OFFSET = 5;
/** Columns that share this many first bytes belong to one event, delivered in one or several versions. */
export const DEDUP_PREFIX_BYTES = 17;

/**
 * Minimum number of hashed dimensions. Absent ones are hashed as empty. Of further dimensions, those up to the last
 * present one are hashed. So a dimension added at the end of a type changes nothing for events without it.
 */
const DIMENSIONS_HASHED_MIN = 7;

const MS_PER_SECOND = 1_000;

/**
 * Returns the start of the dedup window of an event time, in seconds. Without a window the time is rounded down to the
 * second.
 */
export function dedupWindowStartSeconds(eventTimeMs: number, windowSeconds: number): number {
  const seconds = Math.floor(eventTimeMs / MS_PER_SECOND);
  return windowSeconds === 0 ? seconds : seconds - (seconds % windowSeconds);
}

/** The parts of an event that its column depends on. */
export type KeyedEvent = Pick<ActionEvent, 'eventTimeMs' | 'dimensions'>;

export function eventQualifier({ eventTimeMs, dimensions }: KeyedEvent, action: ActionDeclaration): Buffer {
  const { dimensions: dedupDimensions, windowSeconds } = action.dedup;
  const qualifier = Buffer.allocUnsafe(QUALIFIER_BYTES);
  qualifier.writeUInt32BE(dedupWindowStartSeconds(eventTimeMs, windowSeconds), 0);
  qualifier[ACTION_OFFSET] = action.code;
  canonical.reset();
  for (const { index } of dedupDimensions) canonical.add(dimensions[index]);
  if (windowSeconds === 0) canonical.add(String(eventTimeMs));
  canonical.hashInto(qualifier, DEDUP_HASH_OFFSET, DEDUP_PREFIX_BYTES);
  canonical.reset();
  for (let i = 0, count = hashedDimensions(dimensions); i < count; i++) canonical.add(dimensions[i]);
  canonical.hashInto(qualifier, DEDUP_PREFIX_BYTES, QUALIFIER_BYTES);
  return qualifier;
}

function hashedDimensions(dimensions: KeyedEvent['dimensions']): number {
  let count = dimensions.length;
  while (count > DIMENSIONS_HASHED_MIN && dimensions[count - 1] === undefined) count--;
  return Math.max(count, DIMENSIONS_HASHED_MIN);
}

/** Values as length (u32, little-endian) and UTF-8 bytes. An absent value is the empty one, which no id is. */
class CanonicalValues {
  #bytes = Buffer.allocUnsafe(1_024);
  #length = 0;

  reset(): void {
    this.#length = 0;
  }

  add(value: string | undefined): void {
    const text = value ?? '';
    this.#reserve(4 + text.length * 3);
    const bytes = this.#bytes;
    const start = this.#length;
    const written = writeText(bytes, start + 4, text);
    bytes[start] = written;
    bytes[start + 1] = written >>> 8;
    bytes[start + 2] = written >>> 16;
    bytes[start + 3] = written >>> 24;
    this.#length = start + 4 + written;
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
