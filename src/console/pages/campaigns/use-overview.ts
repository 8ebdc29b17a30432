import { isTidemarkError, type ActiveCampaigns, type Campaign } from '../../../client';
import { useClient } from '../../data/client';
import { useResource, type Resource } from '../../data/resource';
import { dayIn, deliveries, unitsOn, type Delivered } from './campaign-numbers';
import type { CampaignScope } from './campaign-scope';

/** Campaigns of the list at most: counts of more would not fit into one request. */
const CAMPAIGNS_MAX = 200;

export type PacingState = ActiveCampaigns['campaigns'][number];

export interface OverviewRow {
  readonly id: string;
  readonly campaign: Campaign;
  /** Undefined without a flight today. */
  readonly bought: number | undefined;
  readonly delivered: Delivered | undefined;
  /** Undefined if the controller has no state of the campaign. */
  readonly state: PacingState | undefined;
}

export interface Overview {
  readonly rows: readonly OverviewRow[];
  readonly day: string;
  /** Whether there are more campaigns than the list shows. */
  readonly isCut: boolean;
  readonly isStale: boolean;
}

/** Returns the campaigns with today's counts and states. */
export function useOverview({ timeZone }: CampaignScope): Resource<Overview> {
  const client = useClient();
  return useResource(
    async (signal) => {
      const { campaigns, nextPageToken } = await client.campaigns.page(
        { pageSize: CAMPAIGNS_MAX },
        { signal },
      );
      const ids = campaigns.flatMap(({ id }) => id ?? []);
      const actions = new Map(campaigns.map(({ id, action }) => [id ?? '', action]));
      const day = dayIn(timeZone, Date.now());
      const query = { campaigns: ids, days: [day], reach: true };
      const [counts, active] = await Promise.all([
        ids.length === 0 ? undefined : client.campaigns.count(query, { signal }),
        client.campaigns.active({ signal }).catch(ignoreDenied),
      ]);
      const delivered = counts === undefined ? undefined : deliveries(counts, (id) => actions.get(id) ?? '');
      const states = new Map(active?.campaigns.campaigns.map((each) => [each.campaignId, each]));
      const rows = campaigns.map((campaign): OverviewRow => {
        const id = campaign.id ?? '';
        const total = delivered?.get(id)?.get('total');
        return { id, campaign, bought: unitsOn(campaign, day), delivered: total, state: states.get(id) };
      });
      return { rows, day, isCut: nextPageToken !== undefined, isStale: active?.campaigns.stale ?? false };
    },
    [client, timeZone],
  );
}

/** Pacing states need a right of their own. */
function ignoreDenied(error: unknown): undefined {
  if (isTidemarkError(error, 'permission_denied')) return undefined;
  throw error;
}
