import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Campaign } from '../../core/campaigns/campaign';
import { checkCampaign, type CampaignLimits } from '../../core/campaigns/check-campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import type { WriteToken } from '../../core/tokens/write-token';
import type { Clock } from '../../platform/time/clock';
import type { VersionedWriter } from '../../consistency/write/versioned-writer';
import type { ObjectWrite } from '../objects/object-rules';
import { campaignCell, encodeCampaign } from './campaign-rows';

export interface PutCampaignAnswer {
  readonly campaign: Campaign;
  readonly timestampMs: number;
  /** Token for reads that must find the campaign. */
  readonly token: WriteToken;
}

export type PutCampaign = ObjectWrite<Campaign, PutCampaignAnswer>;

export interface CampaignWriteDependencies {
  readonly cells: VersionedWriter;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly limits: CampaignLimits;
  /** Called after each acknowledged write. */
  readonly onWritten?: () => void;
}

/**
 * Returns an operation that creates or replaces a campaign. It throws the errors of `checkCampaign` before anything
 * is written.
 */
export function createPutCampaign(dependencies: CampaignWriteDependencies): PutCampaign {
  const { cells, schema, clock, limits, onWritten } = dependencies;
  const scope = campaignScopeOf(schema.eventTypes());
  return async (campaign, options) => {
    checkCampaign(campaign, { scope, limits, nowMs: clock.nowMs() });
    const cell = { ...campaignCell(campaign.id), value: encodeCampaign(schema, campaign) };
    const { versionMs, token } = await cells.put(cell, options);
    onWritten?.();
    return { campaign, timestampMs: versionMs, token };
  };
}
