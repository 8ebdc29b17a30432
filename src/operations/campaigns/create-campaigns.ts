import type { Tracing } from '../../platform/tracing';
import { traced } from '../observed';
import { createDeleteCampaign, type DeleteCampaign } from './delete-campaign';
import { createGetCampaign, type CampaignReadDependencies, type GetCampaign } from './get-campaign';
import { createListCampaigns, type CampaignListDependencies, type ListCampaigns } from './list-campaigns';
import { createPutCampaign, type CampaignWriteDependencies, type PutCampaign } from './put-campaign';

export interface Campaigns {
  readonly putCampaign: PutCampaign;
  readonly getCampaign: GetCampaign;
  readonly deleteCampaign: DeleteCampaign;
  readonly listCampaigns: ListCampaigns;
}

export type CampaignsParts = CampaignWriteDependencies &
  CampaignReadDependencies &
  CampaignListDependencies & { readonly tracing: Tracing };

/** All operations on campaigns themselves. */
export function createCampaigns({ tracing, ...parts }: CampaignsParts): Campaigns {
  return {
    putCampaign: traced(tracing, 'put campaign', createPutCampaign(parts)),
    getCampaign: traced(tracing, 'get campaign', createGetCampaign(parts)),
    deleteCampaign: traced(tracing, 'delete campaign', createDeleteCampaign(parts)),
    listCampaigns: traced(tracing, 'list campaigns', createListCampaigns(parts)),
  };
}
