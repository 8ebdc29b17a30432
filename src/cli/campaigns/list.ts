import { Command } from 'commander';
import { campaignJson, flightOn, type Campaign } from '../../core/campaigns/campaign';
import { appendAll, maxOf, minOf } from '../../core/shared/lists';
import { createListCampaigns, type ListCampaigns } from '../../operations/campaigns/list-campaigns';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { textTable } from '../shared/text-table';

interface ListFlags {
  readonly activeOn?: string;
  readonly json?: boolean;
}

/** Returns `tidemark campaigns list`, the shell's counterpart of `GET /v1/campaigns`, with all pages. */
export function campaignsListCommand(): Command {
  return new Command('list')
    .description('List campaigns.')
    .option('--active-on <day>', 'only campaigns with a flight on this day, e.g. 2026-11-21')
    .option('--json', 'print one JSON object per campaign and line, in the form that `put` reads')
    .action(commandAction(runList, { optionNames: { activeOn: '--active-on' } }));
}

async function runList({ resources }: CommandRun, { activeOn, json }: ListFlags): Promise<void> {
  const config = loadCommandConfig();
  const limits = config.campaigns;
  const { store, schema } = openServing(config, { resources });
  const list = createListCampaigns({ scanner: store.scanner, schema, limits });
  const request = { activeOn, pageSize: limits.pageMax };
  const campaigns = await listAllPages(list, request);
  if (json === true) return campaigns.forEach((each) => print(JSON.stringify(campaignJson(each))));
  print(campaignTable(campaigns, activeOn));
}

async function listAllPages(
  list: ListCampaigns,
  request: Parameters<ListCampaigns>[0],
): Promise<readonly Campaign[]> {
  const campaigns: Campaign[] = [];
  let pageToken: string | undefined;
  do {
    const page = await list({ ...request, pageToken });
    appendAll(campaigns, page.campaigns);
    for (const { id, problem } of page.unreadable) printError(`campaign ${id} cannot be read: ${problem}`);
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return campaigns;
}

/**
 * Returns a table of the campaigns by priority. Days and units are those of the flight of `day`, or else of all
 * flights.
 */
function campaignTable(campaigns: readonly Campaign[], day: string | undefined): string {
  const rows = [...campaigns]
    .sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
    .map((campaign) => {
      const { id, name = '', action, priority, policy = '', isPaused, flights } = campaign;
      const flight = day === undefined ? undefined : flightOn(campaign, day);
      const { firstDay, lastDay } = flight ?? {
        firstDay: flights[0]!.firstDay,
        lastDay: flights.at(-1)!.lastDay,
      };
      const units = (flight === undefined ? flights : [flight]).map(({ unitsPerDay }) => unitsPerDay);
      const state = isPaused ? 'paused' : '';
      return [id, name, action, String(priority), firstDay, lastDay, rangeOf(units), policy, state];
    });
  return textTable(
    ['id', 'name', 'action', 'priority', 'first day', 'last day', 'units per day', 'policy', ''],
    rows,
  );
}

function rangeOf(units: readonly number[]): string {
  const [least, most] = [minOf(units), maxOf(units)];
  return least === most ? String(least) : `${least} to ${most}`;
}
