import { whereOf } from './counts';
import { closedObject, consistency, id, instant, omitted } from './parts';
import { eachOf, oneOfNames, type Vocabulary } from './vocabulary';

const length = { type: 'string', pattern: '^[1-9][0-9]{0,8}[mhd]$' };
const lengths = (description: string, maxItems: number) => ({
  type: 'array',
  maxItems,
  items: length,
  uniqueItems: true,
  description,
});

const candidate = ({ levelDimensions }: Vocabulary) => ({
  ...closedObject(eachOf(levelDimensions, id), []),
  minProperties: 1,
  description: 'Ids by dimension of the entity levels. Features of a level without an id are null.',
});

const ctr = ({ actions }: Vocabulary) =>
  closedObject(
    {
      clicks: oneOfNames(actions, 'Default: `click`.'),
      impressions: oneOfNames(actions, 'Default: `impression`, or `view` if the type has no impressions.'),
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

const fatigueRequest = (names: Vocabulary) =>
  closedObject(
    {
      userId: id,
      candidates: { type: 'array', minItems: 1, maxItems: 1_000, items: candidate(names) },
      dataType: oneOfNames(names.eventTypes, 'DataType of the events. Default: the default event type.'),
      levels: {
        type: 'array',
        minItems: 1,
        items: oneOfNames(names.levels),
        description: 'Default: all levels of the DataType.',
      },
      actions: {
        type: 'array',
        minItems: 1,
        items: oneOfNames(names.actions),
        description: 'Default: `click` and `impression`, or `view` if the type has no impressions.',
      },
      windows: lengths('Lengths of the windows before `asOf`. Default: 1h, 1d, 7d, 30d.', 16),
      halfLives: lengths('Half-lives of the exponential decays. Default: 1h, 1d, 7d.', 8),
      scales: lengths('Scales of the inverse decays, 1 / (1 + age / scale). Default: 1h, 1d, 7d.', 8),
      lookback: {
        ...length,
        description: 'Events older than this are ignored. Default: the longest window.',
      },
      ctr: ctr(names),
      where: whereOf(names, 'Conditions by dimension or level, as in a count query.'),
      asOf: {
        ...instant,
        description: `Only events before this time are used. Default: now. ${instant.description}`,
      },
      withoutNames: {
        type: 'boolean',
        description: 'Whether to omit `names` from the answer; `layout` identifies them. Default: false.',
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

/** Returns the schemas of features, with the names of the schema. */
export const featureSchemas = (names: Vocabulary) => ({
  FatigueRequest: fatigueRequest(names),
  FatigueFeatures: fatigueFeatures,
});
