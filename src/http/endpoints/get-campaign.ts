import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { requireReader } from '../../core/access/data-access';
import { CAMPAIGN_FAMILY, CAMPAIGN_TABLE, campaignJson } from '../../core/campaigns/campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import { campaignIdOf } from '../../core/campaigns/check-campaign';
import type { GetCampaign } from '../../operations/campaigns/get-campaign';
import type { ConsistencyRules } from '../consistency/compile';
import {
  CONSISTENCY_PARAMETERS,
  EVIDENCE,
  EVIDENCE_HEADERS,
  READ_ERRORS,
} from '../consistency/documentation';
import { tellEvidence, withEvidence } from '../consistency/evidence';
import { readConsistency } from '../consistency/read-consistency';
import { json, type Endpoint } from '../endpoint';
import { ref } from '../schemas';
import { CAMPAIGN, CAMPAIGN_ID_PARAMETER, CAMPAIGN_PATH } from './campaign-documentation';

interface Parts {
  readonly operation: GetCampaign;
  readonly schema: SchemaRegistry;
  readonly rules: ConsistencyRules;
}

export function getCampaign({ operation, schema, rules }: Parts): Endpoint {
  const scope = campaignScopeOf(schema.eventTypes());
  const dataType = schema.dataType(CAMPAIGN_TABLE, CAMPAIGN_FAMILY);
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const id = campaignIdOf(request.param('campaignId'), scope);
      const wanted = { id, consistency: readConsistency(request, rules) };
      requireReader(request.caller, dataType, 'authorization');
      const answer = await withEvidence(operation(wanted, request.allowance), rules.tokens);
      const { consistency, headers } = tellEvidence(answer.evidence, rules.tokens);
      const { campaign, timestampMs } = answer;
      return json({ campaign: campaignJson(campaign), timestampMs, consistency }, headers);
    },
  };
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'GET',
  path: CAMPAIGN_PATH,
  operationId: 'getCampaign',
  summary: 'Read a campaign',
  tag: 'Campaigns',
  access: 'campaigns:read',
  dataAccess: { needs: 'reader', of: '`campaigns/campaign`' },
  parameters: [CAMPAIGN_ID_PARAMETER, ...CONSISTENCY_PARAMETERS],
  response: {
    status: 200,
    description: 'The campaign, as the PUT takes it, and when it was written.',
    forms: {
      'application/json': {
        schema: ref('CampaignAnswer'),
        example: { campaign: CAMPAIGN, timestampMs: 1_795_239_300_000, consistency: EVIDENCE },
      },
    },
    headers: EVIDENCE_HEADERS,
  },
  errors: ['campaign_not_found', ...READ_ERRORS],
};
