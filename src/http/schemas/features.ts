import { closedObject, consistency, id, instant, omitted } from './parts';

const length = { type: 'string', pattern: '^[1-9][0-9]{0,8}[mhd]$' };
const lengths = (description: string, maxItems: number) => ({
  type: 'array',
  maxItems,
  items: length,
  uniqueItems: true,
  description,
});

const candidate = {
  type: 'object',
  minProperties: 1,
  description: 'Ids by dimension of the entity levels. Features of a level without an id are null.',
  additionalProperties: id,
};

const ctr = closedObject(
  {
    clicks: { type: 'string', description: 'Default: `click`.' },
    impressions: {
      type: 'string',
      description: 'Default: `impression`, or `view` if the type has no impressions.',
    },
    prior: {
      ...closedObject({
        impressions: { type: 'integer', minimum: 1, maximum: 1_000_000 },
        rate: { type: 'number', minimum: 0, maximum: 1 },
      }),
      description:
        'Prior of the click-through rate: impressions with this rate of clicks are added to the counted ones.',
    },
  },
  [],
);

const fatigueRequest = closedObject(
  {
    userId: id,
    candidates: { type: 'array', minItems: 1, maxItems: 1_000, items: candidate },
    dataType: { type: 'string', description: 'DataType of the events. Default: the default event type.' },
    levels: {
      type: 'array',
      minItems: 1,
      items: { type: 'string' },
      description: 'Default: all levels of the DataType.',
    },
    actions: {
      type: 'array',
      minItems: 1,
      items: { type: 'string' },
      description: 'Default: `click` and `impression`, or `view` if the type has no impressions.',
    },
    windows: lengths('Lengths of the windows before `asOf`. Default: 1h, 1d, 7d, 30d.', 16),
    halfLives: lengths('Half-lives of the exponential decays. Default: 1h, 1d, 7d.', 8),
    scales: lengths('Scales of the inverse decays, 1 / (1 + age / scale). Default: 1h, 1d, 7d.', 8),
    lookback: {
      ...length,
      description: 'Events older than this are ignored. Default: the longest window.',
    },
    ctr,
    where: {
      type: 'object',
      description: 'Conditions by dimension or level, as in a count query.',
      additionalProperties: {
        oneOf: [
          { const: '*' },
          { type: 'array', minItems: 1, items: id },
          closedObject({ in: { type: 'array', minItems: 1, items: id }, optional: { type: 'boolean' } }, [
            'in',
          ]),
        ],
      },
    },
    asOf: {
      ...instant,
      description: `Only events before this time are used. Default: now. ${instant.description}`,
    },
    withoutNames: {
      type: 'boolean',
      default: false,
      description: 'Whether to omit `names` from the answer; `layout` identifies them.',
    },
    consistency: { $ref: '#/components/schemas/Consistency' },
  },
  ['userId', 'candidates'],
);

const fatigueFeatures = closedObject(
  {
    userId: id,
    asOf: { type: 'string', format: 'date-time' },
    version: { type: 'integer', description: 'Version of the meaning and order of the names.' },
    layout: {
      type: 'string',
      pattern: '^[0-9a-f]{16}$',
      description: 'Hash of the feature names. It differs if two requests select different features.',
    },
    names: { type: 'array', items: { type: 'string' } },
    candidates: {
      type: 'array',
      items: closedObject({ values: { type: 'array', items: { type: ['number', 'null'] } } }),
    },
    omitted,
    consistency,
  },
  ['userId', 'asOf', 'version', 'layout', 'candidates', 'consistency'],
);

export const FEATURE_SCHEMAS = {
  FatigueRequest: fatigueRequest,
  FatigueFeatures: fatigueFeatures,
} as const;
