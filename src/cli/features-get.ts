import { Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config';
import type { Consistency } from '../core/consistency';
import { parseFatigueQuery } from '../core/features/parse-fatigue-query';
import { PreparedSpecs } from '../core/features/prepared-specs';
import { fatigueJson } from '../http/endpoints/fatigue-features';
import { parseChoice } from '../http/consistency/choice';
import { compileChoice, type ConsistencyRules } from '../http/consistency/compile';
import { createFatigueFeatures } from '../operations/fatigue-features';
import { createReadUserEvents } from '../operations/user-events';
import { systemClock } from '../platform/clock';
import { commandConfig, openServing } from './connection';
import { evidenceLine } from './count-table';
import { featureJson, splitAt, withFeatureOptions, type FeatureFlags } from './feature-flags';
import { print } from './terminal';
import { textTable } from './text-table';

interface GetFlags extends FeatureFlags {
  readonly user: string;
  readonly candidate: readonly Readonly<Record<string, string>>[];
  readonly asOf?: string;
  readonly consistency?: string;
  readonly token?: string;
  readonly region?: string;
  readonly json?: boolean;
}

const EXAMPLE = `
Example:
  tidemark features get --user u1 --candidate adId=1,campaignId=7 --candidate adId=2 --level ad --window 1d,7d`;

/** `tidemark features get`: the request of `POST /v1/features:fatigue` from the shell. */
export function getCommand(): Command {
  const command = new Command('get')
    .description('Tell what a user did with candidates lately, as models are told.')
    .requiredOption('--user <id>', 'whose events')
    .requiredOption('--candidate <dimension=id,…>', 'what is known of one; repeatable', addCandidate);
  return withFeatureOptions(command)
    .option('--as-of <time>', 'later events are not seen: ISO 8601 with a zone, or milliseconds; default now')
    .option('--consistency <level>', 'as the header tidemark-consistency has it; default: eventual')
    .option('--token <token>', 'of a write or an earlier read: what it speaks for is seen')
    .option('--region <region>', 'read as from there (TIDEMARK_REGION)')
    .option('--json', 'print the answer as the API gives it')
    .addHelpText('after', EXAMPLE)
    .action(runGet);
}

async function runGet(flags: GetFlags): Promise<void> {
  const config = withRegion(commandConfig(), flags.region);
  const { store, schema } = openServing(config);
  try {
    const limits = { ...config.events, ...config.counts, ...config.features };
    const eventDataType = schema.eventDataType.bind(schema);
    const prepared = new PreparedSpecs({ ...limits, eventDataType }, 1).of(featureJson(flags));
    const query = parseFatigueQuery(queryJson(flags), prepared, { ...limits, nowMs: systemClock.nowMs() });
    const read = createReadUserEvents({ reader: store.reader, clock: systemClock, limits });
    const asked = { query, layout: prepared.layout, consistency: consistencyOf(flags, store) };
    const answer = await createFatigueFeatures(read)(asked);
    if (flags.json === true)
      print(fatigueJson({ ...asked, ...answer, withNames: true }, store.tokens).body as string);
    else {
      print(`${query.userId}, as of ${new Date(query.asOfMs).toISOString()}`);
      print(featureTable(prepared.layout.names, answer.vectors, flags.candidate));
      print(evidenceLine(answer.evidence));
    }
  } finally {
    await store.close();
  }
}

function queryJson({ user, candidate, asOf }: GetFlags) {
  const instant = asOf !== undefined && /^\d+$/.test(asOf) ? Number(asOf) : asOf;
  return { userId: user, candidates: candidate, ...(instant !== undefined && { asOf: instant }) };
}

/** A line for each feature, a column for each candidate. */
function featureTable(
  names: readonly string[],
  vectors: Float32Array,
  candidates: readonly Readonly<Record<string, string>>[],
): string {
  const header = candidates.map((each) => Object.values(each).join(' '));
  const cell = (value: number): string => (Number.isNaN(value) ? '-' : String(Number(value.toPrecision(6))));
  const rows = names.map((name, i) => [
    name,
    ...candidates.map((_each, candidate) => cell(vectors[candidate * names.length + i]!)),
  ]);
  return textTable(['feature', ...header], rows);
}

function withRegion(config: Config, region: string | undefined): Config {
  return region === undefined ? config : { ...config, routing: { ...config.routing, region } };
}

function consistencyOf({ consistency, token }: GetFlags, rules: ConsistencyRules): Consistency {
  const level = consistency === undefined ? {} : parseChoice(consistency, 'consistency');
  const choice = { ...level, ...(token !== undefined && { token: { value: token, field: 'token' } }) };
  return compileChoice(choice, rules);
}

function addCandidate(text: string, list: GetFlags['candidate'] = []): GetFlags['candidate'] {
  const entries = text.split(',').map((part) => splitAt(part, '='));
  if (entries.some(([, id]) => id === undefined)) {
    throw new InvalidArgumentError('Write dimension=id, as in adId=1,campaignId=7.');
  }
  return [...list, Object.fromEntries(entries) as Record<string, string>];
}
