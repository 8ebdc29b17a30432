import { Command } from 'commander';
import { evidenceJson } from '../../codec/answers/evidence-json';
import { fatigueJson } from '../../codec/answers/fatigue-json';
import { parseFatigueQuery } from '../../core/features/parse-fatigue-query';
import { FeatureSpecCache } from '../../core/features/feature-spec-cache';
import { runToCompletion } from '../../core/shared/steps';
import { createFatigueFeatures } from '../../operations/features/fatigue-features';
import { createReadUserEvents } from '../../operations/events/read-user-events';
import { systemClock } from '../../platform/time/clock';
import { withCandidateOption, type CandidateIds } from '../shared/candidate-option';
import { openServing } from '../shared/connection';
import { evidenceLine } from '../shared/count-table';
import { FEATURE_OPTION_NAMES, featureRequestJson, withFeatureOptions, type FeatureFlags } from './flags';
import {
  compileReadConsistency,
  loadReadConfig,
  READ_OPTION_NAMES,
  withReadOptions,
  type ReadFlags,
} from '../shared/read-options';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { omissionLines } from '../shared/omission-lines';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';

interface GetFlags extends FeatureFlags, ReadFlags {
  readonly user: string;
  readonly candidate: readonly CandidateIds[];
  readonly asOf?: string;
  readonly json?: boolean;
}

const EXAMPLE = `
Example:
  tidemark features get --user u1 --candidate adId=1,campaignId=7 --candidate adId=2 --level ad --window 1d,7d`;

const OPTION_NAMES = {
  ...READ_OPTION_NAMES,
  ...FEATURE_OPTION_NAMES,
  userId: '--user',
  candidates: '--candidate',
  asOf: '--as-of',
};

/** Returns `tidemark features get`, the shell's counterpart of `POST /v1/features:fatigue`. */
export function featuresGetCommand(): Command {
  const command = new Command('get')
    .description('Print the fatigue features of a user and candidates, as models get them.')
    .requiredOption('--user <id>', 'user whose events are read');
  const withOptions = withFeatureOptions(withCandidateOption(command)).option(
    '--as-of <time>',
    'ignore events after this time: ISO 8601 with a zone, or milliseconds; default: now',
  );
  return withReadOptions(withOptions)
    .option('--json', 'print the answer of the API')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runGet, { optionNames: OPTION_NAMES }));
}

async function runGet({ resources }: CommandRun, flags: GetFlags): Promise<void> {
  const config = loadReadConfig(flags);
  const { store, schema } = openServing(config, { resources });
  const limits = { ...config.events, ...config.counts, ...config.features };
  const eventDataType = schema.eventDataType.bind(schema);
  const prepared = new FeatureSpecCache({ ...limits, eventDataType }, 1).get(featureRequestJson(flags));
  const query = parseFatigueQuery(queryJson(flags), prepared, { ...limits, nowMs: systemClock.nowMs() });
  const read = createReadUserEvents({ reader: store.reader, clock: systemClock, limits });
  const { layout } = prepared;
  const consistency = compileReadConsistency(flags, store);
  const features = createFatigueFeatures(read, systemClock);
  const { vectors, omitted, evidence } = await features({ query, layout, consistency });
  const { userId, asOfMs } = query;
  if (flags.json === true) {
    const answer = { userId, asOfMs, layout, vectors, withNames: true, omitted };
    return print(runToCompletion(fatigueJson(answer, evidenceJson(evidence, store.tokens))));
  }
  print(`${userId}, as of ${new Date(asOfMs).toISOString()}`);
  print(featureTable(layout.names, vectors, flags.candidate));
  omissionLines(omitted).forEach((line) => print(line));
  print(evidenceLine(evidence));
}

function queryJson({ user, candidate, asOf }: GetFlags) {
  const instant = asOf !== undefined && /^\d+$/.test(asOf) ? Number(asOf) : asOf;
  return { userId: user, candidates: candidate, asOf: instant };
}

/** Returns a table with a line for each feature and a column for each candidate. */
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
