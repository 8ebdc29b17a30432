import type { WriteToken } from '../../core/tokens/write-token';
import type { ObjectWrite } from '../objects/object-rules';
import { campaignCell } from './campaign-rows';
import type { CampaignWriteDependencies } from './put-campaign';

export interface DeleteCampaignRequest {
  /** Canonical. */
  readonly id: string;
}

export interface DeleteCampaignAnswer {
  /** For reads that are not to find it any more. */
  readonly token: WriteToken;
}

export type DeleteCampaign = ObjectWrite<DeleteCampaignRequest, DeleteCampaignAnswer>;

/** Deletes a campaign and its earlier versions, not its counts. One that is not there counts as deleted. */
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
