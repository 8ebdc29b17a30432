import { EVENT_DIMENSIONS } from '../../core/counting/ad-dimensions';
import { closed, id, instant, token } from './parts';

const event = closed(
  {
    userId: id,
    action: { type: 'string', description: 'One of those that the schema declares.' },
    eventTime: {
      ...instant,
      description: `When it happened, never when it was sent. ${instant.description}`,
    },
    ...Object.fromEntries(EVENT_DIMENSIONS.map((name) => [name, { ...id, type: ['string', 'null'] }])),
  },
  ['userId', 'action', 'eventTime'],
);

export const EVENT_SCHEMAS = {
  Event: event,
  EventBatch: closed({
    events: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Event' } },
  }),
  EventsAnswer: closed({
    accepted: { type: 'integer', minimum: 0 },
    duplicates: { type: 'integer', minimum: 0 },
    errors: { type: 'array', items: { $ref: '#/components/schemas/BatchEntryError' } },
    token,
  }),
} as const;
