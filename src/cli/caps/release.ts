import { Command } from 'commander';
import { createCapsOperations } from '../../operations/caps/create-caps-operations';
import { parseReleaseRequest } from '../../operations/caps/parse-release-request';
import { systemClock } from '../../platform/time/clock';
import { loadCommandConfig, openServing } from '../shared/connection';
import { print } from '../shared/terminal';

interface ReleaseFlags {
  readonly user: string;
  readonly dataType?: string;
  readonly reservation: readonly string[];
  readonly json?: boolean;
}

/** `tidemark caps release`: the request of `POST /v1/caps:release` from the shell. */
export function capsReleaseCommand(): Command {
  return new Command('release')
    .description('Give reservations back.')
    .requiredOption('--user <id>', 'whose they are')
    .requiredOption('--reservation <id>', 'repeatable', (id, list: readonly string[] = []) => [...list, id])
    .option('--data-type <family>', 'of which event type; default: the default one')
    .option('--json', 'print the answer as the API gives it')
    .action(runRelease);
}

async function runRelease({ user: userId, dataType, reservation, json }: ReleaseFlags): Promise<void> {
  const config = loadCommandConfig();
  const { store, schema } = openServing(config);
  try {
    const request = parseReleaseRequest(
      { userId, reservations: reservation, ...(dataType !== undefined && { dataType }) },
      { ...config.events, ...config.caps, eventDataType: schema.eventDataType.bind(schema) },
    );
    const answer = await createCapsOperations({ ...store, config, clock: systemClock }).releaseReservations(
      request,
    );
    if (json === true) return print(JSON.stringify({ userId, ...answer }));
    for (const id of answer.released) print(`${id}  released`);
    for (const id of answer.notFound) print(`${id}  not found`);
  } finally {
    await store.close();
  }
}
