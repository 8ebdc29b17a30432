import { Command } from 'commander';
import { erasureJson } from '../../codec/answers/erasure-json';
import { TidemarkError } from '../../errors';
import { runBounded } from '../../platform/tasks/run-bounded';
import { objectIdsFrom } from '../residency/object-ids';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { openErasure } from './open-erasure';

interface StatusFlags {
  readonly file?: string;
  readonly json?: boolean;
}

const LOOKUPS_IN_FLIGHT_MAX = 16;
const HEADER = ['User', 'Erasure', 'State', 'Requested', 'Due', 'Certified'];

/** Returns `tidemark erase status`, which shows the erasures of users. */
export function eraseStatusCommand(): Command {
  return new Command('status')
    .description('Show the state and the certificate of the last erasure of users.')
    .argument('[ids...]', 'ids of users')
    .option('--file <file>', 'file with one id in each line; - reads standard input')
    .option('--json', 'print one JSON object per user, with the certificate')
    .action(commandAction(runStatus, { optionNames: { subjectId: '<id>' } }));
}

async function runStatus(
  { resources }: CommandRun,
  ids: readonly string[],
  { file, json }: StatusFlags,
): Promise<void> {
  const userIds = objectIdsFrom({ ids, file });
  const config = loadCommandConfig();
  const { getErasure, serving } = openErasure(config, resources);
  const { callTimeoutMs: timeoutMs } = config.privacy;
  await serving.warmUp({ timeoutMs });
  const answers = await runBounded(userIds, LOOKUPS_IN_FLIGHT_MAX, async (userId) =>
    getErasure(userId, { timeoutMs }).then(
      (entry) => erasureJson(userId, entry),
      (error: unknown) => unlessUnknown(error),
    ),
  );
  const found = answers.flatMap((each) => (each instanceof TidemarkError ? [] : [each]));
  if (json === true) for (const each of found) print(JSON.stringify(each));
  else if (found.length > 0) print(textTable(HEADER, found.map(lineOf)));
  const unknown = answers.find((each) => each instanceof TidemarkError);
  if (unknown !== undefined) throw unknown;
}

const lineOf = ({
  subjectId,
  id,
  state,
  requestedAt,
  dueAt,
  certifiedAt = '-',
}: ReturnType<typeof erasureJson>): readonly string[] => [
  subjectId,
  id,
  state,
  requestedAt,
  dueAt,
  certifiedAt,
];

/** Returns the error of a user whose erasure was never requested: the others are shown all the same. Throws any other. */
function unlessUnknown(error: unknown): TidemarkError {
  if (error instanceof TidemarkError && error.code === 'erasure_not_found') return error;
  throw error;
}
