/** Encodes events of one type to protobuf: as producers send them, and as cells store them. */
import { encodeDimension } from '../../core/events/dimension-bytes';
import type { ActionEvent } from '../../core/events/event';
import { dimensionTag, VARINT } from '../../core/events/wire-types';
import { writeText } from '../../core/events/write-text';
import type { Dimension, EventType } from '../../core/schema/schema';

/** Maximum length of a tag or a length. */
const VARINT32_BYTES_MAX = 5;
const ID_OVERHEAD_BYTES = 2 * VARINT32_BYTES_MAX;
const UTF8_BYTES_PER_UNIT_MAX = 3;
/** Maximum length of a text whose length in UTF-8 always fits into one byte. */
const SHORT_TEXT_MAX = Math.floor(0x7f / UTF8_BYTES_PER_UNIT_MAX);

export class EventEncoder {
  readonly #type: EventType;
  readonly #tags: readonly number[];

  constructor(type: EventType) {
    this.#type = type;
    this.#tags = type.dimensions.map(dimensionTag);
  }

  /**
   * Encodes the value of an event's cell, which omits the user, who is the row, the action, which is in the column's
   * name, and the time, which is the cell's timestamp. Equal events have equal bytes.
   */
  stored({ dimensions }: Pick<ActionEvent, 'dimensions'>): Buffer {
    scratch.clear();
    this.#dimensions(dimensions);
    return scratch.copy();
  }

  /** Encodes the whole message, as producers send it. */
  message({ userId, action, eventTimeMs, dimensions }: ActionEvent): Buffer {
    const { user, action: actionField, time } = this.#type;
    scratch.clear();
    scratch.id(dimensionTag(user), user, userId);
    scratch.id(dimensionTag({ ...actionField, wire: 'string' }), { wire: 'string' }, action);
    scratch.time(((time.fieldNumber << 3) | VARINT) >>> 0, eventTimeMs);
    this.#dimensions(dimensions);
    return scratch.copy();
  }

  #dimensions(dimensions: ActionEvent['dimensions']): void {
    const declared = this.#type.dimensions;
    for (let index = 0; index < declared.length; index++) {
      const id = dimensions[index];
      if (id !== undefined) scratch.id(this.#tags[index]!, declared[index]!, id);
    }
  }
}

/** Buffer of the message that is being encoded. All calls share it, which is safe because calls cannot interleave. */
class Scratch {
  #bytes = Buffer.allocUnsafe(4_096);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  copy(): Buffer {
    const copy = Buffer.allocUnsafe(this.#length);
    this.#bytes.copy(copy, 0, 0, this.#length);
    return copy;
  }

  id(tag: number, dimension: Pick<Dimension, 'wire'>, id: string): void {
    this.#reserve(ID_OVERHEAD_BYTES + id.length * UTF8_BYTES_PER_UNIT_MAX);
    this.#varint32(tag);
    if (dimension.wire === 'string') this.#text(id);
    else this.#binary(dimension, id);
  }

  /** Negative times take ten bytes like all negative numbers. Validation rejects them on arrival. */
  time(tag: number, ms: number): void {
    this.#reserve(ID_OVERHEAD_BYTES + VARINT32_BYTES_MAX);
    this.#varint32(tag);
    for (let rest = BigInt.asUintN(64, BigInt(ms)); ; rest >>= 7n) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0);
      if (rest <= 0x7fn) return;
    }
  }

  #text(text: string): void {
    if (text.length > SHORT_TEXT_MAX) {
      this.#varint32(Buffer.byteLength(text));
      this.#length += writeText(this.#bytes, this.#length, text);
      return;
    }
    const written = writeText(this.#bytes, this.#length + 1, text);
    this.#bytes[this.#length] = written;
    this.#length += 1 + written;
  }

  #binary(dimension: Pick<Dimension, 'wire'>, id: string): void {
    const bytes = encodeDimension(dimension, id);
    if (dimension.wire === 'bytes') this.#varint32(bytes.length);
    bytes.copy(this.#bytes, this.#length);
    this.#length += bytes.length;
  }

  #varint32(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

const scratch = new Scratch();
