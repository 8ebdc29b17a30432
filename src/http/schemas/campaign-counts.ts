import { GRAINS } from '../../core/campaign-counts/campaign-count-query';
import { closedObject, consistency, entryError, id, instant } from './parts';
import { oneOfNames, type Vocabulary } from './vocabulary';

const date = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'ISO 8601 date in the time zone of the counts.',
};
const dataType = { type: 'string', description: 'Family of the event type.' };
const time = { type: 'string', format: 'date-time' };

const query = (names: Vocabulary) =>
  closedObject(
    {
      dataType: oneOfNames(
        names.eventTypes,
        'Family of the event type. Default: the event type with such counts, if there is only one.',
      ),
      level: oneOfNames(
        names.sketchLevels,
        'Entity level to count by: one with sketches. Default: campaign.',
      ),
      campaigns: {
        type: 'array',
        minItems: 1,
        maxItems: 1_000,
        items: id,
        description: 'Ids of that level. An id that is listed twice is answered once.',
      },
      days: {
        description: 'Whole days. Default, if `from` and `to` are absent as well: today.',
        oneOf: [
          { type: 'array', minItems: 1, maxItems: 400, items: date },
          closedObject({ from: date, to: { ...date, description: 'Last day, inclusive.' } }),
        ],
      },
      from: { ...instant, description: `Start of the first hour. ${instant.description}` },
      to: { ...instant, description: 'End of the last hour, exclusive.' },
      actions: { type: 'array', minItems: 1, items: oneOfNames(names.actions), description: 'Default: all.' },
      by: { type: 'string', enum: GRAINS, description: 'Default: total.' },
      breakdown: oneOfNames(
        names.breakdowns,
        'Dimension to break the counts down by: one of those that the sketches declare.',
      ),
      reach: { type: 'boolean', description: 'Whether to count distinct users, too. Default: false.' },
      consistency: { $ref: '#/components/schemas/Consistency' },
    },
    ['campaigns'],
  );

const whole = { type: 'integer', minimum: 0 };
const number = {
  count: whole,
  exact: {
    type: 'boolean',
    description: 'Whether the count is exact; otherwise it is an estimate, or lacks placements.',
  },
  bounds: {
    ...closedObject({ lower: whole, upper: whole }, ['lower']),
    description:
      'Bounds of the true count: 95 % confidence interval of an estimate, or the count itself if exact. Without `upper` if ' +
      'placements are missing: the count may be any number more then.',
  },
};
const distinct = closedObject(number);
const NUMBER = ['count', 'exact', 'bounds'];
const users = { ...distinct, description: 'Distinct users. Present with `reach`.' };
const eventCount = closedObject({ ...number, users }, NUMBER);
const actionCount = closedObject(
  {
    ...number,
    users,
    values: {
      type: 'object',
      description:
        'Counts by value of the dimension, without values that have no events. Present with `breakdown`.',
      additionalProperties: { $ref: '#/components/schemas/SketchCount' },
    },
  },
  NUMBER,
);

const counted = closedObject({
  id,
  counts: {
    type: 'object',
    description: 'Counts by name of the period, then by action.',
    additionalProperties: {
      type: 'object',
      additionalProperties: { $ref: '#/components/schemas/ActionCount' },
    },
  },
});

const failed = closedObject({ id, error: entryError });

const period = closedObject(
  {
    name: { type: 'string', description: '`total`, the day, or the start of the hour.' },
    from: time,
    to: time,
    complete: {
      type: 'boolean',
      description:
        'Whether all events of the period are counted; false if placements are missing. Absent if unknown.',
    },
  },
  ['name', 'from', 'to'],
);

const answer = closedObject(
  {
    dataType,
    level: { type: 'string' },
    timeZone: { type: 'string', description: 'Time zone of the days and hours: an IANA name.' },
    placements: {
      ...closedObject({
        counted: { type: 'array', items: { type: 'string' } },
        missing: {
          type: 'array',
          items: { type: 'string' },
          description:
            'Placements that are not counted, because their sketches may not be processed in this region.',
        },
      }),
      description: 'Placements whose sketches are merged. Absent if the sketches are not placed.',
    },
    completeUpTo: {
      ...time,
      description:
        'Event time up to which the counts are complete, estimated from ingestion lag. Absent if unknown, or if placements are missing.',
    },
    periods: { type: 'array', items: period },
    campaigns: {
      type: 'array',
      items: {
        oneOf: [
          { $ref: '#/components/schemas/CountedCampaign' },
          { $ref: '#/components/schemas/FailedCampaign' },
        ],
      },
    },
    consistency,
  },
  ['dataType', 'level', 'timeZone', 'periods', 'campaigns', 'consistency'],
);

/** Returns the schemas of campaign counts, with the names of the schema. */
export const campaignCountSchemas = (names: Vocabulary) => ({
  CampaignCountQuery: query(names),
  SketchCount: eventCount,
  ActionCount: actionCount,
  CountedCampaign: counted,
  FailedCampaign: failed,
  CampaignCountAnswer: answer,
});
