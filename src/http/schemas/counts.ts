import { GROUP_DIMENSIONS } from '../../core/counting/ad-count-query';
import { ENTITY_LEVELS } from '../../core/schema';
import { closed, consistency, id, instant } from './parts';

const window = {
  oneOf: [
    {
      type: 'string',
      pattern: '^[1-9][0-9]*[mhd]$',
      description: 'Rolling: the last minutes, hours or days.',
    },
    closed({ from: instant, to: instant, name: { type: 'string', minLength: 1 } }, ['from', 'to']),
    closed(
      {
        days: { type: 'integer', minimum: 1, description: "Calendar days: asOf's and those before it." },
        timeZone: { type: 'string', description: 'IANA name.' },
        name: { type: 'string', minLength: 1 },
      },
      ['days', 'timeZone'],
    ),
  ],
};

const countQuery = closed(
  {
    userId: id,
    actions: { type: 'array', minItems: 1, items: { type: 'string' } },
    viewTypes: { type: 'array', minItems: 1, items: id, description: 'Absent: all.' },
    entities: {
      type: 'object',
      additionalProperties: false,
      description: 'Per level the ids to count, or "*" for all that occur. Absent: totals only.',
      properties: Object.fromEntries(
        ENTITY_LEVELS.map((level) => [level, { oneOf: [{ const: '*' }, { type: 'array', items: id }] }]),
      ),
    },
    windows: { type: 'array', minItems: 1, maxItems: 64, items: { $ref: '#/components/schemas/Window' } },
    groupBy: { type: 'array', uniqueItems: true, items: { enum: GROUP_DIMENSIONS } },
    asOf: { ...instant, description: `The end of rolling windows; default now. ${instant.description}` },
    consistency: { $ref: '#/components/schemas/Consistency' },
  },
  ['userId', 'actions', 'windows'],
);

const groupedCount = {
  description: 'A number, or one level of nesting for each dimension of groupBy.',
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'object', additionalProperties: { $ref: '#/components/schemas/GroupedCount' } },
  ],
};

const counts = { type: 'object', additionalProperties: { $ref: '#/components/schemas/GroupedCount' } };
const countAnswer = closed({
  userId: id,
  asOf: { type: 'string', format: 'date-time' },
  counts: {
    type: 'object',
    description: 'By name of the window.',
    additionalProperties: closed(
      {
        total: { $ref: '#/components/schemas/GroupedCount' },
        ...Object.fromEntries(ENTITY_LEVELS.map((level) => [level, counts])),
      },
      ['total'],
    ),
  },
  consistency,
});

export const COUNT_SCHEMAS = {
  Window: window,
  CountQuery: countQuery,
  GroupedCount: groupedCount,
  CountAnswer: countAnswer,
} as const;
