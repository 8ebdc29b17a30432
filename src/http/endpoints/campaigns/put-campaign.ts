import type { ObjectCodec } from '../../../codec/protobuf/object-codec';
import type { SchemaRegistry } from '../../../codec/declarations/schema-registry';
import { requireWriter } from '../../../core/access/data-access';
import { CAMPAIGN_FAMILY, CAMPAIGN_TABLE, campaignJson } from '../../../core/campaigns/campaign';
import { campaignScopeOf } from '../../../core/campaigns/campaign-scope';
import { campaignIdOf } from '../../../core/campaigns/check-campaign';
import { parseCampaign } from '../../../core/campaigns/parse-campaign';
import type { TokenCodec } from '../../../core/tokens/token-codec';
import type { PutCampaign } from '../../../operations/campaigns/put-campaign';
import type { ApiRequest } from '../../api-request';
import {
  TOKEN_EXAMPLE,
  VERSIONED_WRITE_ERRORS,
  WRITE_TOKEN_PARAMETER,
} from '../../openapi/consistency-documentation';
import { readWriteToken, TOKEN_HEADER } from '../../consistency/read-consistency';
import { jsonResponse, type Endpoint } from '../../endpoint';
import { schemaRef } from '../../schemas/component-schemas';
import { CAMPAIGN_EXAMPLE, CAMPAIGN_ID_PARAMETER, CAMPAIGN_PATH } from '../../openapi/campaign-documentation';

interface Dependencies {
  readonly operation: PutCampaign;
  readonly schema: SchemaRegistry;
  readonly tokens: TokenCodec;
}

export function putCampaign({ operation, schema, tokens }: Dependencies): Endpoint {
  const scope = campaignScopeOf(schema.eventTypes());
  const dataType = schema.dataType(CAMPAIGN_TABLE, CAMPAIGN_FAMILY);
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const id = campaignIdOf(request.param('campaignId'), scope);
      const campaign = parseCampaign(bodyOf(request, schema.codec(dataType)), { id });
      requireWriter(request.caller, dataType, 'authorization');
      const { timestampMs, token } = await operation(campaign, {
        ...request.callOptions,
        token: readWriteToken(request, tokens),
      });
      const encodedToken = tokens.encode(token);
      return jsonResponse({ campaign: campaignJson(campaign), timestampMs, token: encodedToken }, [
        TOKEN_HEADER,
        encodedToken,
      ]);
    },
  };
}

function bodyOf(request: ApiRequest, codec: ObjectCodec): unknown {
  if (request.mediaType === 'application/json') return request.json();
  codec.verify(request.body);
  return codec.toJson(request.body);
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'PUT',
  path: CAMPAIGN_PATH,
  operationId: 'putCampaign',
  summary: 'Create or replace a campaign',
  description:
    'Idempotent. The body is the campaign in JSON or the message `tidemark.v1.Campaign`. Days are those of the time zone that ' +
    'the schema declares for the counts, by default UTC. Events of the campaign are accepted at once, and the pacing controller ' +
    'picks the campaign up within seconds.',
  tag: 'Campaigns',
  access: 'campaigns:write',
  dataAccess: { needs: 'writer', dataTypes: '`campaigns/campaign`' },
  parameters: [CAMPAIGN_ID_PARAMETER, WRITE_TOKEN_PARAMETER],
  request: {
    'application/json': { schema: schemaRef('Campaign'), example: CAMPAIGN_EXAMPLE },
    'application/x-protobuf': {},
  },
  response: {
    status: 200,
    description: 'The campaign as stored, and the time of the write.',
    forms: {
      'application/json': {
        schema: schemaRef('CampaignPutAnswer'),
        example: { campaign: CAMPAIGN_EXAMPLE, timestampMs: 1_795_239_300_000, token: TOKEN_EXAMPLE },
      },
    },
    headers: [TOKEN_HEADER],
  },
  errors: ['unknown_action', ...VERSIONED_WRITE_ERRORS],
};
