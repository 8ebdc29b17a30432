import { campaignCountsJson } from '../../../codec/answers/campaign-counts-json';
import type { SchemaRegistry } from '../../../codec/declarations/schema-registry';
import type { Config } from '../../../config/index';
import { requireReader } from '../../../core/access/data-access';
import {
  parseCampaignCountQuery,
  type CampaignCountRules,
} from '../../../core/campaign-counts/parse-campaign-count-query';
import { objectAt } from '../../../core/json/json-fields';
import { DEFAULTS } from '../../../config/defaults';
import type { CountCampaigns } from '../../../operations/campaign-counts/count-campaigns';
import type { Clock } from '../../../platform/time/clock';
import type { ConsistencyRules } from '../../../core/consistency/compile-choice';
import {
  CONSISTENCY_PARAMETERS,
  EVIDENCE_EXAMPLE,
  EVIDENCE_HEADERS,
  READ_ERRORS,
} from '../../openapi/consistency-documentation';
import { encodeEvidence } from '../../consistency/evidence';
import { readConsistency } from '../../consistency/read-consistency';
import { jsonTextResponse, type Endpoint } from '../../endpoint';
import { schemaRef } from '../../schemas/component-schemas';
import { campaignCountWork } from '../../limits/work-estimates';

interface Dependencies {
  readonly countCampaigns: CountCampaigns;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly rules: ConsistencyRules;
  readonly limits: Config['campaignCounts'] & Pick<Config['events'], 'idBytesMax'>;
}

export function countCampaigns(parts: Dependencies): Endpoint {
  const { clock, rules } = parts;
  return {
    method: 'POST',
    path: '/v1/campaigns:counts',
    operationId: 'countCampaigns',
    bodyBytesMax: DEFAULTS.http.queryBodyBytesMax,
    summary: 'Count the actions of all users by campaign',
    description:
      'Counts distinct dedup keys of all users together, so late and redelivered events do not change them. Small counts are ' +
      'exact, larger ones are estimates with bounds. Hours and days are those of the time zone that the schema declares for the ' +
      'counts. A key in several periods counts once in their total. Campaigns without events have counts of 0. A campaign whose ' +
      'counts cannot be read has an `error` instead of `counts`; the others are not affected. Where sketches are placed, the ' +
      'answer names the placements that are counted and those that are missing.',
    tag: 'Campaigns',
    access: 'campaigns:read',
    dataAccess: { needs: 'reader', dataTypes: 'the DataType of the counted events' },
    bulk: true,
    parameters: CONSISTENCY_PARAMETERS,
    request: { 'application/json': { schema: schemaRef('CampaignCountQuery'), example: QUERY } },
    response: {
      status: 200,
      description: 'One entry for each campaign, in the order of the request.',
      forms: { 'application/json': { schema: schemaRef('CampaignCountAnswer'), example: ANSWER } },
      headers: EVIDENCE_HEADERS,
    },
    errors: [
      'unknown_data_type',
      'unknown_action',
      'unknown_level',
      'unknown_dimension',
      'answer_too_large',
      ...READ_ERRORS,
    ],
    async handle(request) {
      const body = objectAt(request.json(), 'body');
      const query = parseCampaignCountQuery(body, campaignCountRules(parts, clock.nowMs()));
      requireReader(request.caller, query.dataType);
      const consistency = readConsistency(request, rules, body.consistency);
      request.takeWork(campaignCountWork(query));
      const answer = await parts.countCampaigns({ query, consistency }, request.callOptions);
      const { consistency: evidence, headers } = encodeEvidence(answer.evidence, rules.tokens);
      return jsonTextResponse(await request.inTurns(campaignCountsJson(query, answer, evidence)), headers);
    },
  };
}

function campaignCountRules(
  { schema, limits }: Pick<Dependencies, 'schema' | 'limits'>,
  nowMs: number,
): CampaignCountRules {
  return {
    ...limits,
    nowMs,
    eventTypes: schema.eventTypes(),
    eventDataType: schema.eventDataType.bind(schema),
  };
}

const CAMPAIGN = '123e4567-e89b-12d3-a456-426614174000';
const CORRUPTED = '123e4567-e89b-12d3-a456-426614174001';

const QUERY = { campaigns: [CAMPAIGN, CORRUPTED], days: ['2026-11-21'], actions: ['view'], reach: true };

const ANSWER = {
  dataType: 'campaign_action',
  level: 'campaign',
  timeZone: 'UTC',
  completeUpTo: '2026-11-21T13:59:58.250Z',
  periods: [
    { name: 'total', from: '2026-11-21T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z', complete: false },
  ],
  campaigns: [
    {
      id: CAMPAIGN,
      counts: {
        total: {
          view: {
            count: 15_873,
            exact: false,
            bounds: { lower: 15_621, upper: 16_125 },
            users: { count: 987, exact: true, bounds: { lower: 987, upper: 987 } },
          },
        },
      },
    },
    {
      id: CORRUPTED,
      error: {
        code: 'data_corrupted',
        field: 'campaigns[1]',
        message: 'Stored data is corrupted',
        retryable: false,
      },
    },
  ],
  consistency: EVIDENCE_EXAMPLE,
};
