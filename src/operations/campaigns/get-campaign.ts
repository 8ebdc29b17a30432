import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { CAMPAIGN_TABLE } from '../../core/campaigns/campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { rowKey } from '../../core/rows/row-key';
import { TidemarkError } from '../../errors';
import type { Reader } from '../../consistency/store';
import type { ObjectOperation } from '../objects/object-rules';
import { campaignFilter, CampaignRows, isUnreadable, type StoredCampaign } from './campaign-rows';

interface GetCampaignRequest {
  /** Canonical campaign id. */
  readonly id: string;
  readonly consistency: Consistency;
}

interface GetCampaignAnswer extends StoredCampaign {
  readonly evidence: ReadEvidence;
}

export type GetCampaign = ObjectOperation<GetCampaignRequest, GetCampaignAnswer>;

export interface CampaignReadDependencies {
  readonly reader: Reader;
  readonly schema: SchemaRegistry;
}

/**
 * Error for a campaign that does not exist. It carries the evidence of the read, because absence is an answer that
 * consistency applies to.
 */
export class CampaignNotFound extends TidemarkError {
  override readonly name = 'CampaignNotFound';

  constructor(
    id: string,
    readonly evidence: ReadEvidence,
  ) {
    super('campaign_not_found', `there is no campaign ${JSON.stringify(id)}`, { field: 'campaignId' });
  }
}

/** Returns the operation. It throws `CampaignNotFound`, and `internal` when the stored campaign is invalid. */
export function createGetCampaign({ reader, schema }: CampaignReadDependencies): GetCampaign {
  const rows = new CampaignRows(schema, campaignScopeOf(schema.eventTypes()));
  return async ({ id, consistency }, options) => {
    const read = { table: CAMPAIGN_TABLE, key: rowKey(id), filter: campaignFilter(), allowsJoin: true };
    const { row, evidence } = await reader.readRow(read, consistency, options);
    const stored = row === undefined ? undefined : rows.read(row);
    if (stored === undefined) throw new CampaignNotFound(id, evidence);
    if (isUnreadable(stored)) {
      throw new TidemarkError('internal', `the stored campaign is invalid: ${stored.problem}`);
    }
    return { ...stored, evidence };
  };
}
