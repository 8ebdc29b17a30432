/**
 * Decodes events of one type from protobuf. It is written by hand for two reasons. General decoders accept any wire
 * type for the declared one and repair invalid UTF-8, by which different ids become equal. And this runs for every
 * incoming event.
 */
import { decodeDimension, UUID_BYTES } from '../../core/events/dimension-bytes';
import type { ActionEvent } from '../../core/events/event';
import { FieldIndex, NO_DIMENSION } from '../../core/events/field-index';
import { canonicalId } from '../../core/events/ids';
import { dimensionTag, DIMENSION_WIRE_TYPES } from '../../core/events/wire-types';
import type { WireReader } from '../../core/protobuf/wire-reader';
import { LENGTH_DELIMITED, VARINT } from '../../core/protobuf/wire-types';
import type { Dimension, EventType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';

type IdField = Pick<Dimension, 'name' | 'wire' | 'idType'>;
type Dimensions = (string | undefined)[];

export class EventDecoder {
  readonly #type: EventType;
  readonly #fields: FieldIndex;
  /** Field number and wire type by dimension index. */
  readonly #tags: Uint32Array;
  readonly #userTag: number;
  readonly #actionTag: number;
  readonly #timeTag: number;
  readonly #others: readonly number[];

  constructor(type: EventType) {
    const { dimensions, user, action, time } = type;
    this.#type = type;
    this.#fields = new FieldIndex(type);
    this.#tags = Uint32Array.from(dimensions, dimensionTag);
    this.#userTag = dimensionTag(user);
    this.#actionTag = ((action.fieldNumber << 3) | LENGTH_DELIMITED) >>> 0;
    this.#timeTag = ((time.fieldNumber << 3) | VARINT) >>> 0;
    this.#others = [user.fieldNumber, action.fieldNumber, time.fieldNumber];
  }

  /**
   * Decodes the event in the rest of the reader's message. An empty string, 0 and empty bytes are an absent field, as
   * in proto3. Throws `malformed_body`, or `invalid_argument` for a missing or invalid id. `path` leads to the event.
   */
  decode(reader: WireReader, path: string): ActionEvent {
    try {
      return this.#read(reader, path);
    } catch (cause) {
      throw cause instanceof TidemarkError ? cause : malformedEventBody(path, cause);
    }
  }

  #read(reader: WireReader, path: string): ActionEvent {
    const { user, action: actionField, time, dimensions: declared } = this.#type;
    const dimensions: Dimensions = new Array<undefined>(declared.length).fill(undefined);
    let userId: string | undefined;
    let action = '';
    let eventTimeMs = 0;
    while (reader.position < reader.end) {
      const tag = reader.tag();
      if (tag === this.#userTag) userId = readId(reader, user, path);
      else if (tag === this.#actionTag) action = reader.text();
      else if (tag === this.#timeTag) eventTimeMs = reader.int64();
      else this.#readDimension(reader, tag, { dimensions, path });
    }
    if (userId === undefined) throw required(user.name, path);
    if (action === '') throw required(actionField.name, path);
    if (eventTimeMs === 0) throw required(time.name, path);
    return { userId, action, eventTimeMs, dimensions };
  }

  #readDimension(
    reader: WireReader,
    tag: number,
    into: { readonly dimensions: Dimensions; readonly path: string },
  ): void {
    const index = this.#fields.of(tag >>> 3);
    if (index === NO_DIMENSION) {
      if (this.#others.includes(tag >>> 3)) throw new Error('wrong wire type');
      reader.skip(tag & 7);
      return;
    }
    if (tag !== this.#tags[index]) throw new Error('wrong wire type');
    into.dimensions[index] = readId(reader, this.#type.dimensions[index]!, into.path);
  }
}

export function malformedEventBody(path: string, cause: unknown): TidemarkError {
  return new TidemarkError('malformed_body', 'is not a serialized protobuf message of the event type', {
    field: path === '' ? 'body' : path.slice(0, -1),
    cause,
  });
}

function required(name: string, path: string): TidemarkError {
  return invalidArgument(path + name, 'is required');
}

function readId(reader: WireReader, field: IdField, path: string): string | undefined {
  const { wire, idType } = field;
  if (wire !== 'string') return readBinaryId(reader, field, path);
  const text = reader.text();
  if (text === '') return undefined;
  return idType === 'string' ? text : canonicalId(text, idType, path + field.name);
}

function readBinaryId(reader: WireReader, field: IdField, path: string): string | undefined {
  const { buffer: bytes } = reader;
  if (field.wire === 'bytes') {
    const length = reader.length();
    const start = reader.position;
    reader.position = start + length;
    if (length === 0) return undefined;
    if (length !== UUID_BYTES) throw invalidArgument(path + field.name, `must have ${UUID_BYTES} bytes`);
    return decodeDimension(field, bytes, start, reader.position);
  }
  const start = reader.position;
  reader.skip(DIMENSION_WIRE_TYPES[field.wire]);
  const id = decodeDimension(field, bytes, start, reader.position);
  return id === '0' ? undefined : id;
}
