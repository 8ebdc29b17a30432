import { Command } from 'commander';
import { locationJson } from '../../codec/answers/location-json';
import { TidemarkError } from '../../errors';
import {
  createLocationOperations,
  type LocationOperations,
  type SubjectLocation,
} from '../../operations/residency/location-operations';
import { runBounded } from '../../platform/tasks/run-bounded';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { objectIdsFrom } from './object-ids';

interface AssignFlags {
  readonly to: string;
  readonly file?: string;
  readonly json?: boolean;
}

/** Outcome of one id: its location, or why it was rejected. */
type Outcome =
  | { readonly location: SubjectLocation }
  | { readonly objectId: string; readonly error: TidemarkError };

const CHANGES_IN_FLIGHT_MAX = 16;

const HELP = `
An assigned user stays in the placement, whatever countries later requests state and jurisdictions have. The command moves no
data: an id with data in another placement is rejected, and "tidemark residency move" moves it. Run the command again after a
failure; what is assigned stays so.

Exit codes: 0, all ids are assigned; 2, some or all ids were rejected; 1, the command failed.

Examples:
  tidemark residency assign users user-1 user-2 --to eu
  tidemark residency assign users --file ids.txt --to eu --json`;

/** Returns `tidemark residency assign`, the shell's counterpart of `PUT /v1/locations/{group}/{objectId}`. */
export function residencyAssignCommand(): Command {
  return new Command('assign')
    .description('Assign a placement to users without data.')
    .argument('<group>', 'placement group')
    .argument('[ids...]', 'ids of objects, such as user ids')
    .requiredOption('--to <placement>', 'placement to assign')
    .option('--file <file>', 'file with one id in each line; - reads standard input')
    .option('--json', 'print one JSON object per id')
    .addHelpText('after', HELP)
    .action(commandAction(runAssign, { optionNames: { placement: '--to' } }));
}

async function runAssign(
  { resources }: CommandRun,
  group: string,
  ids: readonly string[],
  { to: placement, file, json }: AssignFlags,
): Promise<ExitCode> {
  const objectIds = objectIdsFrom({ ids, file });
  const config = loadCommandConfig();
  const { store } = openServing(config, { resources });
  const { assignLocation } = createLocationOperations({ residency: store.residency, limits: config.objects });
  const { pointTimeoutMs: timeoutMs } = config.bigtable;
  const assign: LocationOperations['assignLocation'] = (request) => assignLocation(request, { timeoutMs });
  let rejected = 0;
  await runBounded(objectIds, CHANGES_IN_FLIGHT_MAX, async (objectId) => {
    const outcome = await outcomeOf(assign, { group, objectId, placement });
    if ('error' in outcome) rejected += 1;
    print(json === true ? JSON.stringify(outcomeJson(outcome)) : lineOf(outcome, placement));
  });
  return rejected === 0 ? EXIT_CODES.ok : EXIT_CODES.rejectedRecords;
}

/** Returns the outcome of one id. Throws errors that concern all ids. */
async function outcomeOf(
  assign: LocationOperations['assignLocation'],
  request: Parameters<LocationOperations['assignLocation']>[0],
): Promise<Outcome> {
  try {
    return { location: await assign(request) };
  } catch (error) {
    if (!(error instanceof TidemarkError) || !isOfId(error)) throw error;
    return { objectId: request.objectId, error };
  }
}

const isOfId = ({ code, field }: TidemarkError): boolean =>
  code === 'location_conflict' || (code === 'invalid_argument' && field === 'objectId');

function outcomeJson(outcome: Outcome): object {
  if ('location' in outcome) return locationJson(outcome.location);
  const { code, message, field } = outcome.error;
  return { objectId: outcome.objectId, error: { code, message, field } };
}

const lineOf = (outcome: Outcome, placement: string): string =>
  'location' in outcome
    ? `${outcome.location.objectId}: assigned to ${placement}`
    : `${outcome.objectId}: ${outcome.error.message} [${outcome.error.code}]`;
