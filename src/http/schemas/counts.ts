import { closedObject, code, consistency, id, instant, omitted } from './parts';

const name = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'Name of the window in the answer.',
};
const timeZone = { type: 'string', description: 'IANA time zone name.' };

const calendarWindow = (unit: string, description: string) =>
  closedObject({ [unit]: { type: 'integer', minimum: 1, description }, timeZone, name }, [unit, 'timeZone']);

const window = {
  oneOf: [
    {
      type: 'string',
      pattern: '^[1-9][0-9]*[smhdw]$',
      description: 'Rolling window of seconds, minutes, hours, days or weeks that ends at `asOf`.',
    },
    closedObject({ from: instant, to: instant, name }, ['from', 'to']),
    calendarWindow('hours', 'Number of calendar hours, ending with the hour of `asOf`.'),
    calendarWindow('days', 'Number of calendar days, ending with the day of `asOf`.'),
    calendarWindow('weeks', 'Number of calendar weeks (Monday to Sunday), ending with the week of `asOf`.'),
    calendarWindow('months', 'Number of calendar months, ending with the month of `asOf`.'),
  ],
};

const ids = { type: 'array', items: id };
const atLeastOne = { ...ids, minItems: 1 };

const condition = {
  oneOf: [
    { const: '*', description: 'The dimension must be present.' },
    { ...atLeastOne, description: 'The dimension must have one of these values.' },
    {
      ...closedObject({ in: atLeastOne, optional: { type: 'boolean', default: false } }, ['in']),
      description: 'With `optional`, events without the dimension count, too.',
    },
  ],
};

const shared = {
  dataType: { type: 'string', description: 'Family of the event type. Default: the default event type.' },
  actions: { type: 'array', minItems: 1, items: { type: 'string' } },
  where: {
    type: 'object',
    description: 'Conditions by dimension or level. All of them must hold.',
    additionalProperties: { $ref: '#/components/schemas/CountCondition' },
  },
  entities: {
    type: 'object',
    description: 'Ids to count, by level; "*" for all ids that occur. Default: totals only.',
    additionalProperties: { oneOf: [{ const: '*' }, ids] },
  },
  windows: { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/components/schemas/Window' } },
  groupBy: {
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', description: '`action`, a dimension or a level.' },
  },
  asOf: { ...instant, description: `End of rolling windows. Default: now. ${instant.description}` },
  explain: { type: 'boolean', default: false, description: 'Whether the answer includes its cost.' },
  consistency: { $ref: '#/components/schemas/Consistency' },
};

const groupedCount = {
  description: 'A count, or one level of nesting for each dimension of `groupBy`.',
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'object', additionalProperties: { $ref: '#/components/schemas/GroupedCount' } },
  ],
};

const counts = {
  type: 'object',
  description: 'Counts by name of the window.',
  additionalProperties: {
    type: 'object',
    required: ['total'],
    properties: { total: { $ref: '#/components/schemas/GroupedCount' } },
    additionalProperties: {
      type: 'object',
      description: 'Counts of a level, by id.',
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
      'All events acknowledged before this time that happened before `asOf` are counted. Absent if unknown.',
  },
};

const whole = { type: 'integer', minimum: 0 };
const micros = { type: 'number', minimum: 0 };
const explanation = closedObject(
  {
    columns: {
      ...closedObject({ from: time, to: time }),
      description: 'Range of columns that was read.',
    },
    countedFrom: {
      ...time,
      description: 'Events before this time are past their retention and not counted.',
    },
    rows: whole,
    lookups: whole,
    bytes: { ...whole, description: 'Bytes of the cell values read.' },
    rawCells: whole,
    rawBytes: whole,
    blocks: whole,
    blockBytes: whole,
    events: { ...whole, description: 'Events scanned.' },
    duplicates: { ...whole, description: 'Duplicates that were not counted.' },
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
    closedObject({ userId: id, counts, omitted }, ['userId', 'counts']),
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
  CountAnswer: closedObject({ userId: id, ...times, counts, omitted, explain, consistency }, [
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
        description: 'One entry for each entry of `users` in the request, in the same order.',
      },
      explain,
      consistency,
    },
    ['asOf', 'users', 'consistency'],
  ),
} as const;
