import { Command } from 'commander';
import { parseFatigueQuery } from '../../core/features/parse-fatigue-query';
import { FeatureSpecCache } from '../../core/features/feature-spec-cache';
import { fatigueJson } from '../../http/endpoints/get-fatigue-features';
import { runToCompletion } from '../../core/shared/steps';
import { createFatigueFeatures } from '../../operations/features/fatigue-features';
import { createReadUserEvents } from '../../operations/events/read-user-events';
import { systemClock } from '../../platform/time/clock';
import { withCandidateOption, type CandidateIds } from '../shared/candidate-option';
import { openServing } from '../shared/connection';
import { evidenceLine } from '../shared/count-table';
import { featureRequestJson, withFeatureOptions, type FeatureFlags } from './flags';
import {
  compileReadConsistency,
  loadReadConfig,
  withReadOptions,
  type ReadFlags,
} from '../shared/read-options';
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

/** `tidemark features get`: the request of `POST /v1/features:fatigue` from the shell. */
export function featuresGetCommand(): Command {
  const command = new Command('get')
    .description('Tell what a user did with candidates lately, as models are told.')
    .requiredOption('--user <id>', 'whose events');
  const asked = withFeatureOptions(withCandidateOption(command)).option(
    '--as-of <time>',
    'later events are not seen: ISO 8601 with a zone, or milliseconds; default now',
  );
  return withReadOptions(asked)
    .option('--json', 'print the answer as the API gives it')
    .addHelpText('after', EXAMPLE)
    .action(runGet);
}

async function runGet(flags: GetFlags): Promise<void> {
  const config = loadReadConfig(flags);
  const { store, schema } = openServing(config);
  try {
    const limits = { ...config.events, ...config.counts, ...config.features };
    const eventDataType = schema.eventDataType.bind(schema);
    const prepared = new FeatureSpecCache({ ...limits, eventDataType }, 1).get(featureRequestJson(flags));
    const query = parseFatigueQuery(queryJson(flags), prepared, { ...limits, nowMs: systemClock.nowMs() });
    const read = createReadUserEvents({ reader: store.reader, clock: systemClock, limits });
    const asked = { query, layout: prepared.layout, consistency: compileReadConsistency(flags, store) };
    const answer = await createFatigueFeatures(read, systemClock)(asked);
    if (flags.json === true)
      print(
        runToCompletion(fatigueJson({ ...asked, ...answer, withNames: true }, store.tokens)).body as string,
      );
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
