import { deleteFromColumn, setCell } from '../../bigtable/mutations';
import type { SchemaRegistry } from '../../codec/schema-registry';
import { CAMPAIGN_FAMILY, CAMPAIGN_TABLE, type Campaign } from '../../core/campaigns/campaign';
import { checkCampaign, type CampaignLimits } from '../../core/campaigns/check-campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import { rowKey } from '../../core/row-key';
import type { WriteToken } from '../../core/write-token';
import type { Clock } from '../../platform/clock';
import type { Writer } from '../../watermark/store';
import type { ObjectOperation } from '../object-rules';
import { CAMPAIGN_QUALIFIER, encodeCampaign } from './campaign-rows';

export interface PutCampaignAnswer {
  readonly campaign: Campaign;
  readonly timestampMs: number;
  /** For reads that are to find it. */
  readonly token: WriteToken;
}

export type PutCampaign = ObjectOperation<Campaign, PutCampaignAnswer>;

export interface CampaignWriteDependencies {
  readonly writer: Writer;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly limits: CampaignLimits;
  /** Is told of each write that was acknowledged. */
  readonly onWritten?: () => void;
}

/** Enters a campaign, or changes all of it. Throws as `checkCampaign` does, before anything is written. */
export function createPutCampaign(dependencies: CampaignWriteDependencies): PutCampaign {
  const { writer, schema, clock, limits, onWritten } = dependencies;
  const scope = campaignScopeOf(schema.eventTypes());
  return async (campaign, options) => {
    const timestampMs = clock.nowMs();
    checkCampaign(campaign, { scope, limits, nowMs: timestampMs });
    const mutations = [
      // By a clock that was ahead: it would go on being the newest.
      deleteFromColumn(CAMPAIGN_FAMILY, CAMPAIGN_QUALIFIER, { startMicros: (timestampMs + 1) * 1_000 }),
      setCell(CAMPAIGN_FAMILY, CAMPAIGN_QUALIFIER, timestampMs * 1_000, encodeCampaign(schema, campaign)),
    ];
    const row = { key: rowKey(campaign.id), mutations };
    const { token } = await writer.mutateRow(CAMPAIGN_TABLE, row, options);
    onWritten?.();
    return { campaign, timestampMs, token };
  };
}
