/** Encodes events of one type to protobuf: as producers send them, and as cells store them. */
import { encodeDimension } from '../../core/events/dimension-bytes';
import type { ActionEvent } from '../../core/events/event';
import { dimensionTag } from '../../core/events/wire-types';
import { LENGTH_DELIMITED, VARINT } from '../../core/protobuf/wire-types';
import { WireWriter } from '../../core/protobuf/wire-writer';
import type { Dimension, EventType } from '../../core/schema/schema';

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
    writer.reset();
    this.#dimensions(dimensions);
    return writer.copy();
  }

  /** Encodes the whole message, as producers send it. */
  message({ userId, action, eventTimeMs, dimensions }: ActionEvent): Buffer {
    const { user, action: actionField, time } = this.#type;
    writer.reset();
    writeId(dimensionTag(user), user, userId);
    writer.text(((actionField.fieldNumber << 3) | LENGTH_DELIMITED) >>> 0, action);
    // Negative times take ten bytes, like all negative numbers. Validation rejects them on arrival.
    writer.varint(((time.fieldNumber << 3) | VARINT) >>> 0).varint64(BigInt(eventTimeMs));
    this.#dimensions(dimensions);
    return writer.copy();
  }

  #dimensions(dimensions: ActionEvent['dimensions']): void {
    const declared = this.#type.dimensions;
    for (let index = 0; index < declared.length; index++) {
      const id = dimensions[index];
      if (id !== undefined) writeId(this.#tags[index]!, declared[index]!, id);
    }
  }
}

/** Writer of the message that is being encoded. All calls share it, which is safe because calls cannot interleave. */
const writer = new WireWriter({ capacity: 4_096 });

function writeId(tag: number, dimension: Pick<Dimension, 'wire'>, id: string): void {
  if (dimension.wire === 'string') writer.text(tag, id);
  else if (dimension.wire === 'bytes') writer.bytes(tag, encodeDimension(dimension, id));
  else writer.varint(tag).raw(encodeDimension(dimension, id));
}
