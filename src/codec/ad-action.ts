/** Events as they arrive (JSON, protobuf) and as they are stored. */
import { isUtf8 } from 'node:buffer';
import protobuf from 'protobufjs/minimal';
import type { ActionEvent } from '../core/events/event';
import { EVENT_DIMENSIONS } from '../core/events/event';
import { parseInstant } from '../core/instant';
import type { JsonObject } from '../core/json-fields';
import { arrayAt, nonEmptyArrayAt, objectAt, refuseUnknownFields, stringAt } from '../core/json-fields';
import { FIELD_NUMBER } from '../core/events/stored-event';
import { invalidArgument, TidemarkError } from '../errors';
import { tidemark } from '../gen/tidemark';

/** One entry of a batch: an event still to be validated, or why it is none. */
export type IngestInput =
  | {
      readonly event: ActionEvent;
      /** Leads to the event within the request, e.g. `events[3].`; absent for a bare event. */
      readonly path?: string;
    }
  | { readonly error: TidemarkError };

export interface BatchLimits {
  readonly batchEventsMax: number;
}

export type EventMessage = 'AdAction' | 'AdActionBatch';

/** By full name, as a content type's `messageType` gives it. */
export const EVENT_MESSAGES: ReadonlyMap<string, EventMessage> = new Map([
  ['tidemark.v1.AdAction', 'AdAction'],
  ['tidemark.v1.AdActionBatch', 'AdActionBatch'],
]);

type Draft = { -readonly [field in keyof ActionEvent]: ActionEvent[field] };

const JSON_FIELDS = ['userId', 'action', 'eventTime', ...EVENT_DIMENSIONS];

/**
 * One bare event or `{"events": [...]}`. An entry that cannot be decoded becomes an error input, beside the good
 * ones; throws only when there are no entries to speak of.
 */
export function decodeEventsJson(json: unknown, limits: BatchLimits): readonly IngestInput[] {
  const body = objectAt(json, 'body');
  if (!('events' in body)) return [inputOf('', () => eventOfJson(body, ''))];
  refuseUnknownFields(body, ['events'], '');
  const entries = nonEmptyArrayAt(arrayAt(body.events, 'events'), 'events');
  refuseTooMany(entries.length, limits);
  return entries.map((entry, i) => {
    const path = `events[${i}].`;
    return inputOf(path, () => eventOfJson(objectAt(entry, `events[${i}]`), path));
  });
}

/** One serialized `AdAction` or `AdActionBatch`; errors as in `decodeEventsJson`. */
export function decodeEventsProtobuf(
  bytes: Buffer,
  message: EventMessage,
  limits: BatchLimits,
): readonly IngestInput[] {
  if (message === 'AdAction') return [inputOf('', () => eventOfProtobuf(bytes, ''))];
  const entries = splitBatch(bytes);
  if (entries.length === 0) throw invalidArgument('events', 'must not be empty');
  refuseTooMany(entries.length, limits);
  return entries.map((entry, i) => inputOf(`events[${i}].`, () => eventOfProtobuf(entry, `events[${i}].`)));
}

/** The value of an event's cell: all but the user, who is the row, and the time, which is the cell's timestamp. */
export function encodeStoredEvent(event: ActionEvent): Buffer {
  const stored = { ...event, userId: null, eventTimeMs: null };
  return tidemark.v1.AdAction.encode(stored).finish() as Buffer;
}

/** One serialized `AdAction`, as producers publish it. */
export function encodeEvent(event: ActionEvent): Buffer {
  return tidemark.v1.AdAction.encode(event).finish() as Buffer;
}

function inputOf(path: string, decode: () => ActionEvent): IngestInput {
  try {
    return path === '' ? { event: decode() } : { event: decode(), path };
  } catch (error) {
    if (error instanceof TidemarkError) return { error };
    throw error;
  }
}

