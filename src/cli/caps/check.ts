import { Command } from 'commander';
import { capCheckJson } from '../../codec/answers/cap-check-answer';
import { evidenceJson } from '../../codec/answers/evidence-json';
import type { DecisionWithReservation } from '../../core/caps/caps-answer';
import { parseCapQuery } from '../../core/caps/parse-cap-query';
import { runToCompletion } from '../../core/shared/steps';
import { invalidArgument } from '../../errors';
import { createCapsOperations } from '../../operations/caps/create-caps-operations';
import { systemClock } from '../../platform/time/clock';
import {
  ACCESS_LOCATION_OPTION_NAMES,
  accessLocationFlag,
  withAccessLocationOption,
  type AccessLocationFlags,
} from '../shared/access-location-option';
import { withCandidateOption, type CandidateIds } from '../shared/candidate-option';
import { openServing } from '../shared/connection';
import { evidenceLine } from '../shared/count-table';
import { readInputText } from '../shared/input-text';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { omissionLines } from '../shared/omission-lines';
import {
  compileReadConsistency,
  loadReadConfig,
  READ_OPTION_NAMES,
  withReadOptions,
  type ReadFlags,
} from '../shared/read-options';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';

interface CheckFlags extends ReadFlags, AccessLocationFlags {
  readonly user: string;
  readonly dataType?: string;
  readonly rules: string;
  readonly candidate: readonly CandidateIds[];
  readonly reserve?: string;
  readonly ttl?: string;
  readonly asOf?: string;
  readonly json?: boolean;
}

const EXAMPLE = `
The file of --rules contains a list of rules in the form of the API, or an object with the list as "rules":
  [{ "name": "daily", "level": "campaign", "actions": ["impression"], "window": "1d", "maximum": 3 }]

Examples:
  tidemark caps check --user u1 --rules rules.json --candidate campaignId=7,adId=1 --candidate campaignId=8,adId=2
  tidemark caps check --user u1 --rules rules.json --candidate campaignId=7,insertionId=i1 --reserve impression --ttl 30`;

/** Options by the field of the API's request that they set. */
const OPTION_NAMES = {
  ...READ_OPTION_NAMES,
  ...ACCESS_LOCATION_OPTION_NAMES,
  userId: '--user',
  dataType: '--data-type',
  rules: '--rules',
  candidates: '--candidate',
  asOf: '--as-of',
  'reserve.action': '--reserve',
  'reserve.ttlSeconds': '--ttl',
};

/** Returns `tidemark caps check`, the shell's counterpart of `POST /v1/caps:check`. */
export function capsCheckCommand(): Command {
  const command = new Command('check')
    .description('Check which candidates the frequency caps allow for a user, and reserve them.')
    .requiredOption('--user <id>', 'user who would see the candidates')
    .requiredOption('--rules <file>', 'file with the rules, as JSON; - reads standard input');
  const withOptions = withAccessLocationOption(withCandidateOption(command))
    .option('--data-type <family>', 'event DataType to count; default: the default DataType')
    .option('--reserve <action>', 'reserve the allowed candidates for an event of this action')
    .option('--ttl <seconds>', 'lifetime of the reservations; needs --reserve; default: 60')
    .option('--as-of <time>', 'time of the check: ISO 8601 with a zone, or milliseconds; default: now');
  return withReadOptions(withOptions)
    .option('--json', 'print the answer of the API')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runCheck, { optionNames: OPTION_NAMES }));
}

async function runCheck({ resources }: CommandRun, flags: CheckFlags): Promise<void> {
  const config = loadReadConfig(flags);
  const { store, schema } = openServing(config, { resources });
  const { tokens } = store;
  const accessLocation = accessLocationFlag(flags);
  const query = parseCapQuery(queryJson(flags), {
    ...config.events,
    ...config.counts,
    ...config.caps,
    nowMs: systemClock.nowMs(),
    eventDataType: schema.eventDataType.bind(schema),
  });
  const consistency = compileReadConsistency(flags, store);
  const { checkCaps } = createCapsOperations({ ...store, config, clock: systemClock });
  const answer = await checkCaps({ query, consistency }, { accessLocation });
  if (flags.json === true) {
    return print(runToCompletion(capCheckJson(answer, evidenceJson(answer.evidence, tokens))));
  }
  print(`${query.userId}, as of ${new Date(answer.asOfMs).toISOString()}`);
  print(verdictTable(answer.verdicts, flags.candidate));
  omissionLines(answer.omitted).forEach((line) => print(line));
  print(evidenceLine(answer.evidence));
}

function queryJson({ user, dataType, rules, candidate, reserve, ttl, asOf }: CheckFlags) {
  const instant = asOf !== undefined && /^\d+$/.test(asOf) ? Number(asOf) : asOf;
  if (ttl !== undefined && reserve === undefined) throw invalidArgument('--ttl', 'needs --reserve');
  const ttlSeconds = ttl === undefined ? undefined : Number(ttl);
  return {
    userId: user,
    rules: rulesOf(rules),
    candidates: candidate,
    dataType,
    asOf: instant,
    reserve: reserve === undefined ? undefined : { action: reserve, ttlSeconds },
  };
}

function rulesOf(file: string): unknown {
  const text = readInputText(file, '--rules');
  try {
    const rules = JSON.parse(text) as unknown;
    return typeof rules === 'object' && rules !== null && 'rules' in rules ? rules.rules : rules;
  } catch (error) {
    throw invalidArgument('--rules', `${file} is not JSON: ${(error as Error).message}`);
  }
}

/** Returns a table with a line for each rule that blocks a candidate, or one line for an allowed candidate. */
function verdictTable(
  verdicts: readonly DecisionWithReservation[],
  candidates: readonly CandidateIds[],
): string {
  const rows = verdicts.flatMap(({ blockedBy, remaining, reservation }, i) => {
    const candidate = Object.values(candidates[i]!).join(' ');
    if (blockedBy.length === 0) {
      const left = remaining === undefined ? '' : `${remaining} left`;
      return [
        [candidate, 'allowed', left, '', reservation === undefined ? '' : `reserved: ${reservation.id}`],
      ];
    }
    return blockedBy.map(({ rule, entity, count, freesUpAtMs }) => [
      candidate,
      'blocked',
      `${count} of ${rule.maximum}`,
      `${rule.name} (${rule.level.name} ${entity})`,
      freesUpAtMs === undefined ? 'never' : new Date(freesUpAtMs).toISOString(),
    ]);
  });
  return textTable(['candidate', 'verdict', 'count', 'by', 'frees up at'], rows);
}
