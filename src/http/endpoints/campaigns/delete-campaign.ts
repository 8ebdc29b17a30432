import type { SchemaRegistry } from '../../../codec/declarations/schema-registry';
import { requireWriter } from '../../../core/access/data-access';
import { CAMPAIGN_FAMILY, CAMPAIGN_TABLE } from '../../../core/campaigns/campaign';
import { campaignScopeOf } from '../../../core/campaigns/campaign-scope';
import { campaignIdOf } from '../../../core/campaigns/check-campaign';
import type { TokenCodec } from '../../../core/tokens/token-codec';
import type { DeleteCampaign } from '../../../operations/campaigns/delete-campaign';
import { VERSIONED_WRITE_ERRORS, WRITE_TOKEN_PARAMETER } from '../../openapi/consistency-documentation';
import { readWriteToken, TOKEN_HEADER } from '../../consistency/read-consistency';
import type { Endpoint } from '../../endpoint';
import { CAMPAIGN_ID_PARAMETER, CAMPAIGN_PATH } from '../../openapi/campaign-documentation';

interface Dependencies {
  readonly operation: DeleteCampaign;
  readonly schema: SchemaRegistry;
  readonly tokens: TokenCodec;
}

export function deleteCampaign({ operation, schema, tokens }: Dependencies): Endpoint {
  const scope = campaignScopeOf(schema.eventTypes());
  const dataType = schema.dataType(CAMPAIGN_TABLE, CAMPAIGN_FAMILY);
  return {
    method: 'DELETE',
    path: CAMPAIGN_PATH,
    operationId: 'deleteCampaign',
    summary: 'Delete a campaign',
    description:
      'Deletes the campaign, not its counts. Within minutes, events of the campaign are rejected. To stop a campaign, set `paused` ' +
      'instead. Deleting a campaign that does not exist succeeds.',
    tag: 'Campaigns',
    access: 'campaigns:write',
    dataAccess: { needs: 'writer', dataTypes: '`campaigns/campaign`' },
    parameters: [CAMPAIGN_ID_PARAMETER, WRITE_TOKEN_PARAMETER],
    response: { status: 204, description: 'Deleted.', forms: {}, headers: [TOKEN_HEADER] },
    errors: VERSIONED_WRITE_ERRORS,
    async handle(request) {
      const id = campaignIdOf(request.param('campaignId'), scope);
      requireWriter(request.caller, dataType, 'authorization');
      const { token } = await operation(
        { id },
        { ...request.callOptions, token: readWriteToken(request, tokens) },
      );
      return { status: 204, headers: [TOKEN_HEADER, tokens.encode(token)] };
    },
  };
}
