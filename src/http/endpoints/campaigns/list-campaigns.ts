import type { SchemaRegistry } from '../../../codec/declarations/schema-registry';
import { requireReader } from '../../../core/access/data-access';
import { CAMPAIGN_FAMILY, CAMPAIGN_TABLE, campaignJson } from '../../../core/campaigns/campaign';
import {
  PAGE_SIZE_DEFAULT,
  type ListCampaigns,
  type ListCampaignsAnswer,
} from '../../../operations/campaigns/list-campaigns';
import { jsonResponse, type Endpoint } from '../../endpoint';
import { schemaRef } from '../../schemas/component-schemas';
import { date } from '../../schemas/parts';
import { CAMPAIGN_EXAMPLE } from '../../openapi/campaign-documentation';

interface Dependencies {
  readonly operation: ListCampaigns;
  readonly schema: SchemaRegistry;
  readonly limits: { readonly pageMax: number };
}

export function listCampaigns({ operation, schema, limits }: Dependencies): Endpoint {
  const dataType = schema.dataType(CAMPAIGN_TABLE, CAMPAIGN_FAMILY);
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const pageSize = request.integer('pageSize', 1, limits.pageMax);
      const activeOn = request.query('activeOn');
      const pageToken = request.query('pageToken');
      requireReader(request.caller, dataType, 'authorization');
      const page = await operation(
        {
          activeOn,
          pageSize,
          pageToken,
        },
        request.callOptions,
      );
      return jsonResponse(campaignPageJson(page));
    },
  };
}

function campaignPageJson({ campaigns, unreadable, nextPageToken }: ListCampaignsAnswer): unknown {
  return {
    campaigns: campaigns.map(campaignJson),
    unreadable: unreadable.length > 0 ? unreadable : undefined,
    nextPageToken,
  };
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'GET',
  path: '/v1/campaigns',
  operationId: 'listCampaigns',
  summary: 'List campaigns',
  description:
    'Returns the campaigns page by page, as one cluster has them now, in a stable but arbitrary order. A page can have fewer ' +
    'campaigns than `pageSize`, even none. Only the last page has no `nextPageToken`.',
  tag: 'Campaigns',
  access: 'campaigns:read',
  dataAccess: { needs: 'reader', dataTypes: '`campaigns/campaign`' },
  bulk: true,
  parameters: [
    {
      in: 'query',
      name: 'activeOn',
      description: 'Returns only campaigns with a flight on this day, including paused ones.',
      schema: date,
      example: '2026-11-21',
    },
    {
      in: 'query',
      name: 'pageSize',
      description: 'Maximum number of campaigns on a page.',
      schema: { type: 'integer', minimum: 1, maximum: 1_000, default: PAGE_SIZE_DEFAULT },
    },
    {
      in: 'query',
      name: 'pageToken',
      description: '`nextPageToken` of the previous page.',
      schema: { type: 'string' },
    },
  ],
  response: {
    status: 200,
    description: 'One page of campaigns.',
    forms: {
      'application/json': { schema: schemaRef('CampaignPage'), example: { campaigns: [CAMPAIGN_EXAMPLE] } },
    },
  },
  errors: ['store_unavailable', 'store_rejected'],
};
