import type { WriteToken } from '../../core/tokens/write-token';
import type { ObjectWrite } from '../objects/object-rules';
import { campaignCell } from './campaign-rows';
import type { CampaignWriteDependencies } from './put-campaign';

interface DeleteCampaignRequest {
  /** Canonical campaign id. */
  readonly id: string;
}

interface DeleteCampaignAnswer {
  /** Token for reads that must observe the deletion. */
  readonly token: WriteToken;
}

export type DeleteCampaign = ObjectWrite<DeleteCampaignRequest, DeleteCampaignAnswer>;

/**
 * Returns an operation that deletes a campaign with all its versions, but not its counts. It succeeds when there is
 * no such campaign.
 */
export function createDeleteCampaign({
  cells,
  onWritten,
}: Pick<CampaignWriteDependencies, 'cells' | 'onWritten'>): DeleteCampaign {
  return async ({ id }, options) => {
    const { token } = await cells.delete(campaignCell(id), options);
    onWritten?.();
    return { token };
  };
}
