import {
  decodeEventsJson,
  decodeEventsProtobuf,
  type EventFormat,
  type IngestInput,
} from '../../codec/events/event-inputs';
import type { EventMessage } from '../../codec/events/event-messages';
import { requireWriter } from '../../core/access/data-access';
import type { TokenCodec } from '../../core/tokens/token-codec';
import { invalidArgument, publicMessage, type TidemarkError } from '../../errors';
import type { IngestAnswer, IngestEvents, IngestOutcome } from '../../operations/events/ingest-events';
import type { ApiRequest } from '../api-request';
import { accessLocationOf } from '../access/access-location';
import { TOKEN_EXAMPLE, WRITE_ERRORS } from '../openapi/consistency-documentation';
import { ACCESS_LOCATION_PARAMETER } from '../openapi/location-documentation';
import { TOKEN_HEADER } from '../consistency/read-consistency';
import { jsonResponse, type Endpoint } from '../endpoint';
import { DetailedError } from '../problem';
import { schemaRef } from '../schemas/component-schemas';
import { eventWork } from '../limits/work-estimates';
import { eventBodySchema } from '../schemas/events';

export interface PostEventsDependencies extends EventFormat {
  readonly ingestEvents: IngestEvents;
  readonly tokens: TokenCodec;
  readonly deadline: EventsDeadline;
}

/** Deadline of a request by the number of its events, in milliseconds. */
interface EventsDeadline {
  /** Additional time for each event after the first one, in milliseconds. */
  readonly perEventMs: number;
  readonly longestMs: number;
}

export function postEvents(parts: PostEventsDependencies): Endpoint {
  const { schema, deadline } = parts;
  return {
    longestTimeoutMs: deadline.longestMs,
    method: 'POST',
    path: '/v1/events',
    operationId: 'postEvents',
    summary: 'Write an event or a batch of events',
    description:
      'Idempotent: a redelivered event is written again and counted once. Events are written without reading, so the answer does ' +
      'not distinguish new from redelivered events. The valid events of a batch are written even if others fail; `errors` lists ' +
      'each failed event with its code and field. If all events fail, the answer is a problem. `dataType` names the event type of a ' +
      'JSON body. The parameter `messageType` of the content type names the message of a protobuf body: an event, such as ' +
      '`tidemark.v1.AdAction`, or a batch of events. Without them, events are of the default type, and a protobuf body is a batch. ' +
      'The deadline of a request grows with the number of its events.',
    tag: 'Events',
    access: 'events:write',
    dataAccess: { needs: 'writer', dataTypes: 'the DataType of the events' },
    highVolume: true,
    parameters: [ACCESS_LOCATION_PARAMETER],
    request: {
      'application/json': {
        schema: eventBodySchema(schema.eventTypes(), schema.defaultEventType),
        example: { events: [EVENT] },
      },
      'application/x-protobuf': {},
    },
    response: {
      status: 200,
      description: 'At least one event is written. `errors` lists the events that are not.',
      forms: {
        'application/json': {
          schema: schemaRef('EventsAnswer'),
          example: { written: 1, duplicatesInRequest: 0, errors: [], token: TOKEN_EXAMPLE },
        },
      },
      headers: [TOKEN_HEADER],
    },
    errors: [
      'unknown_data_type',
      'unknown_action',
      'unknown_campaign',
      'no_consent',
      'event_too_old',
      'event_in_future',
      ...WRITE_ERRORS,
    ],
    async handle(request) {
      const field = request.mediaType === 'application/json' ? 'dataType' : 'content-type';
      const answer = await writeEvents(request, decode(request, parts), { ...parts, field });
      return jsonResponse(answer, [TOKEN_HEADER, answer.token]);
    },
  };
}

/** Summary of posted events, of which at least one is written. */
export interface PostedEvents {
  readonly written: number;
  readonly duplicatesInRequest: number;
  readonly errors: readonly PostedEventError[];
  readonly token: string;
}

interface PostedEventError {
  readonly index: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly message: string;
  readonly regions: readonly string[] | undefined;
  readonly retryable: boolean;
}

/**
 * Writes events for a request, whatever its form: checks the caller's rights, and calls the operation. `field` names
 * what selected the event type.
 */
export async function writeEvents(
  request: ApiRequest,
  inputs: readonly IngestInput[],
  { ingestEvents, tokens, deadline, field }: PostEventsDependencies & { readonly field: string },
): Promise<PostedEvents> {
  requireWriterOf(inputs, request, field);
  request.takeWork(eventWork(inputs.length));
  request.extendDeadline((inputs.length - 1) * deadline.perEventMs);
  const accessLocation = accessLocationOf(request);
  return summaryOf(await ingestEvents(inputs, { ...request.callOptions, accessLocation }), tokens);
}

function decode(request: ApiRequest, format: EventFormat): readonly IngestInput[] {
  if (request.mediaType === 'application/json') return decodeEventsJson(request.json(), format);
  return decodeEventsProtobuf(request.body, messageOf(request, format), format);
}

function messageOf(request: ApiRequest, { schema }: EventFormat): EventMessage {
  const name = request.contentParameter('messagetype');
  if (name === undefined) {
    const [single, batch] = schema.eventMessages(schema.eventDataType(undefined, 'content-type'));
    return batch ?? single;
  }
  const message = schema.eventMessage(name);
  if (message !== undefined) return message;
  const known = schema.eventTypes().flatMap((dataType) => schema.eventMessages(dataType));
  throw invalidArgument(
    'content-type',
    `parameter messageType must be one of ${known.map((each) => each.name).join(', ')}`,
  );
}

/** Throws `permission_denied` if the caller may not write the events. All events of a request have one DataType. */
function requireWriterOf(inputs: readonly IngestInput[], request: ApiRequest, field: string): void {
  const good = inputs.find((input) => 'event' in input);
  if (good === undefined) return;
  const users = inputs.flatMap((input) => ('event' in input ? [input.event.userId] : []));
  request.accesses('change', [...new Set(users)], [good.dataType]);
  requireWriter(request.caller, good.dataType, field);
}

function summaryOf({ outcomes, token }: IngestAnswer, tokens: TokenCodec): PostedEvents {
  const summary = {
    written: outcomes.filter(({ status }) => status === 'accepted').length,
    duplicatesInRequest: outcomes.filter(({ status }) => status === 'duplicate_in_call').length,
    errors: outcomes.flatMap((outcome, index) =>
      'error' in outcome ? [entryError(outcome.error, index)] : [],
    ),
  };
  if (summary.written + summary.duplicatesInRequest === 0) throw allRejected(outcomes, summary);
  return { ...summary, token: tokens.encode(token) };
}

function entryError(error: TidemarkError, index: number): PostedEventError {
  const { code, field, regions, retryable } = error;
  return { index, code, field, message: publicMessage(error), regions, retryable };
}

/** Returns the error of a request of which no event was written. A retryable error takes precedence. */
function allRejected(
  outcomes: readonly IngestOutcome[],
  summary: Omit<PostedEvents, 'token'>,
): TidemarkError {
  const errors = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
  return new DetailedError((errors.find((error) => error.retryable) ?? errors[0]) as TidemarkError, {
    ...summary,
  });
}

const EVENT = {
  userId: 'user-1',
  action: 'impression',
  eventTime: '2026-11-21T05:35:00.000Z',
  viewType: 'home_feed',
  adId: 'ad-1',
  adGroupId: 'grp-1',
  campaignId: 'cmp-1',
  advertiserId: 'adv-1',
  insertionId: 'ins-1',
};
