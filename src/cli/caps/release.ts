import { Command } from 'commander';
import { createCapsOperations } from '../../operations/caps/create-caps-operations';
import { parseReleaseRequest } from '../../operations/caps/parse-release-request';
import { systemClock } from '../../platform/time/clock';
import {
  ACCESS_LOCATION_OPTION_NAMES,
  accessLocationFlag,
  withAccessLocationOption,
  type AccessLocationFlags,
} from '../shared/access-location-option';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';

interface ReleaseFlags extends AccessLocationFlags {
  readonly user: string;
  readonly dataType?: string;
  readonly reservation: readonly string[];
  readonly json?: boolean;
}

/** Options by the field of the API's request that they set. */
const OPTION_NAMES = {
  ...ACCESS_LOCATION_OPTION_NAMES,
  userId: '--user',
  reservations: '--reservation',
  dataType: '--data-type',
};

/** Returns `tidemark caps release`, the shell's counterpart of `POST /v1/caps:release`. */
export function capsReleaseCommand(): Command {
  const command = new Command('release').description('Release reservations before they expire.');
  return withAccessLocationOption(command)
    .requiredOption('--user <id>', 'user of the reservations')
    .requiredOption(
      '--reservation <id>',
      'id of a reservation; repeatable',
      (id, list: readonly string[] = []) => [...list, id],
    )
    .option('--data-type <family>', 'event DataType of the reservations; default: the default DataType')
    .option('--json', 'print the answer of the API')
    .action(commandAction(runRelease, { optionNames: OPTION_NAMES }));
}

async function runRelease({ resources }: CommandRun, flags: ReleaseFlags): Promise<void> {
  const { user: userId, dataType, reservation, json } = flags;
  const accessLocation = accessLocationFlag(flags);
  const config = loadCommandConfig();
  const { store, schema } = openServing(config, { resources });
  const request = parseReleaseRequest(
    { userId, reservations: reservation, dataType },
    { ...config.events, ...config.caps, eventDataType: schema.eventDataType.bind(schema) },
  );
  const { releaseReservations } = createCapsOperations({ ...store, config, clock: systemClock });
  const answer = await releaseReservations(request, { accessLocation });
  if (json === true) return print(JSON.stringify({ userId, ...answer }));
  for (const id of answer.released) print(`${id}  released`);
  for (const id of answer.notFound) print(`${id}  not found`);
}
