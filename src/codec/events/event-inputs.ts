/** Decodes the events of a request or a message, and reports entries that are not events. */
import type { ActionEvent } from '../../core/events/event';
import { LENGTH_DELIMITED } from '../../core/protobuf/wire-types';
import {
  arrayAt,
  nonEmptyArrayAt,
  objectAt,
  rejectUnknownFields,
  stringAt,
  type JsonObject,
} from '../../core/json/json-fields';
import type { EventDataType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import { DATA_TYPE_FIELD, type EventCodec } from './event-codec';
import { malformedEventBody } from './event-decoder';
import type { EventMessage } from './event-messages';
import type { SchemaRegistry } from '../declarations/schema-registry';
import { WireReader } from '../../core/protobuf/wire-reader';

/** Entry of a batch: an event that is still to be validated, or the error of an invalid entry. */
export type IngestInput =
  | {
      readonly event: ActionEvent;
      readonly dataType: EventDataType;
      /** Path to the event within the request, such as `events[3].`. Absent for a bare event. */
      readonly path?: string;
      /** Country from which the user was served. Absent: that of the call, if it states one. */
      readonly accessLocation?: string | undefined;
    }
  | { readonly error: TidemarkError };

export interface BatchLimits {
  readonly batchEventsMax: number;
}

export interface EventFormat {
  readonly schema: SchemaRegistry;
  readonly limits: BatchLimits;
}

/**
 * Decodes one bare event or `{"events": [...]}`, in either of which `dataType` may name the event type. An entry that
 * cannot be decoded becomes an error input beside the valid ones. Throws only if there are no entries. `family` is the
 * event type if it is already known.
 */
export function decodeEventsJson(
  json: unknown,
  { schema, limits }: EventFormat,
  family?: string,
): readonly IngestInput[] {
  const body = objectAt(json, 'body');
  const dataType = schema.eventDataType(familyOf(body, family), DATA_TYPE_FIELD);
  const codec = schema.eventCodec(dataType);
  if (!('events' in body)) return [inputOf(dataType, '', () => codec.fromJson(body, ''))];
  rejectUnknownFields(body, [DATA_TYPE_FIELD, 'events'], '');
  const entries = nonEmptyArrayAt(arrayAt(body.events, 'events'), 'events');
  rejectTooMany(entries.length, limits);
  return entries.map((entry, i) => {
    const path = `events[${i}].`;
    return inputOf(dataType, path, () => codec.fromJson(objectAt(entry, `events[${i}]`), path));
  });
}

function familyOf(body: JsonObject, known: string | undefined): string | undefined {
  const named = body[DATA_TYPE_FIELD];
  if (named === undefined) return known;
  if (known !== undefined && named !== known) throw invalidArgument(DATA_TYPE_FIELD, `must be ${known}`);
  return stringAt(named, DATA_TYPE_FIELD);
}

/** Decodes one serialized event or a batch, as `message` specifies. Errors are reported like in `decodeEventsJson`. */
export function decodeEventsProtobuf(
  bytes: Buffer,
  { dataType, batchField }: EventMessage,
  { schema, limits }: EventFormat,
): readonly IngestInput[] {
  const codec = schema.eventCodec(dataType);
  const reader = new WireReader().open(bytes);
  if (batchField === undefined) return [inputOf(dataType, '', () => codec.fromProtobuf(reader, ''))];
  const edges = entriesOf(bytes, batchField);
  if (edges.length === 0) throw invalidArgument('events', 'must not be empty');
  rejectTooMany(edges.length / 2, limits);
  return decodeEntries(reader, edges, { dataType, codec });
}

function decodeEntries(
  reader: WireReader,
  edges: readonly number[],
  { dataType, codec }: { readonly dataType: EventDataType; readonly codec: EventCodec },
): readonly IngestInput[] {
  const inputs: IngestInput[] = [];
  for (let i = 0; i < edges.length; i += 2) {
    reader.position = edges[i]!;
    reader.end = edges[i + 1]!;
    const path = `events[${i / 2}].`;
    inputs.push(inputOf(dataType, path, () => codec.fromProtobuf(reader, path)));
  }
  return inputs;
}

function inputOf(dataType: EventDataType, path: string, decode: () => ActionEvent): IngestInput {
  try {
    return path === '' ? { event: decode(), dataType } : { event: decode(), dataType, path };
  } catch (error) {
    if (error instanceof TidemarkError) return { error };
    throw error;
  }
}

/** Returns start and end of each entry, alternating. */
function entriesOf(bytes: Buffer, batchField: number): readonly number[] {
  const edges: number[] = [];
  const reader = new WireReader().open(bytes);
  try {
    while (reader.position < reader.end) {
      const tag = reader.tag();
      if (tag >>> 3 !== batchField) reader.skip(tag & 7);
      else if ((tag & 7) !== LENGTH_DELIMITED) throw new Error('events are messages');
      else {
        const end = reader.length() + reader.position;
        edges.push(reader.position, end);
        reader.position = end;
      }
    }
  } catch (cause) {
    throw malformedEventBody('', cause);
  }
  return edges;
}

function rejectTooMany(count: number, limits: BatchLimits): void {
  if (count > limits.batchEventsMax) {
    throw invalidArgument('events', `must have at most ${limits.batchEventsMax} events`);
  }
}
