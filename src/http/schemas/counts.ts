import { closedObject, code, consistency, id, instant } from './parts';

const name = { type: 'string', minLength: 1, maxLength: 64, description: 'What the window goes by.' };
const timeZone = { type: 'string', description: 'IANA name.' };

const calendarWindow = (unit: string, description: string) =>
  closedObject({ [unit]: { type: 'integer', minimum: 1, description }, timeZone, name }, [unit, 'timeZone']);

const window = {
  oneOf: [
    {
      type: 'string',
      pattern: '^[1-9][0-9]*[smhdw]$',
      description: 'Rolling: the last seconds, minutes, hours, days or weeks.',
    },
    closedObject({ from: instant, to: instant, name }, ['from', 'to']),
    calendarWindow('hours', "Calendar hours: asOf's and those before it."),
    calendarWindow('days', "Calendar days: asOf's and those before it."),
    calendarWindow('weeks', "Calendar weeks, from Monday on: asOf's and those before it."),
    calendarWindow('months', "Calendar months: asOf's and those before it."),
  ],
};

const ids = { type: 'array', items: id };
const atLeastOne = { ...ids, minItems: 1 };

const condition = {
  oneOf: [
    { const: '*', description: 'The dimension must be there.' },
    { ...atLeastOne, description: 'It must be one of these.' },
    {
      ...closedObject({ in: atLeastOne, optional: { type: 'boolean', default: false } }, ['in']),
      description: 'With `optional` events that lack the dimension count too.',
    },
  ],
};

const shared = {
  dataType: { type: 'string', description: 'Family of the event type; absent: the default one.' },
  actions: { type: 'array', minItems: 1, items: { type: 'string' } },
  where: {
    type: 'object',
    description: 'Conditions by dimension, or level, all of which must hold.',
    additionalProperties: { $ref: '#/components/schemas/CountCondition' },
  },
  entities: {
    type: 'object',
    description: 'Per level the ids to count, or "*" for all that occur. Absent: totals only.',
    additionalProperties: { oneOf: [{ const: '*' }, ids] },
  },
  windows: { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/components/schemas/Window' } },
  groupBy: {
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', description: '`action`, a dimension or a level.' },
  },
  asOf: { ...instant, description: `The end of rolling windows; default now. ${instant.description}` },
  explain: { type: 'boolean', default: false, description: 'Whether the answer tells what it has cost.' },
  consistency: { $ref: '#/components/schemas/Consistency' },
};

const groupedCount = {
  description: 'A number, or one level of nesting for each dimension of groupBy.',
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'object', additionalProperties: { $ref: '#/components/schemas/GroupedCount' } },
  ],
};

const counts = {
  type: 'object',
  description: 'By name of the window.',
  additionalProperties: {
    type: 'object',
    required: ['total'],
    properties: { total: { $ref: '#/components/schemas/GroupedCount' } },
    additionalProperties: {
      type: 'object',
      description: 'Of a level, by id.',
      additionalProperties: { $ref: '#/components/schemas/GroupedCount' },
    },
  },
};

const time = { type: 'string', format: 'date-time' };
const times = {
  asOf: time,
  completeUpTo: {
    ...time,
    description:
      'Every event that was acknowledged before then, and happened before asOf, is counted. Absent where that is unknown.',
  },
};

const whole = { type: 'integer', minimum: 0 };
const micros = { type: 'number', minimum: 0 };
const explanation = closedObject(
  {
    columns: {
      ...closedObject({ from: time, to: time }),
      description: 'First and last that were asked for.',
    },
    countedFrom: { ...time, description: 'Events from before then are counted no more: see retention.' },
    rows: whole,
    lookups: whole,
    bytes: { ...whole, description: 'Of values.' },
    rawCells: whole,
    rawBytes: whole,
    blocks: whole,
    blockBytes: whole,
    events: { ...whole, description: 'That were gone through.' },
    duplicates: { ...whole, description: 'That were left out.' },
    micros: closedObject({ parse: micros, read: micros, decode: micros, count: micros, write: micros }),
  },
  [
    'countedFrom',
    'rows',
    'lookups',
    'bytes',
    'rawCells',
    'rawBytes',
    'blocks',
    'blockBytes',
    'events',
    'duplicates',
    'micros',
  ],
);

const explain = { $ref: '#/components/schemas/CountExplanation' };

const countedUser = {
  oneOf: [
    closedObject({ userId: id, counts }),
    closedObject({
      userId: id,
      error: closedObject({
        code,
        field: { type: 'string' },
        message: { type: 'string' },
        retryable: { type: 'boolean' },
      }),
    }),
  ],
};

export const COUNT_SCHEMAS = {
  Window: window,
  CountCondition: condition,
  CountQuery: closedObject({ userId: id, ...shared }, ['userId', 'actions', 'windows']),
  BatchCountQuery: closedObject({ users: { ...atLeastOne, maxItems: 100 }, ...shared }, [
    'users',
    'actions',
    'windows',
  ]),
  GroupedCount: groupedCount,
  CountExplanation: explanation,
  CountAnswer: closedObject({ userId: id, ...times, counts, explain, consistency }, [
    'userId',
    'asOf',
    'counts',
    'consistency',
  ]),
  BatchCountAnswer: closedObject(
    {
      ...times,
      users: {
        type: 'array',
        items: countedUser,
        description: "One for each entry of the request's users, in order.",
      },
      explain,
      consistency,
    },
    ['asOf', 'users', 'consistency'],
  ),
} as const;
