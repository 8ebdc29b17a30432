import { Command } from 'commander';
import {
  batchCountAnswerJson,
  countAnswerJson,
  type CountAnswerEnd,
} from '../../codec/answers/count-answer-json';
import { evidenceJson } from '../../codec/answers/evidence-json';
import type { Consistency } from '../../core/consistency/consistency';
import {
  parseBatchCountQuery,
  parseCountQuery,
  type CountQueryRules,
  type SharedCountQuery,
} from '../../core/counts/parse-count-query';
import { runToCompletion } from '../../core/shared/steps';
import type { TokenCodec } from '../../core/tokens/token-codec';
import { invalidArgument } from '../../errors';
import type { CountAnswer } from '../../operations/counts/count-actions';
import {
  batchCosts,
  explainCounts,
  explainWhenWritten,
  type AnswerCosts,
} from '../../operations/counts/explain-counts';
import { createCountOperations, type CountOperations } from '../../operations/counts/create-count-operations';
import { systemClock } from '../../platform/time/clock';
import { openServing } from '../shared/connection';
import {
  addCondition,
  addEntity,
  appendList,
  appendOne,
  countRequestJson,
  type CountFlags,
} from '../shared/count-flags';
import { completeLine, countTableLines, evidenceLine, explanationLines } from '../shared/count-table';
import { readInputText } from '../shared/input-text';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { omissionLines } from '../shared/omission-lines';
import {
  compileReadConsistency,
  loadReadConfig,
  READ_OPTION_NAMES,
  withReadOptions,
} from '../shared/read-options';
import { print } from '../shared/terminal';

const HELP = `
Windows: 90m, 6h, 7d, 2w (rolling) · 7d@Asia/Jakarta (calendar days; likewise h, w and mo) · 2026-11-01T00:00:00Z/2026-11-08T00:00:00Z
Conditions: viewType=home_feed,search (one of these) · sessionId=* (any) · 'campaignId?=c1,c2' (one of these, or none)

Examples:
  tidemark count --user u1 --action impression,click --entity ad=1,2 --entity 'campaign=*' --window 1d --window 7d
  tidemark count --user u1 --action click --where viewType=home_feed --group-by action,viewType --explain
  tidemark count --users-file users.txt --action click --json
  tidemark count --user u1 --action click --consistency 'bounded; max-staleness-ms=5000' --region europe-west1`;

/** Options by the field of the API's request that they set. */
const OPTION_NAMES = {
  ...READ_OPTION_NAMES,
  userId: '--user',
  users: '--user',
  dataType: '--data-type',
  actions: '--action',
  where: '--where',
  entities: '--entity',
  windows: '--window',
  groupBy: '--group-by',
  asOf: '--as-of',
};

/** Returns `tidemark count`, the shell's counterpart of `POST /v1/counts:query` and `:batchQuery`. */
export function countCommand(): Command {
  const command = new Command('count')
    .description("Count users' deduplicated actions.")
    .option('--user <id>', 'user whose actions are counted; repeatable', appendOne, [])
    .option('--users-file <file>', 'file with more users, one id per line; - reads standard input')
    .option('--data-type <family>', 'event DataType to count; default: the default DataType')
    .requiredOption('--action <names>', 'actions to count, separated by commas; repeatable', appendList)
    .option(
      '--where <dimension=ids>',
      'count only events with these ids, * for any id; repeatable',
      addCondition,
      {},
    )
    .option(
      '--entity <level=ids>',
      'count each of these ids of a level, * for all; repeatable',
      addEntity,
      {},
    )
    .option('--window <window>', 'window to count; repeatable; default: 1d, 7d and 30d', appendOne, [])
    .option('--group-by <dimensions>', 'dimensions to group by, e.g. action,viewType', appendList)
    .option('--as-of <time>', 'end of the windows: ISO 8601 with a zone, or milliseconds; default: now')
    .option('--explain', 'print what was read and how long it took');
  return withReadOptions(command)
    .option('--json', 'print the answers of the API, one per line')
    .addHelpText('after', HELP)
    .action(commandAction(runCount, { optionNames: OPTION_NAMES }));
}

