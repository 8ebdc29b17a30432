import { closedObject, date, id } from './parts';

const time = { type: 'string', format: 'date-time' };
const nullable = (schema: object) => ({ oneOf: [schema, { type: 'null' }] });

const state = closedObject({
  campaignId: id,
  day: { ...date, description: "The campaign's day." },
  state: { type: 'string', enum: ['active', 'throttled', 'stopped'] },
  passShare: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description:
      'Share of the requests for which the campaign may be taken into account: 1 when active, 0 when stopped.',
  },
  reason: { type: 'string', description: 'Why; docs/pacing.md lists them.' },
  priority: { type: 'integer', minimum: 1, maximum: 100, description: '1 is served first.' },
  unitsPurchased: { type: 'integer', minimum: 0 },
  count: { type: 'number', minimum: 0, description: 'What was counted when this was decided.' },
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
      description: 'Of the controller in office. 0: none has decided yet.',
    },
    sequence: {
      type: 'integer',
      minimum: 0,
      description: 'Of what it has published: a later pair goes before an earlier one.',
    },
    decidedAt: nullable(time),
    controller: nullable({ type: 'string' }),
    stale: { type: 'boolean', description: 'Nothing has been heard of the controller for too long.' },
    campaigns: {
      type: 'array',
      items: state,
      description:
        'All that have a flight today, in the order of their ids. One that is not among them is not to be shown.',
    },
  }),
} as const;
