/** Codec of the events of one type: as they arrive (JSON, protobuf), and as they are stored. */
import type { ActionEvent } from '../../core/events/event';
import { idFromJson } from '../../core/events/ids';
import { parseInstant } from '../../core/time/instant';
import { rejectUnknownFields, stringAt, type JsonObject } from '../../core/json/json-fields';
import type { EventType } from '../../core/schema/schema';
import { invalidArgument } from '../../errors';
import { EventDecoder } from './event-decoder';
import { EventEncoder } from './event-encoder';
import type { WireReader } from '../../core/protobuf/wire-reader';

/** Field beside an event's own fields that names its type, in a request that is a bare event. */
export const DATA_TYPE_FIELD = 'dataType';

export class EventCodec {
  /** Names of the fields in JSON. */
  readonly fields: readonly string[];
  readonly #type: EventType;
  readonly #decoder: EventDecoder;
  readonly #encoder: EventEncoder;
  readonly #known: ReadonlySet<string>;

  constructor(type: EventType) {
    const { user, action, time, dimensions } = type;
    this.fields = [user.name, action.name, time.name, ...dimensions.map(({ name }) => name)];
    this.#type = type;
    this.#decoder = new EventDecoder(type);
    this.#encoder = new EventEncoder(type);
    this.#known = new Set(this.fields);
  }

  /** Decodes an event from JSON. Throws `invalid_argument` that names the field. `path` leads to the event. */
  fromJson(fields: JsonObject, path: string): ActionEvent {
    this.#rejectUnknown(fields, path);
    const { user, action, time, dimensions } = this.#type;
    return {
      userId: idFromJson(fields[user.name], user.idType, path + user.name),
      action: stringAt(fields[action.name], path + action.name),
      eventTimeMs: instantAt(fields[time.name], path + time.name),
      dimensions: dimensions.map(({ name, idType }) => {
        const id = fields[name];
        return id === undefined || id === null ? undefined : idFromJson(id, idType, path + name);
      }),
    };
  }

  /** See `EventDecoder.decode`. */
  fromProtobuf(reader: WireReader, path: string): ActionEvent {
    return this.#decoder.decode(reader, path);
  }

  /** See `EventEncoder.message`. */
  toProtobuf(event: ActionEvent): Buffer {
    return this.#encoder.message(event);
  }

  /** See `EventEncoder.stored`. */
  toStored(event: Pick<ActionEvent, 'dimensions'>): Buffer {
    return this.#encoder.stored(event);
  }

  #rejectUnknown(fields: JsonObject, path: string): void {
    for (const name in fields) {
      if (this.#known.has(name) || (name === DATA_TYPE_FIELD && path === '')) continue;
      rejectUnknownFields({ [name]: fields[name] }, this.fields, path);
    }
  }
}

function instantAt(value: unknown, field: string): number {
  if (value === undefined) throw invalidArgument(field, 'is required');
  return parseInstant(value, field);
}
