import type { JsonSchema } from '../endpoint';
import { closedObject, consistency, entryError, id, instant, omitted } from './parts';
import { eachOf, oneOfNames, type Vocabulary } from './vocabulary';

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
      ...closedObject({ in: atLeastOne, optional: { type: 'boolean' } }, ['in']),
      description: 'With `optional` (default: false), events without the dimension count, too.',
    },
  ],
};

/** Conditions by dimension or level, as count queries, caps and features accept them. */
export function whereOf({ dimensions, levels }: Vocabulary, description: string): JsonSchema {
  const properties = eachOf([...dimensions, ...levels], { $ref: '#/components/schemas/CountCondition' });
  return { ...closedObject(properties, []), description };
}

const sharedFields = (names: Vocabulary) => ({
  dataType: oneOfNames(names.eventTypes, 'Family of the event type. Default: the default event type.'),
  actions: { type: 'array', minItems: 1, items: oneOfNames(names.actions) },
  where: whereOf(names, 'Conditions by dimension or level. All of them must hold.'),
  entities: {
    ...closedObject(eachOf(names.levels, { oneOf: [{ const: '*' }, ids] }), []),
    description: 'Ids to count, by level; "*" for all ids that occur. Default: totals only.',
  },
  windows: { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/components/schemas/Window' } },
  groupBy: {
    type: 'array',
    uniqueItems: true,
    items: oneOfNames(['action', ...names.dimensions, ...names.levels], '`action`, a dimension or a level.'),
  },
  asOf: { ...instant, description: `End of rolling windows. Default: now. ${instant.description}` },
  explain: { type: 'boolean', description: 'Whether the answer includes its cost. Default: false.' },
  consistency: { $ref: '#/components/schemas/Consistency' },
});

const groupedCount = {
  description: 'A count, or one level of nesting for each dimension of `groupBy`.',
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'object', additionalProperties: { $ref: '#/components/schemas/GroupedCount' } },
  ],
};

const byId = {
  type: 'object',
  description: 'Counts of a level, by id.',
  additionalProperties: { $ref: '#/components/schemas/GroupedCount' },
};

/** The names of levels are those that the schema declares, so that `total` is the only other property. */
const windowCounts = ({ levels }: Vocabulary) =>
  closedObject({ ...eachOf(levels, byId), total: { $ref: '#/components/schemas/GroupedCount' } }, ['total']);

const counts = {
  type: 'object',
  description: 'Counts by name of the window.',
  additionalProperties: { $ref: '#/components/schemas/WindowCounts' },
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
  oneOf: [{ $ref: '#/components/schemas/CountedUser' }, { $ref: '#/components/schemas/FailedUser' }],
};

/** Returns the schemas of count queries and their answers, with the names of the schema. */
export const countSchemas = (names: Vocabulary) => ({
  Window: window,
  CountCondition: condition,
  CountQuery: closedObject({ userId: id, ...sharedFields(names) }, ['userId', 'actions', 'windows']),
  BatchCountQuery: closedObject({ users: { ...atLeastOne, maxItems: 100 }, ...sharedFields(names) }, [
    'users',
    'actions',
    'windows',
  ]),
  GroupedCount: groupedCount,
  WindowCounts: windowCounts(names),
  CountedUser: closedObject({ userId: id, counts, omitted }, ['userId', 'counts']),
  FailedUser: closedObject({ userId: id, error: entryError }),
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
});
