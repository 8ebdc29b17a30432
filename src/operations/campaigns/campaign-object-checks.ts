import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { CAMPAIGN_MESSAGE, CAMPAIGN_SUB_TYPE } from '../../core/campaigns/campaign';
import { campaignIdOf, checkCampaign, type CampaignLimits } from '../../core/campaigns/check-campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import { parseCampaign } from '../../core/campaigns/parse-campaign';
import { invalidArgument } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { ObjectChecks } from '../objects/object-rules';

interface CampaignObjectChecksDependencies {
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly limits: CampaignLimits;
}

/**
 * Returns the checks for campaigns that are written through the objects API. They are the same as in the campaigns
 * API.
 */
export function campaignObjectChecks({
  schema,
  clock,
  limits,
}: CampaignObjectChecksDependencies): ObjectChecks {
  const scope = campaignScopeOf(schema.eventTypes());
  const path = 'body.';
  return new Map([
    [
      CAMPAIGN_MESSAGE,
      ({ id, subType, value }) => {
        if (campaignIdOf(id, scope, 'id') !== id) {
          throw invalidArgument(
            'id',
            `must be in the canonical form of events: ${campaignIdOf(id, scope, 'id')}`,
          );
        }
        if (subType !== CAMPAIGN_SUB_TYPE) {
          throw invalidArgument('subType', `must be "${CAMPAIGN_SUB_TYPE}" for a campaign`);
        }
        checkCampaign(parseCampaign(value, { id, path }), { scope, limits, nowMs: clock.nowMs() }, path);
      },
    ],
  ]);
}
