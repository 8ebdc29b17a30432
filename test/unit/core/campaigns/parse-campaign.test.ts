import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { campaignJson } from '../../../../src/core/campaigns/campaign';
import { campaignScopeOf } from '../../../../src/core/campaigns/campaign-scope';
import { campaignIdOf, checkCampaign } from '../../../../src/core/campaigns/check-campaign';
import { parseCampaign } from '../../../../src/core/campaigns/parse-campaign';
import { DEFAULTS } from '../../../../src/config/defaults';
import type { ErrorCode } from '../../../../src/errors';
import { campaignBody, campaignId } from '../../../support/campaigns';
import { tidemarkError } from '../../../support/tidemark-error';

const ID = campaignId(1);
const scope = campaignScopeOf(loadSchema().eventTypes());
const rules = { scope, limits: DEFAULTS.campaigns, nowMs: Date.parse('2026-11-21T05:00:00Z') };

function check(json: unknown) {
  const campaign = parseCampaign(json, { id: ID });
  checkCampaign(campaign, rules);
  return campaign;
}

const flight = (firstDay: string, lastDay: string, unitsPerDay: unknown = 1) => ({
  firstDay,
  lastDay,
  unitsPerDay,
});
const flights = (...all: readonly unknown[]) => campaignBody({ flights: all });
const units = (unitsPerDay: unknown) => flights(flight('2026-11-20', '2026-11-22', unitsPerDay));
const manyDays = Array.from({ length: 367 }, (_, i) => {
  const day = new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
  return flight(day, day);
});

