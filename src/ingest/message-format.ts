import type { BatchLimits, EventMessage, IngestInput } from '../codec/ad-action';
import { decodeEventsJson, decodeEventsProtobuf, EVENT_MESSAGES } from '../codec/ad-action';
import { parseJsonBody } from '../codec/json-body';
import { TidemarkError } from '../errors';

/** How a producer tells what a message holds; HTTP's words, so that both ways in have one description. */
export const CONTENT_TYPE = 'content-type';

/**
 * The events of a message. By its attribute `content-type`: `application/x-protobuf` (the default) is one `AdAction`,
 * or an `AdActionBatch` with the parameter `messageType=tidemark.v1.AdActionBatch`; `application/json` is what
 * `POST /v1/events` takes. A message that holds none is one input that says why.
 */
export function decodeMessage(
  message: { readonly data: Buffer; readonly attributes: Readonly<Record<string, string>> },
  limits: BatchLimits,
): readonly IngestInput[] {
  try {
    const { mediaType, messageType } = parseContentType(message.attributes[CONTENT_TYPE]);
    if (mediaType === 'application/json') return decodeEventsJson(parseJsonBody(message.data), limits);
    return decodeEventsProtobuf(message.data, messageType, limits);
  } catch (error) {
    if (error instanceof TidemarkError) return [{ error }];
    throw error;
  }
}

function parseContentType(text = 'application/x-protobuf'): { mediaType: string; messageType: EventMessage } {
  const [mediaType = '', ...parameters] = text.split(';').map((part) => part.trim());
  const named = parameters.find((part) => part.toLowerCase().startsWith('messagetype='));
  const messageType = EVENT_MESSAGES.get(
    named === undefined ? 'tidemark.v1.AdAction' : unquoted(named.slice(12)),
  );
  const known = ['application/json', 'application/x-protobuf', 'application/protobuf'];
  if (messageType === undefined || !known.includes(mediaType.toLowerCase())) {
    throw new TidemarkError(
      'unsupported_media_type',
      `must be JSON or protobuf of a known message type, not ${text}`,
      {
        field: CONTENT_TYPE,
      },
    );
  }
  return { mediaType: mediaType.toLowerCase(), messageType };
}

function unquoted(value: string): string {
  return value.replace(/^"(.*)"$/, '$1');
}
