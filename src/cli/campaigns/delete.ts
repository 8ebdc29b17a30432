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
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';

/** Returns `tidemark campaigns delete`, the shell's counterpart of `DELETE /v1/campaigns/{campaignId}`. */
export function campaignsDeleteCommand(): Command {
  return new Command('delete')
    .description(
      'Delete campaigns. Their counts stay, and their events are rejected from then on. An id without a campaign is ' +
        'reported, and is not a failure.',
    )
    .argument('<id...>', 'campaign ids, as in events')
    .option('--json', 'print one JSON object a line')
    .action(commandAction(runDelete));
}

async function runDelete(
  { resources }: CommandRun,
  texts: readonly string[],
  { json }: { readonly json?: boolean },
): Promise<void> {
  const { store, schema } = openServing(loadCommandConfig(), { resources });
  const scope = campaignScopeOf(schema.eventTypes());
  const ids = texts.map((text) => campaignIdOf(text, scope, 'id'));
  const remove = createDeleteCampaign(store);
  const get = createGetCampaign({ reader: store.reader, schema });
  for (const id of ids) {
    const existed = await exists(get, id);
    const { token } = await remove({ id });
    if (json === true) print(JSON.stringify({ id, existed, token: store.tokens.encode(token) }));
    else print(existed ? `${id}  deleted` : `${id}  not found`);
  }
}

/** Returns whether the nearest replica has the campaign, readable or not. The campaign is deleted in any case. */
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
