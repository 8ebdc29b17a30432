import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { CAMPAIGN_TABLE } from '../../core/campaigns/campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { rowKey } from '../../core/rows/row-key';
import { TidemarkError } from '../../errors';
import type { Reader } from '../../consistency/store';
import type { ObjectOperation } from '../objects/object-rules';
import { campaignFilter, CampaignRows, isUnreadable, type StoredCampaign } from './campaign-rows';

export interface GetCampaignRequest {
  /** Canonical. */
  readonly id: string;
  readonly consistency: Consistency;
}

export interface GetCampaignAnswer extends StoredCampaign {
  readonly evidence: ReadEvidence;
}

export type GetCampaign = ObjectOperation<GetCampaignRequest, GetCampaignAnswer>;

export interface CampaignReadDependencies {
  readonly reader: Reader;
  readonly schema: SchemaRegistry;
}

/** That there is nothing is an answer too, and stands on as much as any other. */
export class CampaignNotFound extends TidemarkError {
  override readonly name = 'CampaignNotFound';

  constructor(
    id: string,
    readonly evidence: ReadEvidence,
  ) {
    super('campaign_not_found', `There is no campaign ${JSON.stringify(id)}`, { field: 'campaignId' });
  }
}

/** Throws `CampaignNotFound`, and `internal` for a campaign that is stored but makes no sense. */
export function createGetCampaign({ reader, schema }: CampaignReadDependencies): GetCampaign {
  const rows = new CampaignRows(schema, campaignScopeOf(schema.eventTypes()));
  return async ({ id, consistency }, options) => {
    const read = { table: CAMPAIGN_TABLE, key: rowKey(id), filter: campaignFilter(), allowsJoin: true };
    const { row, evidence } = await reader.readRow(read, consistency, options);
    const stored = row === undefined ? undefined : rows.read(row);
    if (stored === undefined) throw new CampaignNotFound(id, evidence);
    if (isUnreadable(stored)) {
      throw new TidemarkError('internal', `The stored campaign makes no sense: ${stored.problem}`);
    }
    return { ...stored, evidence };
  };
}
