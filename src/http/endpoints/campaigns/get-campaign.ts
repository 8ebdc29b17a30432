import type { SchemaRegistry } from '../../../codec/declarations/schema-registry';
import { requireReader } from '../../../core/access/data-access';
import { CAMPAIGN_FAMILY, CAMPAIGN_TABLE, campaignJson } from '../../../core/campaigns/campaign';
import { campaignScopeOf } from '../../../core/campaigns/campaign-scope';
import { campaignIdOf } from '../../../core/campaigns/check-campaign';
import type { GetCampaign } from '../../../operations/campaigns/get-campaign';
import type { ConsistencyRules } from '../../../core/consistency/compile-choice';
import {
  CONSISTENCY_PARAMETERS,
  EVIDENCE_EXAMPLE,
  EVIDENCE_HEADERS,
  READ_ERRORS,
} from '../../openapi/consistency-documentation';
import { encodeEvidence, addEvidenceToNotFound } from '../../consistency/evidence';
import { readConsistency } from '../../consistency/read-consistency';
import { jsonResponse, type Endpoint } from '../../endpoint';
import { schemaRef } from '../../schemas/component-schemas';
import { CAMPAIGN_EXAMPLE, CAMPAIGN_ID_PARAMETER, CAMPAIGN_PATH } from '../../openapi/campaign-documentation';

interface Dependencies {
  readonly operation: GetCampaign;
  readonly schema: SchemaRegistry;
  readonly rules: ConsistencyRules;
}

export function getCampaign({ operation, schema, rules }: Dependencies): Endpoint {
  const scope = campaignScopeOf(schema.eventTypes());
  const dataType = schema.dataType(CAMPAIGN_TABLE, CAMPAIGN_FAMILY);
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const id = campaignIdOf(request.param('campaignId'), scope);
      const wanted = { id, consistency: readConsistency(request, rules) };
      requireReader(request.caller, dataType, 'authorization');
      const answer = await addEvidenceToNotFound(operation(wanted, request.callOptions), rules.tokens);
      const { consistency, headers } = encodeEvidence(answer.evidence, rules.tokens);
      const { campaign, timestampMs } = answer;
      return jsonResponse({ campaign: campaignJson(campaign), timestampMs, consistency }, headers);
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
  dataAccess: { needs: 'reader', dataTypes: '`campaigns/campaign`' },
  parameters: [CAMPAIGN_ID_PARAMETER, ...CONSISTENCY_PARAMETERS],
  response: {
    status: 200,
    description: 'The campaign, in the form that PUT accepts, and the time when it was written.',
    forms: {
      'application/json': {
        schema: schemaRef('CampaignAnswer'),
        example: {
          campaign: CAMPAIGN_EXAMPLE,
          timestampMs: 1_795_239_300_000,
          consistency: EVIDENCE_EXAMPLE,
        },
      },
    },
    headers: EVIDENCE_HEADERS,
  },
  errors: ['campaign_not_found', ...READ_ERRORS],
};
