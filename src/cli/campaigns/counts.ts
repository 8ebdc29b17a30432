import { runToCompletion } from '../../core/shared/steps';
import { Command, Option } from 'commander';
import { GRAINS, type CampaignCountQuery } from '../../core/campaign-counts/campaign-count-query';
import { parseCampaignCountQuery } from '../../core/campaign-counts/parse-campaign-count-query';
import type { Consistency } from '../../core/consistency/consistency';
import { invalidArgument } from '../../errors';
import { campaignCountsAnswer } from '../../http/answers/campaign-counts-answer';
import { campaignCountRules } from '../../http/endpoints/count-campaigns';
import {
  createCountCampaigns,
  type CampaignCountsAnswer,
  type CountCampaigns,
} from '../../operations/campaign-counts/count-campaigns';
import { createReadProgress } from '../../operations/lag/read-progress';
import { systemClock } from '../../platform/time/clock';
import { campaignCountsLines } from './counts-table';
import { openServing, type StoreConnection } from '../shared/connection';
import { appendList } from '../shared/count-flags';
import { completeLine, evidenceLine } from '../shared/count-table';
import { readInputText } from '../shared/input-text';
import {
  compileReadConsistency,
  loadReadConfig,
  withReadOptions,
  type ReadFlags,
} from '../shared/read-options';
import { print } from '../shared/terminal';

interface CampaignCountFlags extends ReadFlags {
  readonly campaignsFile?: string;
  readonly dataType?: string;
  readonly level?: string;
  readonly day?: readonly string[];
  readonly days?: string;
  readonly from?: string;
  readonly to?: string;
  readonly action?: readonly string[];
  readonly by?: string;
  readonly breakdown?: string;
  readonly reach?: boolean;
  readonly json?: boolean;
}

const HELP = `
Examples:
  tidemark campaigns counts 123e4567-e89b-12d3-a456-426614174000
  tidemark campaigns counts --campaigns-file ids.txt --days 2026-11-01..2026-11-21 --by day --action view --reach
  tidemark campaigns counts ID --from 2026-11-21T06:00Z --to 2026-11-21T12:00Z --by hour --json`;

/** `tidemark campaigns counts`: the queries of `POST /v1/campaigns:counts` from the shell. */
export function campaignsCountsCommand(): Command {
  const command = new Command('counts')
    .description('Count the actions of all users together, by campaign.')
    .argument('[campaigns...]', 'ids')
    .option('--campaigns-file <file>', 'more of them, one on each line; - for the standard input')
    .option('--day <days>', 'days, separated by commas; repeatable; default: today', appendList)
    .option('--days <first..last>', 'days from one to another, both included')
    .option('--from <time>', 'the beginning of an hour: ISO 8601 with a zone')
    .option('--to <time>', 'likewise; exclusive')
    .option('--action <names>', 'actions, separated by commas; repeatable; default: all', appendList)
    .addOption(new Option('--by <period>', 'counts of what').choices(GRAINS).default('total'))
    .option('--breakdown <dimension>', 'also by the values of a dimension')
    .option('--reach', 'distinct users, too')
    .option('--data-type <family>', 'of which event type; default: the one that is counted so')
    .option('--level <name>', 'what the ids are of; default: campaign');
  return withReadOptions(command)
    .option('--json', 'print answers as the API gives them, one on each line')
    .addHelpText('after', HELP)
    .action(runCounts);
}

async function runCounts(ids: readonly string[], flags: CampaignCountFlags): Promise<void> {
  const campaigns = idsOf(ids, flags);
  const config = loadReadConfig(flags);
  const connection = openServing(config);
  const { store, schema } = connection;
  try {
    const limits = { ...config.events, ...config.campaignCounts };
    const rules = campaignCountRules({ schema, limits }, systemClock.nowMs());
    const { reader, scanner } = store;
    const countCampaigns = createCountCampaigns({
      reader,
      clock: systemClock,
      limits,
      tokens: config.tokens,
      readProgress: createReadProgress({ scanner, clock: systemClock, limits: config.lag }),
    });
    const consistency = compileReadConsistency(flags, store);
    for (let at = 0; at < campaigns.length; at += limits.campaignsMax) {
      const some = campaigns.slice(at, at + limits.campaignsMax);
      const query = parseCampaignCountQuery({ campaigns: some, ...queryJson(flags) }, rules);
      await countSome(query, { countCampaigns, consistency, flags, connection });
    }
  } finally {
    await store.close();
  }
}

interface Context {
  readonly countCampaigns: CountCampaigns;
  readonly consistency: Consistency;
  readonly flags: CampaignCountFlags;
  readonly connection: StoreConnection;
}

/** As many as one query takes. */
async function countSome(query: CampaignCountQuery, context: Context): Promise<void> {
  const { countCampaigns, consistency, flags, connection } = context;
  const answer = await countCampaigns({ query, consistency });
  if (answer.campaigns.some((each) => 'error' in each)) process.exitCode = 1;
  if (flags.json === true) {
    return print(
      runToCompletion(campaignCountsAnswer(query, answer, connection.store.tokens)).body!.toString(),
    );
  }
  tell(query, answer);
}

function tell(query: CampaignCountQuery, answer: CampaignCountsAnswer): void {
  campaignCountsLines(query, answer.campaigns).forEach((line) => print(line));
  print(evidenceLine(answer.evidence));
  print(completeLine(answer.completeUpToMs));
}

/** The flags as the API's request: the one parser reads them, and names the fields alike. */
function queryJson(flags: CampaignCountFlags): Record<string, unknown> {
  const { dataType, level, action: actions, by, breakdown, reach, from, to } = flags;
  const given = { dataType, level, actions, by, breakdown, reach, from, to, days: daysJson(flags) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function daysJson({ day, days }: CampaignCountFlags): unknown {
  if (days === undefined) return day;
  if (day !== undefined) throw invalidArgument('days', 'does not go together with day');
  const [from, to, ...rest] = days.split('..');
  if (to === undefined || rest.length > 0) {
    throw invalidArgument('days', 'must be first..last, as in 2026-11-01..2026-11-21');
  }
  return { from, to };
}

/** Those of the arguments, then those of the file. */
function idsOf(given: readonly string[], { campaignsFile: file }: CampaignCountFlags): readonly string[] {
  const text = file === undefined ? '' : readInputText(file, 'campaigns-file');
  const ids = [...given, ...text.split(/\r?\n/).filter((line) => line !== '')];
  if (ids.length === 0) throw invalidArgument('campaigns', 'are required, or campaigns-file');
  return [...new Set(ids)];
}