function eventOfJson(fields: JsonObject, path: string): ActionEvent {
  refuseUnknownFields(fields, JSON_FIELDS, path);
  const event: Draft = {
    userId: stringAt(fields.userId, `${path}userId`),
    action: stringAt(fields.action, `${path}action`),
    eventTimeMs: eventTimeOf(fields.eventTime, `${path}eventTime`),
  };
  for (const name of EVENT_DIMENSIONS) {
    const id = fields[name];
    if (id !== undefined && id !== null) event[name] = stringAt(id, path + name);
  }
  return event;
}

function eventTimeOf(value: unknown, field: string): number {
  if (value === undefined) throw invalidArgument(field, 'is required');
  return parseInstant(value, field);
}

const USER_ID = 1;
const ACTION = 2;
const EVENT_TIME_MS = 3;
const DIMENSION_OF_FIELD = new Map(EVENT_DIMENSIONS.map((name) => [FIELD_NUMBER[name], name]));
const VARINT = 0;
const LENGTH_DELIMITED = 2;
const BATCH_EVENTS = 1;

/**
 * By hand, since the generated decoder takes any wire type for the declared one and mends invalid UTF-8, by which
 * differing ids become one. An empty string is an absent field, as in proto3.
 */
function eventOfProtobuf(bytes: Buffer, path: string): ActionEvent {
  const event: Draft = { userId: '', action: '', eventTimeMs: 0 };
  readFields(bytes, path, (reader, field, wireType) => {
    if (field === EVENT_TIME_MS) event.eventTimeMs = int64(reader, wireType);
    else if (field === USER_ID) event.userId = stringOf(reader, wireType);
    else if (field === ACTION) event.action = stringOf(reader, wireType);
    else readDimension(event, reader, { field, wireType });
  });
  if (event.userId === '') throw invalidArgument(`${path}userId`, 'is required');
  if (event.action === '') throw invalidArgument(`${path}action`, 'is required');
  if (event.eventTimeMs === 0) throw invalidArgument(`${path}eventTime`, 'is required');
  return event;
}

function readDimension(
  event: Draft,
  reader: protobuf.Reader,
  tag: { readonly field: number; readonly wireType: number },
): void {
  const name = DIMENSION_OF_FIELD.get(tag.field);
  if (name === undefined) {
    reader.skipType(tag.wireType);
    return;
  }
  const value = stringOf(reader, tag.wireType);
  if (value !== '') event[name] = value;
}

function splitBatch(bytes: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  readFields(bytes, '', (reader, field, wireType) => {
    if (field === BATCH_EVENTS && wireType === LENGTH_DELIMITED) entries.push(reader.bytes() as Buffer);
    else if (field === BATCH_EVENTS) throw new Error('events are messages');
    else reader.skipType(wireType);
  });
  return entries;
}

function readFields(
  bytes: Buffer,
  path: string,
  read: (reader: protobuf.Reader, field: number, wireType: number) => void,
): void {
  const reader = new protobuf.BufferReader(bytes);
  try {
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag >>> 3 === 0) throw new Error('field number 0');
      read(reader, tag >>> 3, tag & 7);
    }
  } catch (cause) {
    throw new TidemarkError('malformed_body', 'is not a serialized protobuf message of the event type', {
      field: path === '' ? 'body' : path.slice(0, -1),
      cause,
    });
  }
}

function stringOf(reader: protobuf.Reader, wireType: number): string {
  if (wireType !== LENGTH_DELIMITED) throw new Error('wrong wire type');
  const bytes = reader.bytes() as Buffer;
  if (!isUtf8(bytes)) throw new Error('a string is not valid UTF-8');
  return bytes.toString('utf8');
}

/** Beyond the safe integers a time is out of every range anyway. */
function int64(reader: protobuf.Reader, wireType: number): number {
  if (wireType !== VARINT) throw new Error('wrong wire type');
  const value: number | { readonly low: number; readonly high: number } = reader.int64();
  return typeof value === 'number' ? value : value.high * 2 ** 32 + (value.low >>> 0);
}

function refuseTooMany(count: number, limits: BatchLimits): void {
  if (count > limits.batchEventsMax) {
    throw invalidArgument('events', `must have at most ${limits.batchEventsMax} events`);
  }
}
