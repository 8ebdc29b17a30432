import { decodeEventsProtobuf } from '../../codec/events/event-inputs';
import type { EventMessage } from '../../codec/events/event-messages';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { LENGTH_DELIMITED } from '../../core/protobuf/wire-types';
import { WireReader } from '../../core/protobuf/wire-reader';
import { invalidArgument, TidemarkError } from '../../errors';
import { tidemark } from '../../gen/tidemark';
import { TOKEN_HEADER } from '../../http/consistency/read-consistency';
import {
  writeEvents,
  type PostedEvents,
  type PostEventsDependencies,
} from '../../http/endpoints/post-events';
import { protobufResponse } from '../../http/endpoint';
import type { EndpointHandler } from '../grpc-method';

/** Batch of events whose entries have the same field number as `PostEventsRequest.ad_actions`. */
const AD_ACTIONS = 'tidemark.v1.AdActionBatch';

/** Returns the handler of `Events.Post`. */
export function postEventMessages(parts: PostEventsDependencies): EndpointHandler {
  return async (request) => {
    const { bytes, message } = eventsOf(request.body, parts.schema);
    const inputs = decodeEventsProtobuf(bytes, message, parts);
    const answer = await writeEvents(request, inputs, { ...parts, field: 'messageType' });
    return protobufResponse(eventsAnswer(answer), [TOKEN_HEADER, answer.token]);
  };
}

interface EncodedEvents {
  readonly bytes: Buffer;
  readonly message: EventMessage;
}

/** Returns the events and their message. Those of `ad_actions` remain in place: the request is a batch of them. */
function eventsOf(body: Buffer, schema: SchemaRegistry): EncodedEvents {
  const { hasAdActions, messageType, message } = readRequest(body);
  if (messageType === '') return { bytes: body, message: schema.eventMessage(AD_ACTIONS)! };
  if (hasAdActions) throw invalidArgument('messageType', 'cannot be combined with adActions');
  const known = schema.eventMessage(messageType);
  if (known !== undefined) return { bytes: message, message: known };
  const names = schema.eventTypes().flatMap((dataType) => schema.eventMessages(dataType));
  throw invalidArgument('messageType', `must be one of ${names.map(({ name }) => name).join(', ')}`);
}

interface PostedMessage {
  hasAdActions: boolean;
  messageType: string;
  message: Buffer;
}

/** Reads a `tidemark.v1.PostEventsRequest` without its events. Throws `malformed_body`. */
function readRequest(body: Buffer): PostedMessage {
  const request: PostedMessage = { hasAdActions: false, messageType: '', message: body.subarray(0, 0) };
  try {
    const reader = new WireReader().open(body);
    while (reader.position < reader.end) {
      const tag = reader.tag();
      const field = tag >>> 3;
      if (field > 3) reader.skip(tag & 7);
      else if ((tag & 7) !== LENGTH_DELIMITED) throw new Error(`field ${field} has the wrong type`);
      else {
        if (field === 2) request.messageType = reader.text();
        else {
          const value = reader.bytes();
          if (field === 1) request.hasAdActions = true;
          else request.message = value;
        }
      }
    }
  } catch (cause) {
    const message = 'not a tidemark.v1.PostEventsRequest';
    throw new TidemarkError('malformed_body', message, { field: 'body', cause });
  }
  return request;
}

function eventsAnswer({ errors, ...same }: PostedEvents): Buffer {
  const failures = errors.map(({ field = '', regions = [], ...each }) => ({
    ...each,
    field,
    regions: [...regions],
  }));
  return Buffer.from(tidemark.v1.EventsAnswer.encode({ ...same, errors: failures }).finish());
}
