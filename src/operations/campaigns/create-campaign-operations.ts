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

/** Creates all operations on campaigns. */
export function createCampaignOperations({
  tracing,
  ...dependencies
}: CampaignOperationsDependencies): CampaignOperations {
  return {
    putCampaign: withSpan(tracing, 'put campaign', createPutCampaign(dependencies)),
    getCampaign: withSpan(tracing, 'get campaign', createGetCampaign(dependencies)),
    deleteCampaign: withSpan(tracing, 'delete campaign', createDeleteCampaign(dependencies)),
    listCampaigns: withSpan(tracing, 'list campaigns', createListCampaigns(dependencies)),
  };
}
