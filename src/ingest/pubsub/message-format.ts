import {
  decodeEventsJson,
  decodeEventsProtobuf,
  type EventFormat,
  type IngestInput,
} from '../../codec/events/event-inputs';
import type { EventMessage } from '../../codec/events/event-messages';
import { parseJsonBody } from '../../codec/json/json-body';
import { invalidArgument, TidemarkError } from '../../errors';

/** How a producer tells what a message holds; HTTP's words, so that both ways in have one description. */
export const CONTENT_TYPE_ATTRIBUTE = 'content-type';
/** Names the event type where the message itself does not; subscriptions can be filtered by it. */
export const DATA_TYPE_ATTRIBUTE = 'data-type';

/** Pub/Sub's limit, of one message. */
export const ATTRIBUTES_MAX = 100;

type Attributes = Readonly<Record<string, string>>;

/**
 * The events of a message. By its attribute `content-type`: `application/x-protobuf` (the default) is one event, of the
 * DataType that the attribute `data-type` names or the default one, or what the parameter `messageType` names, such as
 * `tidemark.v1.AdActionBatch`; `application/json` is what `POST /v1/events` takes. A message that holds none is one
 * input that says why.
 */
export function decodeEventMessage(
  { data, attributes }: { readonly data: Buffer; readonly attributes: Attributes },
  format: EventFormat,
): readonly IngestInput[] {
  try {
    const { isJson, messageType } = parseContentType(attributes[CONTENT_TYPE_ATTRIBUTE]);
    if (isJson) return decodeEventsJson(parseJsonBody(data), format, attributes[DATA_TYPE_ATTRIBUTE]);
    return decodeEventsProtobuf(data, messageOf(messageType, attributes, format), format);
  } catch (error) {
    if (error instanceof TidemarkError) return [{ error }];
    throw error;
  }
}

function parseContentType(text = 'application/x-protobuf'): { isJson: boolean; messageType?: string } {
  const [mediaType = '', ...parameters] = text.split(';').map((part) => part.trim());
  const isJson = mediaType.toLowerCase() === 'application/json';
  if (!isJson && !['application/x-protobuf', 'application/protobuf'].includes(mediaType.toLowerCase())) {
    throw unsupported(text);
  }
  const named = parameters.find((part) => part.toLowerCase().startsWith('messagetype='));
  return { isJson, ...(named !== undefined && { messageType: unquoted(named.slice(12)) }) };
}

function messageOf(
  messageType: string | undefined,
  attributes: Attributes,
  { schema }: EventFormat,
): EventMessage {
  const family = attributes[DATA_TYPE_ATTRIBUTE];
  if (messageType === undefined)
    return schema.eventMessages(schema.eventDataType(family, DATA_TYPE_ATTRIBUTE))[0];
  const message = schema.eventMessage(messageType);
  if (message === undefined) throw unsupported(messageType);
  if (family !== undefined && family !== message.dataType.family) {
    throw invalidArgument(
      DATA_TYPE_ATTRIBUTE,
      `is ${family}, but ${messageType} is of ${message.dataType.family}`,
    );
  }
  return message;
}

function unsupported(what: string): TidemarkError {
  return new TidemarkError(
    'unsupported_media_type',
    `must be JSON or protobuf of a known message type, not ${what}`,
    { field: CONTENT_TYPE_ATTRIBUTE },
  );
}

function unquoted(value: string): string {
  return value.replace(/^"(.*)"$/, '$1');
}