describe('a campaign', () => {
  it('has the given fields, and defaults for the rest', () => {
    expect(check(campaignBody())).toEqual({
      id: ID,
      action: 'view',
      priority: 50,
      isPaused: false,
      flights: [flight('2026-11-20', '2026-11-22', 16_000)],
    });
  });

  it('is equal after a round trip through JSON', () => {
    const all = {
      id: ID,
      name: 'Büro & Garten',
      advertiserId: 'adv-1',
      action: 'click',
      priority: 1,
      policy: 'threshold',
      thresholdShare: 0.7,
      paused: true,
      flights: [flight('2026-11-20', '2026-11-20', 1), flight('2026-11-21', '2027-01-31', 1_000_000_000_000)],
    };
    expect(campaignJson(check(all))).toEqual(all);
    expect(campaignJson(check(campaignJson(check(all))))).toEqual(all);
  });

  it('can have units in a string, as in the JSON of protobuf', () => {
    expect(check(units('16000')).flights[0]).toMatchObject({ unitsPerDay: 16_000 });
  });

  it.each<[string, unknown, string, string, ErrorCode?]>([
    ['units of zero', units(0), 'flights[0].unitsPerDay', 'at least 1'],
    ['units of zero in a string', units('0'), 'flights[0].unitsPerDay', 'at least 1'],
    ['negative units', units(-5), 'flights[0].unitsPerDay', 'at least 1'],
    ['negative units in a string', units('-5'), 'flights[0].unitsPerDay', 'at least 1'],
    ['fractional units', units(0.5), 'flights[0].unitsPerDay', 'whole number'],
    ['huge units', units(1_000_000_000_001), 'flights[0].unitsPerDay', 'at most 1000000000000'],
    ['units beyond 2^53', units('18446744073709551615'), 'flights[0].unitsPerDay', '2^53'],
    ['units that are no number', units('many'), 'flights[0].unitsPerDay', 'whole number'],
    [
      'no units',
      flights({ firstDay: '2026-11-20', lastDay: '2026-11-20' }),
      'flights[0].unitsPerDay',
      'required',
    ],
    ['no flights', flights(), 'flights', 'not be empty'],
    ['flights left out', { action: 'view' }, 'flights', 'required'],
    ['too many flights', flights(...manyDays), 'flights', 'at most 366'],
    ['a reversed flight', flights(flight('2026-11-22', '2026-11-21')), 'flights[0].lastDay', 'before'],
    [
      'overlapping flights',
      flights(flight('2026-11-20', '2026-11-22'), flight('2026-11-22', '2026-11-24')),
      ...(['flights[1].firstDay', 'overlaps flights[0]: both include 2026-11-22'] as const),
    ],
    [
      'a flight within another',
      flights(flight('2026-11-20', '2026-11-30'), flight('2026-11-22', '2026-11-24')),
      ...(['flights[1].firstDay', 'overlaps flights[0]: both include 2026-11-22'] as const),
    ],
    [
      'a flight around another',
      flights(flight('2026-11-22', '2026-11-24'), flight('2026-11-20', '2026-11-30')),
      ...(['flights[1].firstDay', 'overlaps flights[0]: both include 2026-11-22'] as const),
    ],
    [
      'flights out of order',
      flights(flight('2026-11-22', '2026-11-24'), flight('2026-11-20', '2026-11-21')),
      ...(['flights[1].firstDay', 'order flights by their days'] as const),
    ],
    ['a day that does not exist', flights(flight('2026-02-29', '2026-03-01')), 'flights[0].firstDay', 'date'],
    ['a day with a time', flights(flight('2026-11-20', '2026-11-20T00:00Z')), 'flights[0].lastDay', 'date'],
    ['a day far ahead', flights(flight('2026-11-20', '2036-11-30')), 'flights[0].lastDay', '3660 days ahead'],
    ['a day far back', flights(flight('2016-11-01', '2026-11-20')), 'flights[0].firstDay', '3660 days ago'],
    ['an unknown action', campaignBody({ action: 'like' }), 'action', 'known: view, click', 'unknown_action'],
    ['no action', campaignBody({ action: undefined }), 'action', 'required'],
    ['priority 0', campaignBody({ priority: 0 }), 'priority', 'from 1 to 100'],
    ['priority 101', campaignBody({ priority: 101 }), 'priority', 'from 1 to 100'],
    ['a fractional priority', campaignBody({ priority: 1.5 }), 'priority', 'whole number'],
    [
      'an unknown policy',
      campaignBody({ policy: 'random' }),
      'policy',
      'proportional, predictive, threshold',
    ],
    ['a share of 0', campaignBody({ policy: 'threshold', thresholdShare: 0 }), 'thresholdShare', 'above 0'],
    [
      'a share over 1',
      campaignBody({ policy: 'threshold', thresholdShare: 1.1 }),
      'thresholdShare',
      'at most 1',
    ],
    [
      'a share of NaN',
      campaignBody({ policy: 'threshold', thresholdShare: 'NaN' }),
      'thresholdShare',
      'number',
    ],
    [
      'a share of another policy',
      campaignBody({ policy: 'predictive', thresholdShare: 0.7 }),
      ...(['thresholdShare', 'requires policy threshold'] as const),
    ],
    ['paused as text', campaignBody({ paused: 'yes' }), 'paused', 'true or false'],
    ['a name that a terminal would obey', campaignBody({ name: 'a\u001b[2J' }), 'name', 'control characters'],
    ['an endless name', campaignBody({ name: 'x'.repeat(1_025) }), 'name', '1024 bytes'],
    ['an empty advertiser', campaignBody({ advertiserId: '' }), 'advertiserId', 'not be empty'],
    ['a misspelt field', campaignBody({ prioriti: 1 }), 'prioriti', 'unknown field'],
    [
      'a misspelt field of a flight',
      flights({ ...flight('2026-11-20', '2026-11-20'), units: 1 }),
      'flights[0].units',
      'unknown field',
    ],
    ['the id of another', campaignBody({ id: campaignId(2) }), 'id', ID],
    ['no object', [], 'campaign', 'object'],
  ])('is rejected with %s', (_, json, field, words, code = 'invalid_argument') => {
    const attempt = () => check(json);
    expect(attempt).toThrow(tidemarkError(code, field));
    expect(attempt).toThrow(words);
  });

  it('is rejected with field names that begin with the given path', () => {
    expect(() => parseCampaign(units(0), { id: ID, path: 'line 3.' })).toThrow(
      tidemarkError('invalid_argument', 'line 3.flights[0].unitsPerDay'),
    );
  });

  it('has the canonical id of events: a UUID in lower case', () => {
    expect(campaignIdOf(ID.toUpperCase(), scope)).toBe(ID);
    for (const id of ['42', '', 'c0ffee00', 'active'])
      expect(() => campaignIdOf(id, scope)).toThrow(tidemarkError('invalid_argument', 'campaignId'));
  });

  it('has days in the time zone of the counts', () => {
    expect(scope).toMatchObject({ timeZone: 'UTC', level: { name: 'campaign' } });
    expect(scope.dataType.family).toBe('campaign_action');
  });
});
