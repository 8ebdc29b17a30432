import { Command } from 'commander';
import { evidenceJson } from '../../codec/answers/evidence-json';
import { campaignJson, type Campaign } from '../../core/campaigns/campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import { campaignIdOf } from '../../core/campaigns/check-campaign';
import { createGetCampaign } from '../../operations/campaigns/get-campaign';
import { openServing } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { evidenceLine } from '../shared/count-table';
import {
  compileReadConsistency,
  READ_OPTION_NAMES,
  loadReadConfig,
  withReadOptions,
  type ReadFlags,
} from '../shared/read-options';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';

interface GetFlags extends ReadFlags {
  readonly json?: boolean;
}

/** Returns `tidemark campaigns get`, the shell's counterpart of `GET /v1/campaigns/{campaignId}`. */
export function campaignsGetCommand(): Command {
  const command = new Command('get')
    .description('Read a campaign.')
    .argument('<id>', 'campaign id, as in events');
  return withReadOptions(command)
    .option('--json', 'print the answer of the API')
    .action(commandAction(runGet, { optionNames: READ_OPTION_NAMES }));
}

async function runGet({ resources }: CommandRun, text: string, flags: GetFlags): Promise<void> {
  const { store, schema } = openServing(loadReadConfig(flags), { resources });
  const { reader, tokens } = store;
  const id = campaignIdOf(text, campaignScopeOf(schema.eventTypes()), 'id');
  const consistency = compileReadConsistency(flags, store);
  const { campaign, timestampMs, evidence } = await createGetCampaign({ reader, schema })({
    id,
    consistency,
  });
  if (flags.json === true) {
    const answer = {
      campaign: campaignJson(campaign),
      timestampMs,
      consistency: evidenceJson(evidence, tokens),
    };
    return print(JSON.stringify(answer));
  }
  print(headlineOf(campaign));
  print(`written ${new Date(timestampMs).toISOString()}`);
  print(flightTable(campaign));
  print(evidenceLine(evidence));
}

function headlineOf({ id, name, advertiserId, action, priority, isPaused, ...campaign }: Campaign): string {
  const { policy = "the controller's policy", thresholdShare } = campaign;
  const parts = [
    ...(name === undefined ? [] : [name]),
    ...(advertiserId === undefined ? [] : [`advertiser ${advertiserId}`]),
    `billed by ${action}`,
    `priority ${priority}`,
    thresholdShare === undefined ? policy : `${policy} at ${thresholdShare}`,
    ...(isPaused ? ['paused'] : []),
  ];
  return `${id}: ${parts.join(', ')}`;
}

function flightTable({ flights }: Campaign): string {
  const rows = flights.map(({ firstDay, lastDay, unitsPerDay }) => [firstDay, lastDay, String(unitsPerDay)]);
  return textTable(['first day', 'last day', 'units per day'], rows);
}
