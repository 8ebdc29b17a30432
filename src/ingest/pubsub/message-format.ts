import {
  decodeEventsJson,
  decodeEventsProtobuf,
  type EventFormat,
  type IngestInput,
} from '../../codec/events/event-inputs';
import type { EventMessage } from '../../codec/events/event-messages';
import { ACCESS_LOCATION } from '../../core/residency/access-location';
import { countryAt } from '../../core/residency/countries';
import { parseJsonBody } from '../../codec/json/json-body';
import { invalidArgument, TidemarkError } from '../../errors';
import type { Attributes } from './message-delivery';

/**
 * Attribute with the content type of a message. The names are those of HTTP, so that both inputs are described once.
 */
export const CONTENT_TYPE_ATTRIBUTE = 'content-type';
/** Attribute with the event type, for messages that do not name it themselves. Subscriptions can filter by it. */
export const DATA_TYPE_ATTRIBUTE = 'data-type';

/** Maximum number of attributes of one Pub/Sub message. */
export const ATTRIBUTES_MAX = 100;

/**
 * Decodes the events of a message. Its attribute `content-type` selects the format: `application/x-protobuf` (the
 * default) is one event of the DataType in the attribute `data-type`, else of the default DataType, or the message
 * named by the parameter `messageType`, such as `tidemark.v1.AdActionBatch`; `application/json` is the body of `POST
 * /v1/events`. Its attribute `tidemark-access-location` is the country of all of its users. A malformed message yields
 * one input with the error.
 */
export function decodeEventMessage(
  message: { readonly data: Buffer; readonly attributes: Attributes },
  format: EventFormat,
): readonly IngestInput[] {
  try {
    const country = message.attributes[ACCESS_LOCATION];
    const accessLocation = country === undefined ? undefined : countryAt(country, ACCESS_LOCATION);
    const inputs = decodeBody(message, format);
    if (accessLocation === undefined) return inputs;
    return inputs.map((input) => ('error' in input ? input : { ...input, accessLocation }));
  } catch (error) {
    if (error instanceof TidemarkError) return [{ error }];
    throw error;
  }
}

function decodeBody(
  { data, attributes }: { readonly data: Buffer; readonly attributes: Attributes },
  format: EventFormat,
): readonly IngestInput[] {
  const { isJson, messageType } = parseContentTypeAttribute(attributes[CONTENT_TYPE_ATTRIBUTE]);
  if (isJson) return decodeEventsJson(parseJsonBody(data), format, attributes[DATA_TYPE_ATTRIBUTE]);
  return decodeEventsProtobuf(data, messageOf(messageType, attributes, format), format);
}

function parseContentTypeAttribute(text = 'application/x-protobuf'): {
  isJson: boolean;
  messageType: string | undefined;
} {
  const [mediaType = '', ...parameters] = text.split(';').map((part) => part.trim());
  const isJson = mediaType.toLowerCase() === 'application/json';
  if (!isJson && !['application/x-protobuf', 'application/protobuf'].includes(mediaType.toLowerCase())) {
    throw unsupported(text);
  }
  const named = parameters.find((part) => part.toLowerCase().startsWith('messagetype='));
  return { isJson, messageType: named === undefined ? undefined : unquoted(named.slice(12)) };
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
      `is ${family}, but ${messageType} belongs to ${message.dataType.family}`,
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
