import { closedObject, date, id } from './parts';

const time = { type: 'string', format: 'date-time' };
const nullable = (schema: object) => ({ oneOf: [schema, { type: 'null' }] });

const state = closedObject({
  campaignId: id,
  day: { ...date, description: 'Day in the time zone of the campaign.' },
  state: { type: 'string', enum: ['active', 'throttled', 'stopped'] },
  passShare: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description:
      'Admission rate: share of requests for which the campaign is a candidate. 1 when active, 0 when stopped.',
  },
  reason: { type: 'string', description: 'Reason of the state; docs/pacing.md lists all reasons.' },
  priority: { type: 'integer', minimum: 1, maximum: 100, description: '1 is served first.' },
  unitsPurchased: { type: 'integer', minimum: 0 },
  count: { type: 'number', minimum: 0, description: 'Delivered units counted at the time of the decision.' },
  unitsPerSecond: { type: 'number', minimum: 0 },
  completeUpTo: nullable(time),
  decidedAt: time,
  epoch: { type: 'integer', minimum: 0 },
  sequence: { type: 'integer', minimum: 0 },
});

export const PACING_SCHEMAS = {
  ActiveCampaigns: closedObject({
    epoch: {
      type: 'integer',
      minimum: 0,
      description: 'Leadership term of the controller. 0: no controller has decided yet.',
    },
    sequence: {
      type: 'integer',
      minimum: 0,
      description:
        'Publication within the term. Of two answers, the one with the higher (epoch, sequence) is newer.',
    },
    decidedAt: nullable(time),
    controller: nullable({ type: 'string' }),
    stale: { type: 'boolean', description: 'Whether the last sign of life of the controller is too old.' },
    campaigns: {
      type: 'array',
      items: state,
      description:
        'All campaigns with a flight today, in the order of their ids. Do not show other campaigns.',
    },
  }),
} as const;
