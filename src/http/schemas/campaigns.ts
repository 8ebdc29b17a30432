import { POLICIES } from '../../core/pacing/pacing';
import { closedObject, consistency, date, id, timestampMs, token } from './parts';
import { oneOfNames, type Vocabulary } from './vocabulary';

const text = { type: 'string', minLength: 1, maxLength: 1_024 };

const flight = closedObject({
  firstDay: date,
  lastDay: { ...date, description: 'Last day of the flight, inclusive.' },
  unitsPerDay: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000_000_000,
    description: 'Purchased units for each day: billed actions with distinct dedup keys.',
  },
});

const campaign = (names: Vocabulary) =>
  closedObject(
    {
      id: {
        ...id,
        description: 'Id of the campaign. Optional in PUT, where it must equal the id in the path.',
      },
      name: text,
      advertiserId: text,
      action: oneOfNames(names.actions, 'The billed action: one of the actions of the event type.'),
      flights: {
        type: 'array',
        minItems: 1,
        maxItems: 366,
        items: flight,
        description: 'Flights in the order of their days. They must not overlap.',
      },
      priority: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        description: 'Priority: 1 is served first. Default: 50.',
      },
      policy: {
        type: 'string',
        enum: POLICIES,
        description: 'Pacing policy. Default: that of the pacing controller.',
      },
      thresholdShare: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 1,
        description:
          'With policy `threshold`: share of the units of the day at which the campaign stops for the day.',
      },
      paused: { type: 'boolean', description: 'Default: false.' },
    },
    ['action', 'flights'],
  );

const stored = { $ref: '#/components/schemas/Campaign' };
const unreadable = {
  type: 'array',
  items: closedObject({ id, problem: { type: 'string' } }),
  description: 'Stored campaigns that are invalid. Absent if there are none.',
};

/** Returns the schemas of campaigns, with the names of the schema. */
export const campaignSchemas = (names: Vocabulary) => ({
  Campaign: campaign(names),
  CampaignAnswer: closedObject({ campaign: stored, timestampMs, consistency }),
  CampaignPutAnswer: closedObject({ campaign: stored, timestampMs, token }),
  CampaignPage: closedObject(
    { campaigns: { type: 'array', items: stored }, unreadable, nextPageToken: { type: 'string' } },
    ['campaigns'],
  ),
});
