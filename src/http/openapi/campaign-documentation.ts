import type { Parameter } from '../endpoint';

/** Path, parameter and example that the campaign endpoints share. */
export const CAMPAIGN_PATH = '/v1/campaigns/{campaignId}';

export const CAMPAIGN_ID_PARAMETER: Parameter = {
  in: 'path',
  name: 'campaignId',
  description:
    'Id of the campaign, as in events. Its kind is the one that the schema declares for the dimension, by default a UUID.',
  schema: { type: 'string', minLength: 1, maxLength: 1_024 },
  example: 'c0ffee00-0000-4000-8000-000000000001',
};

export const CAMPAIGN_EXAMPLE = {
  id: 'c0ffee00-0000-4000-8000-000000000001',
  name: 'Autumn sale',
  advertiserId: 'adv-1',
  action: 'view',
  flights: [
    { firstDay: '2026-11-16', lastDay: '2026-11-22', unitsPerDay: 16_000 },
    { firstDay: '2026-11-27', lastDay: '2026-11-27', unitsPerDay: 50_000 },
  ],
  priority: 20,
  policy: 'proportional',
  paused: false,
};
