import { closedObject, consistency, id, instant } from './parts';

const condition = {
  oneOf: [
    { const: '*', description: 'Any value, but there must be one.' },
    { type: 'array', minItems: 1, items: id },
    closedObject(
      {
        in: { type: 'array', minItems: 1, items: id },
        optional: { type: 'boolean', description: 'Events that lack the dimension count too.' },
      },
      ['in'],
    ),
  ],
};

const rule = closedObject(
  {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        'By which answers and metrics name it, distinct within a request; absent: its place, `rules[0]`.',
    },
    level: { type: 'string', description: 'An entity level of the DataType, e.g. `campaign`.' },
    actions: { type: 'array', minItems: 1, items: { type: 'string' } },
    window: {
      $ref: '#/components/schemas/Window',
      description: 'Rolling, or periods of a calendar; one with `from` and `to` is refused.',
    },
    maximum: { type: 'integer', minimum: 0, description: 'Of events in the window; 0 blocks always.' },
    where: {
      type: 'object',
      description:
        'What events must have to count, by dimension. A candidate with another value is not what the rule is about.',
      additionalProperties: condition,
    },
  },
  ['level', 'actions', 'window', 'maximum'],
);

const candidate = {
  type: 'object',
  properties: { id: { type: 'string', description: 'Comes back in the answer.' } },
  description: "Ids by dimension, of the event that would follow: at least those of the rules' levels.",
  additionalProperties: id,
};

const check = closedObject(
  {
    dataType: { type: 'string', description: 'Of the events; absent: the default one.' },
    userId: id,
    candidates: { type: 'array', minItems: 1, maxItems: 1_000, items: candidate },
    rules: { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/components/schemas/CapRule' } },
    asOf: { ...instant, description: `Without reservations; absent: now. ${instant.description}` },
    reserve: closedObject(
      {
        action: { type: 'string', description: 'Of the event that follows when a candidate is shown.' },
        ttlSeconds: {
          type: 'integer',
          minimum: 1,
          maximum: 3_600,
          default: 60,
          description: 'From now until the event has arrived at the latest.',
        },
      },
      ['action'],
    ),
    consistency: { $ref: '#/components/schemas/Consistency' },
  },
  ['userId', 'candidates', 'rules'],
);

const time = { type: 'string', format: 'date-time' };
const freesUpAt = {
  oneOf: [time, { type: 'null' }],
  description: 'The first moment that is not blocked, if nothing else happens; null: never.',
};

const blocking = closedObject({
  rule: { type: 'string' },
  level: { type: 'string' },
  entityId: id,
  count: { type: 'integer', minimum: 0, description: 'Events in the window, and reservations.' },
  maximum: { type: 'integer', minimum: 0 },
  freesUpAt,
});

const verdict = closedObject(
  {
    id: { type: 'string' },
    allowed: { type: 'boolean' },
    remaining: {
      type: 'integer',
      minimum: 1,
      description: 'How many more would be allowed now, this one included; absent where no rule is about it.',
    },
    blockedBy: { type: 'array', minItems: 1, items: blocking },
    freesUpAt,
    reservation: {
      ...closedObject({ id: { type: 'string' }, expiresAt: time }),
      description: 'Of this insertion. The same one, with the same expiry, when it is reserved again.',
    },
  },
  ['allowed'],
);

const reservations = (description: string) => ({ type: 'array', items: { type: 'string' }, description });

export const CAP_SCHEMAS = {
  CapRule: rule,
  CapCheck: check,
  CapCheckAnswer: closedObject({
    userId: id,
    asOf: time,
    candidates: { type: 'array', items: verdict, description: "In the request's order." },
    consistency,
  }),
  CapRelease: closedObject(
    {
      dataType: { type: 'string', description: 'As in the check.' },
      userId: id,
      reservations: { ...reservations('Their ids.'), minItems: 1, maxItems: 1_000 },
    },
    ['userId', 'reservations'],
  ),
  CapReleaseAnswer: closedObject({
    userId: id,
    released: reservations('Those that count no longer.'),
    notFound: reservations('Those that were not there.'),
  }),
} as const;
