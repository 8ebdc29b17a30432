import { Command } from 'commander';
import { campaignJson, type Campaign } from '../../core/campaigns/campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import { campaignIdOf } from '../../core/campaigns/check-campaign';
import { encodeEvidence } from '../../http/consistency/evidence';
import { createGetCampaign } from '../../operations/campaigns/get-campaign';
import { openServing } from '../shared/connection';
import { evidenceLine } from '../shared/count-table';
import {
  compileReadConsistency,
  loadReadConfig,
  withReadOptions,
  type ReadFlags,
} from '../shared/read-options';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';

interface GetFlags extends ReadFlags {
  readonly json?: boolean;
}

/** `tidemark campaigns get`: the request of `GET /v1/campaigns/{campaignId}` from the shell. */
export function campaignsGetCommand(): Command {
  const command = new Command('get').description('Read a campaign.').argument('<id>', 'as events have it');
  return withReadOptions(command).option('--json', 'print the answer as the API gives it').action(runGet);
}

async function runGet(text: string, flags: GetFlags): Promise<void> {
  const { store, schema } = openServing(loadReadConfig(flags));
  try {
    const { reader, tokens } = store;
    const id = campaignIdOf(text, campaignScopeOf(schema.eventTypes()), 'id');
    const consistency = compileReadConsistency(flags, store);
    const { campaign, timestampMs, evidence } = await createGetCampaign({ reader, schema })({
      id,
      consistency,
    });
    if (flags.json === true) {
      const { consistency: told } = encodeEvidence(evidence, tokens);
      return print(JSON.stringify({ campaign: campaignJson(campaign), timestampMs, consistency: told }));
    }
    print(headOf(campaign));
    print(`written ${new Date(timestampMs).toISOString()}`);
    print(flightTable(campaign));
    print(evidenceLine(evidence));
  } finally {
    await store.close();
  }
}

function headOf({ id, name, advertiserId, action, priority, isPaused, ...campaign }: Campaign): string {
  const { policy = "the controller's policy", thresholdShare } = campaign;
  const parts = [
    ...(name === undefined ? [] : [name]),
    ...(advertiserId === undefined ? [] : [`of ${advertiserId}`]),
    `billed by ${action}`,
    `priority ${priority}`,
    thresholdShare === undefined ? policy : `${policy} at ${thresholdShare}`,
    ...(isPaused ? ['paused'] : []),
  ];
  return `${id}: ${parts.join(', ')}`;
}

function flightTable({ flights }: Campaign): string {
  const rows = flights.map(({ firstDay, lastDay, unitsPerDay }) => [firstDay, lastDay, String(unitsPerDay)]);
  return textTable(['first day', 'last day', 'units a day'], rows);
}
