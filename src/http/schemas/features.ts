import { closedObject, consistency, id, instant } from './parts';

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
  description: 'Ids by the dimensions of the entity levels; features of a level whose id is absent are null.',
  additionalProperties: id,
};

const ctr = closedObject(
  {
    clicks: { type: 'string', description: 'Default: `click`.' },
    impressions: { type: 'string', description: 'Default: `impression`, where there is none `view`.' },
    prior: {
      ...closedObject({
        impressions: { type: 'integer', minimum: 1, maximum: 1_000_000 },
        rate: { type: 'number', minimum: 0, maximum: 1 },
      }),
      description: 'Impressions, and the rate of clicks among them, that are added to those there are.',
    },
  },
  [],
);

const fatigueRequest = closedObject(
  {
    userId: id,
    candidates: { type: 'array', minItems: 1, maxItems: 1_000, items: candidate },
    dataType: { type: 'string', description: 'Of the events; absent: the default one.' },
    levels: {
      type: 'array',
      minItems: 1,
      items: { type: 'string' },
      description: 'Default: all of the DataType.',
    },
    actions: {
      type: 'array',
      minItems: 1,
      items: { type: 'string' },
      description: 'Default: `impression` (where there is none `view`) and `click`.',
    },
    windows: lengths('Counted back from `asOf`. Default: 1h, 1d, 7d, 30d.', 16),
    halfLives: lengths('Of the exponential decays. Default: 1h, 1d, 7d.', 8),
    scales: lengths('Of the inverse decays, 1 / (1 + age / scale). Default: 1h, 1d, 7d.', 8),
    lookback: {
      ...length,
      description: 'Events older than that are as if they had never been. Default: the longest window.',
    },
    ctr,
    where: {
      type: 'object',
      description: 'As in a count query.',
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
      description: `Events from then on are not seen; default now. ${instant.description}`,
    },
    withoutNames: {
      type: 'boolean',
      default: false,
      description: 'Leaves out `names`, which the layout implies.',
    },
    consistency: { $ref: '#/components/schemas/Consistency' },
  },
  ['userId', 'candidates'],
);

const fatigueFeatures = closedObject(
  {
    userId: id,
    asOf: { type: 'string', format: 'date-time' },
    version: { type: 'integer', description: 'Of what the names mean and of their order.' },
    layout: {
      type: 'string',
      pattern: '^[0-9a-f]{16}$',
      description: 'Differs wherever two requests ask for differing features.',
    },
    names: { type: 'array', items: { type: 'string' } },
    candidates: {
      type: 'array',
      items: closedObject({ values: { type: 'array', items: { type: ['number', 'null'] } } }),
    },
    consistency,
  },
  ['userId', 'asOf', 'version', 'layout', 'candidates', 'consistency'],
);

export const FEATURE_SCHEMAS = {
  FatigueRequest: fatigueRequest,
  FatigueFeatures: fatigueFeatures,
} as const;
