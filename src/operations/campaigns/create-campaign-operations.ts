import type { Tracing } from '../../platform/telemetry/tracing';
import { withSpan } from '../shared/instrumented-operation';
import { createDeleteCampaign, type DeleteCampaign } from './delete-campaign';
import { createGetCampaign, type CampaignReadDependencies, type GetCampaign } from './get-campaign';
import { createListCampaigns, type CampaignListDependencies, type ListCampaigns } from './list-campaigns';
import { createPutCampaign, type CampaignWriteDependencies, type PutCampaign } from './put-campaign';

export interface CampaignOperations {
  readonly putCampaign: PutCampaign;
  readonly getCampaign: GetCampaign;
  readonly deleteCampaign: DeleteCampaign;
  readonly listCampaigns: ListCampaigns;
}

export type CampaignOperationsDependencies = CampaignWriteDependencies &
  CampaignReadDependencies &
  CampaignListDependencies & { readonly tracing: Tracing };

/** All operations on campaigns themselves. */
export function createCampaignOperations({
  tracing,
  ...parts
}: CampaignOperationsDependencies): CampaignOperations {
  return {
    putCampaign: withSpan(tracing, 'put campaign', createPutCampaign(parts)),
    getCampaign: withSpan(tracing, 'get campaign', createGetCampaign(parts)),
    deleteCampaign: withSpan(tracing, 'delete campaign', createDeleteCampaign(parts)),
    listCampaigns: withSpan(tracing, 'list campaigns', createListCampaigns(parts)),
  };
}
