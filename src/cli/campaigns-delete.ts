import { Command } from 'commander';
import { campaignScopeOf } from '../core/campaigns/campaign-scope';
import { campaignIdOf } from '../core/campaigns/check-campaign';
import { createDeleteCampaign } from '../operations/campaigns/delete-campaign';
import { commandConfig, openServing } from './connection';
import { print } from './terminal';

/** `tidemark campaigns delete`: the request of `DELETE /v1/campaigns/{campaignId}` from the shell. */
export function campaignsDeleteCommand(): Command {
  return new Command('delete')
    .description('Delete campaigns. Their counts stay; their events are refused from then on.')
    .argument('<id...>', 'as events have them')
    .option('--json', 'print one JSON object a line')
    .action(runDelete);
}

async function runDelete(texts: readonly string[], { json }: { readonly json?: boolean }): Promise<void> {
  const { store, schema } = openServing(commandConfig());
  try {
    const scope = campaignScopeOf(schema.eventTypes());
    const ids = texts.map((text) => campaignIdOf(text, scope, 'id'));
    const remove = createDeleteCampaign(store);
    for (const id of ids) {
      const { token } = await remove({ id });
      if (json === true) print(JSON.stringify({ id, token: store.tokens.encode(token) }));
      else print(`${id}  deleted`);
    }
  } finally {
    await store.close();
  }
}
