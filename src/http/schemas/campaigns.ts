import { POLICIES } from '../../core/pacing/pacing';
import { closedObject, consistency, date, id, timestampMs, token } from './parts';

const text = { type: 'string', minLength: 1, maxLength: 1_024 };

const flight = closedObject({
  firstDay: date,
  lastDay: { ...date, description: 'Belongs to the flight, too.' },
  unitsPerDay: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000_000_000,
    description: 'Billed actions of distinct dedup keys that are purchased for each day.',
  },
});

const campaign = closedObject(
  {
    id: { ...id, description: "The path's; need not be repeated." },
    name: text,
    advertiserId: text,
    action: { type: 'string', description: 'The one that is billed: one of the event type.' },
    flights: {
      type: 'array',
      minItems: 1,
      maxItems: 366,
      items: flight,
      description: 'In the order of their days, of which no two share any.',
    },
    priority: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 50,
      description: 'From 1, served first.',
    },
    policy: {
      type: 'string',
      enum: POLICIES,
      description: "How it is paced; absent: the controller's default.",
    },
    thresholdShare: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 1,
      description:
        'Of policy `threshold`: the share of the units at which the campaign is stopped for the day.',
    },
    paused: { type: 'boolean', default: false },
  },
  ['action', 'flights'],
);

const stored = { $ref: '#/components/schemas/Campaign' };
const unreadable = {
  type: 'array',
  items: closedObject({ id, problem: { type: 'string' } }),
  description: 'Stored, but make no sense; absent where there is none.',
};

export const CAMPAIGN_SCHEMAS = {
  Campaign: campaign,
  CampaignAnswer: closedObject({ campaign: stored, timestampMs, consistency }),
  CampaignPutAnswer: closedObject({ campaign: stored, timestampMs, token }),
  CampaignPage: closedObject(
    { campaigns: { type: 'array', items: stored }, unreadable, nextPageToken: { type: 'string' } },
    ['campaigns'],
  ),
} as const;
