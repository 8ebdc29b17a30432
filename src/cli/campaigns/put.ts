import { Command } from 'commander';
import type { Campaign } from '../../core/campaigns/campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import { createPutCampaign, type PutCampaignAnswer } from '../../operations/campaigns/put-campaign';
import { systemClock } from '../../platform/time/clock';
import { parseCampaignFile } from './campaign-file';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { readInputText } from '../shared/input-text';
import { print, printError } from '../shared/terminal';

/** Maximum number of campaigns that are written at the same time. */
const IN_FLIGHT = 16;

const EXAMPLE = `
A campaign is the body of PUT /v1/campaigns/{campaignId} with its id:
  {"id":"c0ffee00-0000-4000-8000-000000000001","name":"Autumn sale","action":"view","priority":20,
   "flights":[{"firstDay":"2026-11-16","lastDay":"2026-11-22","unitsPerDay":16000}]}

Examples:
  tidemark campaigns put campaigns.ndjson
  tidemark campaigns list --json | jq -c '.paused = true' | tidemark campaigns put`;

/**
 * Returns `tidemark campaigns put`, which writes the campaigns of a file. It writes none when one of them is invalid.
 */
export function campaignsPutCommand(): Command {
  return new Command('put')
    .description('Create or replace campaigns. All of them are checked before the first one is written.')
    .argument(
      '[file]',
      'JSON: a campaign, an array of campaigns, or one campaign per line; - reads standard input',
      '-',
    )
    .option('--dry-run', 'check the campaigns and write none')
    .option('--json', 'print the answers of the API, one per line')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runPut));
}

interface PutFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

async function runPut({ resources }: CommandRun, file: string, { dryRun, json }: PutFlags): Promise<void> {
  const config = loadCommandConfig();
  const { store, schema } = openServing(config, { resources });
  const { cells, tokens } = store;
  const limits = config.campaigns;
  const rules = { scope: campaignScopeOf(schema.eventTypes()), limits, nowMs: systemClock.nowMs() };
  const text = readInputText(file, 'file');
  const campaigns = parseCampaignFile(text, { ...rules, campaignsMax: limits.campaignsMax });
  if (dryRun === true) return print(`${campaigns.length} checked, none written`);
  const put = createPutCampaign({ cells, schema, clock: systemClock, limits });
  await putAll(campaigns, put, ({ campaign: { id }, timestampMs, token }) => {
    if (json === true) print(JSON.stringify({ id, timestampMs, token: tokens.encode(token) }));
  });
  if (json !== true) print(`${campaigns.length} written`);
}

/**
 * Writes the campaigns, up to `IN_FLIGHT` at a time. Throws the first failure, once the other writes of its group have
 * ended.
 */
async function putAll(
  campaigns: readonly Campaign[],
  put: (campaign: Campaign) => Promise<PutCampaignAnswer>,
  onWritten: (answer: PutCampaignAnswer) => void,
): Promise<void> {
  let written = 0;
  for (let at = 0; at < campaigns.length; at += IN_FLIGHT) {
    const outcomes = await Promise.allSettled(campaigns.slice(at, at + IN_FLIGHT).map((each) => put(each)));
    const answers = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    answers.forEach(onWritten);
    written += answers.length;
    const failed = outcomes.find((each) => each.status === 'rejected');
    if (failed === undefined) continue;
    printError(
      `${written} of ${campaigns.length} written; run the command again to write the rest: repeating it is safe`,
    );
    throw failed.reason;
  }
}
