import { deleteFromFamily } from '../../bigtable/mutations';
import { CAMPAIGN_FAMILY, CAMPAIGN_TABLE } from '../../core/campaigns/campaign';
import { rowKey } from '../../core/row-key';
import type { WriteToken } from '../../core/write-token';
import type { ObjectOperation } from '../object-rules';
import type { CampaignWriteDependencies } from './put-campaign';

export interface DeleteCampaignRequest {
  /** Canonical. */
  readonly id: string;
}

export interface DeleteCampaignAnswer {
  /** For reads that are not to find it any more. */
  readonly token: WriteToken;
}

export type DeleteCampaign = ObjectOperation<DeleteCampaignRequest, DeleteCampaignAnswer>;

/** Deletes a campaign and its earlier versions, not its counts. One that is not there counts as deleted. */
export function createDeleteCampaign({
  writer,
  onWritten,
}: Pick<CampaignWriteDependencies, 'writer' | 'onWritten'>): DeleteCampaign {
  return async ({ id }, options) => {
    const row = { key: rowKey(id), mutations: [deleteFromFamily(CAMPAIGN_FAMILY)] };
    const { token } = await writer.mutateRow(CAMPAIGN_TABLE, row, options);
    onWritten?.();
    return { token };
  };
}
