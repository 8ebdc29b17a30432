import { Command } from 'commander';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import { campaignIdOf } from '../../core/campaigns/check-campaign';
import { EVENTUAL } from '../../core/consistency/consistency';
import { TidemarkError } from '../../errors';
import { createDeleteCampaign } from '../../operations/campaigns/delete-campaign';
import {
  CampaignNotFound,
  createGetCampaign,
  type GetCampaign,
} from '../../operations/campaigns/get-campaign';
import { loadCommandConfig, openServing } from '../shared/connection';
import { print } from '../shared/terminal';

/** `tidemark campaigns delete`: the request of `DELETE /v1/campaigns/{campaignId}` from the shell. */
export function campaignsDeleteCommand(): Command {
  return new Command('delete')
    .description(
      'Delete campaigns. Their counts stay; their events are refused from then on. An id without a campaign is reported, ' +
        'and is no failure.',
    )
    .argument('<id...>', 'as events have them')
    .option('--json', 'print one JSON object a line')
    .action(runDelete);
}

async function runDelete(texts: readonly string[], { json }: { readonly json?: boolean }): Promise<void> {
  const { store, schema } = openServing(loadCommandConfig());
  try {
    const scope = campaignScopeOf(schema.eventTypes());
    const ids = texts.map((text) => campaignIdOf(text, scope, 'id'));
    const remove = createDeleteCampaign(store);
    const get = createGetCampaign({ reader: store.reader, schema });
    for (const id of ids) {
      const existed = await exists(get, id);
      const { token } = await remove({ id });
      if (json === true) print(JSON.stringify({ id, existed, token: store.tokens.encode(token) }));
      else print(existed ? `${id}  deleted` : `${id}  not found: there is no such campaign to delete`);
    }
  } finally {
    await store.close();
  }
}

/** Whether the nearest replica shows the campaign, readable or not; it is deleted in any case. */
async function exists(get: GetCampaign, id: string): Promise<boolean> {
  try {
    await get({ id, consistency: EVENTUAL });
    return true;
  } catch (error) {
    if (error instanceof CampaignNotFound) return false;
    if (error instanceof TidemarkError && error.code === 'internal') return true;
    throw error;
  }
}