interface Context {
  readonly flags: CountFlags;
  readonly counting: CountOperations;
  readonly consistency: Consistency;
  readonly rules: CountQueryRules & { readonly usersMax: number };
  readonly tokens: TokenCodec;
}

async function runCount({ resources }: CommandRun, flags: CountFlags): Promise<void> {
  const users = usersOf(flags);
  const config = loadReadConfig(flags);
  const { store, schema } = openServing(config, { resources });
  const { tokens, reader } = store;
  const context: Context = {
    flags,
    counting: createCountOperations({ reader, clock: systemClock, config }),
    consistency: compileReadConsistency(flags, store),
    rules: {
      ...config.counts,
      ...config.events,
      usersMax: config.counts.batchUsersMax,
      nowMs: systemClock.nowMs(),
      eventDataType: schema.eventDataType.bind(schema),
    },
    tokens,
  };
  if (users.length === 1) await countOne(users[0]!, context);
  else await countAll(users, context);
}

async function countOne(userId: string, context: Context): Promise<void> {
  const { flags, counting, consistency, rules } = context;
  const query = parseCountQuery({ userId, ...countRequestJson(flags) }, rules);
  const answer = await counting.countActions({ query, consistency });
  const costs = { read: answer.read, costs: [answer.cost] };
  if (flags.json === true) {
    const steps = countAnswerJson(query, answer, answerEnd(answer, costs, context));
    return print(runToCompletion(steps).toString());
  }
  countTableLines(titleOf(query.userId, query), answer.table).forEach((line) => print(line));
  omissionLines(answer.omitted).forEach((line) => print(line));
  printEvidence(answer, costs, flags);
}

async function countAll(users: readonly string[], context: Context): Promise<void> {
  const { flags, counting, consistency, rules } = context;
  for (let from = 0; from < users.length; from += rules.usersMax) {
    const some = users.slice(from, from + rules.usersMax);
    const request = parseBatchCountQuery({ users: some, ...countRequestJson(flags) }, rules);
    const answer = await counting.batchCountActions({ ...request, consistency });
    const costs = batchCosts(answer);
    if (flags.json === true) {
      const steps = batchCountAnswerJson(request, answer, answerEnd(answer, costs, context));
      print(runToCompletion(steps).toString());
      continue;
    }
    answer.users.forEach((user, at) => {
      const title = titleOf(request.userIds[at]!, request.query);
      const { error } = 'error' in user ? user : {};
      const lines =
        'table' in user
          ? [...countTableLines(title, user.table), ...omissionLines(user.omitted)]
          : [`${title}: ${error!.message} [${error!.code}]`];
      [...lines, ''].forEach((line) => print(line));
    });
    printEvidence(answer, costs, flags);
  }
}

function titleOf(userId: string, { asOfMs }: Pick<SharedCountQuery, 'asOfMs'>): string {
  return `${userId}, as of ${new Date(asOfMs).toISOString()}`;
}

function answerEnd(
  { evidence }: Pick<CountAnswer, 'evidence'>,
  costs: AnswerCosts,
  { flags, tokens }: Context,
): CountAnswerEnd {
  const explain =
    flags.explain === true ? explainWhenWritten(costs, { clock: systemClock, parseMs: 0 }) : undefined;
  return { consistency: evidenceJson(evidence, tokens), explain };
}

function printEvidence(
  { evidence, completeUpToMs }: Pick<CountAnswer, 'evidence' | 'completeUpToMs'>,
  costs: AnswerCosts,
  { explain }: CountFlags,
): void {
  print(evidenceLine(evidence));
  print(completeLine(completeUpToMs));
  if (explain !== true) return;
  const explanation = explainCounts(costs, { parseMs: 0, writeMs: 0 });
  explanationLines(explanation).forEach((line) => print(line));
}

/** Returns the distinct users of the options, then those of the file. */
function usersOf({ user, usersFile }: CountFlags): readonly string[] {
  const text = usersFile === undefined ? '' : readInputText(usersFile, '--users-file');
  const listed = text.split(/\r?\n/).filter((line) => line !== '');
  const users = [...new Set([...user, ...listed])];
  if (users.length === 0) throw invalidArgument('--user', 'is required, unless --users-file names users');
  return users;
}
