import { Command } from 'commander';
import type { Campaign } from '../../core/campaigns/campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import { createPutCampaign, type PutCampaignAnswer } from '../../operations/campaigns/put-campaign';
import { systemClock } from '../../platform/time/clock';
import { parseCampaignFile } from './campaign-file';
import { loadCommandConfig, openServing } from '../shared/connection';
import { readInputText } from '../shared/input-text';
import { print, printError } from '../shared/terminal';

const IN_FLIGHT = 16;

const EXAMPLE = `
A campaign is what PUT /v1/campaigns/{campaignId} takes, with its id:
  {"id":"c0ffee00-0000-4000-8000-000000000001","name":"Autumn sale","action":"view","priority":20,
   "flights":[{"firstDay":"2026-11-16","lastDay":"2026-11-22","unitsPerDay":16000}]}

Examples:
  tidemark campaigns put campaigns.ndjson
  tidemark campaigns list --json | jq -c '.paused = true' | tidemark campaigns put`;

/** `tidemark campaigns put`: all that are in a file, or none. */
export function campaignsPutCommand(): Command {
  return new Command('put')
    .description('Enter campaigns, or change all of each. All are checked before the first is written.')
    .argument('[file]', 'JSON: a campaign, an array of them, or one a line; - for the standard input', '-')
    .option('--dry-run', 'only check them')
    .option('--json', 'print one JSON object a line, as the API answers')
    .addHelpText('after', EXAMPLE)
    .action(runPut);
}

interface PutFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

async function runPut(file: string, { dryRun, json }: PutFlags): Promise<void> {
  const config = loadCommandConfig();
  const { store, schema } = openServing(config);
  try {
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
  } finally {
    await store.close();
  }
}

/** Some at once. Throws the first failure, once what was under way with it has ended. */
async function putAll(
  campaigns: readonly Campaign[],
  put: (campaign: Campaign) => Promise<PutCampaignAnswer>,
  tell: (answer: PutCampaignAnswer) => void,
): Promise<void> {
  let written = 0;
  for (let at = 0; at < campaigns.length; at += IN_FLIGHT) {
    const outcomes = await Promise.allSettled(campaigns.slice(at, at + IN_FLIGHT).map((each) => put(each)));
    const answers = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    answers.forEach(tell);
    written += answers.length;
    const failed = outcomes.find((each) => each.status === 'rejected');
    if (failed === undefined) continue;
    printError(`${written} of ${campaigns.length} written; to put them all again does no harm`);
    throw failed.reason;
  }
}
