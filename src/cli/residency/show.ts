import { Command } from 'commander';
import { locationJson } from '../../codec/answers/location-json';
import { writePlacement } from '../../core/residency/location';
import {
  createLocationOperations,
  type SubjectLocation,
} from '../../operations/residency/location-operations';
import { runBounded } from '../../platform/tasks/run-bounded';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { objectIdsFrom } from './object-ids';

interface ShowFlags {
  readonly file?: string;
  readonly json?: boolean;
}

const LOOKUPS_IN_FLIGHT_MAX = 16;

/** Returns `tidemark residency show`, which shows where the data of users is. */
export function residencyShowCommand(): Command {
  return new Command('show')
    .description('Show in which placement the data of users is, and why.')
    .argument('<group>', 'placement group')
    .argument('[ids...]', 'ids of objects, such as user ids')
    .option('--file <file>', 'file with one id in each line; - reads standard input')
    .option('--json', 'print one JSON object per id, as the API returns it')
    .action(commandAction(runShow));
}

async function runShow(
  { resources }: CommandRun,
  group: string,
  ids: readonly string[],
  { file, json }: ShowFlags,
): Promise<void> {
  const objectIds = objectIdsFrom({ ids, file });
  const config = loadCommandConfig();
  const { store } = openServing(config, { resources });
  const { getLocation } = createLocationOperations({ residency: store.residency, limits: config.objects });
  const { pointTimeoutMs: timeoutMs } = config.bigtable;
  const locations = await runBounded(objectIds, LOOKUPS_IN_FLIGHT_MAX, (objectId) =>
    getLocation({ group, objectId }, { timeoutMs }),
  );
  if (json === true) return locations.forEach((each) => print(JSON.stringify(locationJson(each))));
  print(textTable(HEADER, locations.map(lineOf)));
}

const HEADER = ['Object', 'Placement', 'State', 'Epoch', 'Reason', 'Country', 'Decided', 'Subject key'];

function lineOf({ objectId, subjectKey, defaultPlacement, entry }: SubjectLocation): readonly string[] {
  if (entry === undefined) return [objectId, defaultPlacement, 'home', '-', 'no entry', '-', '-', subjectKey];
  const { state, epoch, from, to, reason, accessLocation = '-', decidedAtMs } = entry;
  const stage = state === 'home' ? state : `${state}: ${from} to ${to}`;
  const decided = new Date(decidedAtMs).toISOString();
  return [objectId, writePlacement(entry), stage, String(epoch), reason, accessLocation, decided, subjectKey];
}
