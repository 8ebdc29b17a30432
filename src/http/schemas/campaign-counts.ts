import { GRAINS } from '../../core/campaign-counts/campaign-count-query';
import { closedObject, code, consistency, id, instant } from './parts';

const date = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'ISO 8601, by the time zone of the counts.',
};
const dataType = { type: 'string', description: 'Family of the event type.' };
const time = { type: 'string', format: 'date-time' };

const query = closedObject(
  {
    dataType: { ...dataType, description: 'Family of the event type. Absent: the one that is counted so.' },
    level: { type: 'string', default: 'campaign', description: 'What is counted: a level with sketches.' },
    campaigns: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: id,
      description: 'Ids of that level. One that is named twice is answered once.',
    },
    days: {
      description: 'Whole days. Absent, as `from` and `to`: today.',
      oneOf: [
        { type: 'array', minItems: 1, maxItems: 400, items: date },
        closedObject({ from: date, to: { ...date, description: 'Belongs to them, too.' } }),
      ],
    },
    from: { ...instant, description: `The beginning of an hour. ${instant.description}` },
    to: { ...instant, description: 'Likewise; exclusive.' },
    actions: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'Absent: all.' },
    by: { type: 'string', enum: GRAINS, default: 'total' },
    breakdown: { type: 'string', description: 'A dimension that the sketches are declared with.' },
    reach: { type: 'boolean', default: false, description: 'Distinct users, too.' },
    consistency: { $ref: '#/components/schemas/Consistency' },
  },
  ['campaigns'],
);

const whole = { type: 'integer', minimum: 0 };
const number = {
  count: whole,
  exact: { type: 'boolean', description: 'Whether it is no estimate.' },
  bounds: {
    ...closedObject({ lower: whole, upper: whole }),
    description: 'What is counted lies within them in 95 of 100 cases; always, where the count is exact.',
  },
};
const distinct = closedObject(number);
const NUMBER = ['count', 'exact', 'bounds'];
const users = { ...distinct, description: 'Distinct users; with `reach`.' };
const eventCount = closedObject({ ...number, users }, NUMBER);
const actionCount = closedObject(
  {
    ...number,
    users,
    values: {
      type: 'object',
      description: 'With `breakdown`: by value of the dimension, as far as anything was counted.',
      additionalProperties: eventCount,
    },
  },
  NUMBER,
);

const counted = closedObject({
  id,
  counts: {
    type: 'object',
    description: "By the period's name, then by action.",
    additionalProperties: { type: 'object', additionalProperties: actionCount },
  },
});

const failed = closedObject({
  id,
  error: closedObject({
    code,
    field: { type: 'string' },
    message: { type: 'string' },
    retryable: { type: 'boolean' },
  }),
});

const period = closedObject(
  {
    name: { type: 'string', description: '`total`, the day, or the beginning of the hour.' },
    from: time,
    to: time,
    complete: {
      type: 'boolean',
      description: 'Whether nothing more is to come of it. Absent where that is unknown.',
    },
  },
  ['name', 'from', 'to'],
);

const answer = closedObject(
  {
    dataType,
    level: { type: 'string' },
    timeZone: { type: 'string', description: 'Whose days and hours these are: an IANA name.' },
    completeUpTo: {
      ...time,
      description: 'Event time up to which all has been counted, as far as can be told. Absent: unknown.',
    },
    periods: { type: 'array', items: period },
    campaigns: { type: 'array', items: { oneOf: [counted, failed] } },
    consistency,
  },
  ['dataType', 'level', 'timeZone', 'periods', 'campaigns', 'consistency'],
);

export const CAMPAIGN_COUNT_SCHEMAS = { CampaignCountQuery: query, CampaignCountAnswer: answer } as const;
