import { whereOf } from './counts';
import { closedObject, consistency, id, instant, omitted } from './parts';
import { eachOf, oneOfNames, type Vocabulary } from './vocabulary';

const rule = (names: Vocabulary) =>
  closedObject(
    {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        description:
          'Name of the rule in answers and metrics, unique within a request. Default: its position, such as `rules[0]`.',
      },
      level: oneOfNames(names.levels, 'Entity level of the DataType, such as `campaign`.'),
      actions: { type: 'array', minItems: 1, items: oneOfNames(names.actions) },
      window: {
        $ref: '#/components/schemas/Window',
        description: 'Rolling or calendar window. A window with `from` and `to` is rejected.',
      },
      maximum: {
        type: 'integer',
        minimum: 0,
        description: 'Maximum number of events in the window; 0 always blocks.',
      },
      where: whereOf(
        names,
        'Conditions by dimension that events must meet to count. The rule does not apply to candidates with other values.',
      ),
    },
    ['level', 'actions', 'window', 'maximum'],
  );

const candidate = ({ dimensions }: Vocabulary) => ({
  ...closedObject(
    {
      ...eachOf(dimensions, id),
      id: { type: 'string', description: 'Id of the candidate, returned in the answer.' },
    },
    [],
  ),
  description: 'Ids by dimension of the event that would follow, at least for the levels of the rules.',
});

const check = (names: Vocabulary) =>
  closedObject(
    {
      dataType: oneOfNames(names.eventTypes, 'DataType of the events. Default: the default event type.'),
      userId: id,
      candidates: {
        type: 'array',
        minItems: 1,
        maxItems: 1_000,
        items: { $ref: '#/components/schemas/CapCandidate' },
      },
      rules: { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/components/schemas/CapRule' } },
      asOf: {
        ...instant,
        description: `Time of the check. Default: now. Reservations are ignored. ${instant.description}`,
      },
      reserve: closedObject(
        {
          action: oneOfNames(names.actions, 'Action of the event that follows when a candidate is shown.'),
          ttlSeconds: {
            type: 'integer',
            minimum: 1,
            maximum: 3_600,
            description: 'Lifetime of the reservation: the event must arrive before its end. Default: 60.',
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
  description: 'First time that is not blocked if no further events arrive; null: never.',
};

const blocking = closedObject({
  rule: { type: 'string' },
  level: { type: 'string' },
  entityId: id,
  count: { type: 'integer', minimum: 0, description: 'Events in the window plus reservations.' },
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
      description: 'Number of events still allowed now, including this one. Absent if no rule applies.',
    },
    blockedBy: { type: 'array', minItems: 1, items: blocking },
    freesUpAt,
    reservation: {
      ...closedObject({ id: { type: 'string' }, expiresAt: time }),
      description:
        'Reservation for this insertion. Reserving it again returns the same one with the same expiry.',
    },
  },
  ['allowed'],
);

const reservations = (description: string) => ({ type: 'array', items: { type: 'string' }, description });

/** Returns the schemas of cap checks and reservations, with the names of the schema. */
export const capSchemas = (names: Vocabulary) => ({
  CapRule: rule(names),
  CapCandidate: candidate(names),
  CapCheck: check(names),
  CapResult: verdict,
  CapCheckAnswer: closedObject(
    {
      userId: id,
      asOf: time,
      candidates: {
        type: 'array',
        items: { $ref: '#/components/schemas/CapResult' },
        description: 'Results in the order of the request.',
      },
      omitted,
      consistency,
    },
    ['userId', 'asOf', 'candidates', 'consistency'],
  ),
  CapRelease: closedObject(
    {
      dataType: oneOfNames(names.eventTypes, 'DataType of the events, as in the check.'),
      userId: id,
      reservations: { ...reservations('Ids of the reservations.'), minItems: 1, maxItems: 1_000 },
    },
    ['userId', 'reservations'],
  ),
  CapReleaseAnswer: closedObject({
    userId: id,
    released: reservations('Ids of the released reservations.'),
    notFound: reservations('Ids that were not found.'),
  }),
});
