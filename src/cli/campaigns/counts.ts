import { Command, Option } from 'commander';
import { campaignCountsJson } from '../../codec/answers/campaign-counts-json';
import { evidenceJson } from '../../codec/answers/evidence-json';
import { GRAINS, type CampaignCountQuery } from '../../core/campaign-counts/campaign-count-query';
import type { CampaignCountsAnswer } from '../../core/campaign-counts/campaign-counts-answer';
import { parseCampaignCountQuery } from '../../core/campaign-counts/parse-campaign-count-query';
import type { Consistency } from '../../core/consistency/consistency';
import { runToCompletion } from '../../core/shared/steps';
import { invalidArgument } from '../../errors';
import { createCountCampaigns, type CountCampaigns } from '../../operations/campaign-counts/count-campaigns';
import { createReadProgress } from '../../operations/lag/read-progress';
import { systemClock } from '../../platform/time/clock';
import { campaignCountsLines, missingPlacementsLines } from './counts-table';
import { openServing, type StoreConnection } from '../shared/connection';
import { appendList } from '../shared/count-flags';
import { completeLine, evidenceLine } from '../shared/count-table';
import { readInputText } from '../shared/input-text';
import {
  compileReadConsistency,
  READ_OPTION_NAMES,
  loadReadConfig,
  withReadOptions,
  type ReadFlags,
} from '../shared/read-options';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
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

/** Options by the field of the API's request that they set. */
const OPTION_NAMES = {
  ...READ_OPTION_NAMES,
  dataType: '--data-type',
  level: '--level',
  days: '--day',
  from: '--from',
  to: '--to',
  actions: '--action',
  by: '--by',
  breakdown: '--breakdown',
};

/** Returns `tidemark campaigns counts`, the shell's counterpart of `POST /v1/campaigns:counts`. */
export function campaignsCountsCommand(): Command {
  const command = new Command('counts')
    .description('Count the actions of all users together, by campaign.')
    .argument('[campaigns...]', 'campaign ids')
    .option('--campaigns-file <file>', 'file with more ids, one per line; - reads standard input')
    .option('--day <days>', 'days to count, separated by commas; repeatable; default: today', appendList)
    .option('--days <first..last>', 'range of days to count, both included')
    .option('--from <time>', 'first hour to count: ISO 8601 with a zone')
    .option('--to <time>', 'end of the last hour to count, exclusive: ISO 8601 with a zone')
    .option('--action <names>', 'actions to count, separated by commas; repeatable; default: all', appendList)
    .addOption(new Option('--by <period>', 'period of each count').choices(GRAINS).default('total'))
    .option('--breakdown <dimension>', 'count each value of this dimension as well')
    .option('--reach', 'count distinct users as well')
    .option('--data-type <family>', 'event DataType; default: the one that has campaign counts')
    .option('--level <name>', 'entity level of the ids; default: campaign');
  return withReadOptions(command)
    .option('--json', 'print the answers of the API, one per line')
    .addHelpText('after', HELP)
    .action(commandAction(runCounts, { optionNames: OPTION_NAMES }));
}

async function runCounts(
  run: CommandRun,
  ids: readonly string[],
  flags: CampaignCountFlags,
): Promise<ExitCode> {
  const campaigns = idsOf(ids, flags);
  const config = loadReadConfig(flags);
  const connection = openServing(config, { resources: run.resources });
  const { store, schema } = connection;
  const limits = { ...config.events, ...config.campaignCounts };
  const rules = {
    ...limits,
    nowMs: systemClock.nowMs(),
    eventTypes: schema.eventTypes(),
    eventDataType: schema.eventDataType.bind(schema),
  };
  const { reader, scanner, sketchTables } = store;
  const countCampaigns = createCountCampaigns({
    reader,
    partsOf: sketchTables.counted,
    clock: systemClock,
    limits,
    tokens: config.tokens,
    readProgress: createReadProgress({ scanner, clock: systemClock, limits: config.lag }),
  });
  const consistency = compileReadConsistency(flags, store);
  let exitCode: ExitCode = EXIT_CODES.ok;
  for (let at = 0; at < campaigns.length; at += limits.campaignsMax) {
    const some = campaigns.slice(at, at + limits.campaignsMax);
    const query = parseCampaignCountQuery({ campaigns: some, ...queryJson(flags) }, rules);
    const hasErrors = await countSome(query, { countCampaigns, consistency, flags, connection });
    if (hasErrors) exitCode = EXIT_CODES.failed;
  }
  return exitCode;
}

interface Context {
  readonly countCampaigns: CountCampaigns;
  readonly consistency: Consistency;
  readonly flags: CampaignCountFlags;
  readonly connection: StoreConnection;
}

/** Counts as many campaigns as one query takes, and prints them. Returns whether a campaign could not be counted. */
async function countSome(query: CampaignCountQuery, context: Context): Promise<boolean> {
  const { countCampaigns, consistency, flags, connection } = context;
  const answer = await countCampaigns({ query, consistency });
  if (flags.json === true) {
    const evidence = evidenceJson(answer.evidence, connection.store.tokens);
    print(runToCompletion(campaignCountsJson(query, answer, evidence)));
  } else {
    printAnswer(query, answer);
  }
  return answer.campaigns.some((each) => 'error' in each);
}

function printAnswer(query: CampaignCountQuery, answer: CampaignCountsAnswer): void {
  campaignCountsLines(query, answer.campaigns).forEach((line) => print(line));
  print(evidenceLine(answer.evidence));
  print(completeLine(answer.completeUpToMs));
  for (const line of missingPlacementsLines(answer.placements)) print(line);
}

/** Returns the flags as a request of the API, which the API's parser checks. */
function queryJson(flags: CampaignCountFlags): Record<string, unknown> {
  const { dataType, level, action: actions, by, breakdown, reach, from, to } = flags;
  const given = { dataType, level, actions, by, breakdown, reach, from, to, days: daysJson(flags) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function daysJson({ day, days }: CampaignCountFlags): unknown {
  if (days === undefined) return day;
  if (day !== undefined) throw invalidArgument('--days', 'cannot be combined with --day');
  const [from, to, ...rest] = days.split('..');
  if (to === undefined || rest.length > 0) {
    throw invalidArgument('--days', 'must be first..last, as in 2026-11-01..2026-11-21');
  }
  return { from, to };
}

/** Returns the distinct ids of the arguments, then those of the file. */
function idsOf(given: readonly string[], { campaignsFile: file }: CampaignCountFlags): readonly string[] {
  const text = file === undefined ? '' : readInputText(file, '--campaigns-file');
  const ids = [...given, ...text.split(/\r?\n/).filter((line) => line !== '')];
  if (ids.length === 0) throw invalidArgument('campaigns', 'are required: name ids or a --campaigns-file');
  return [...new Set(ids)];
}
