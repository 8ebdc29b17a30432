import { Command } from 'commander';
import { loadLocalConfig, processEnvironment } from '../../config/index';
import { didYouMean } from '../../core/json/did-you-mean';
import { loadTopology } from '../../routing/topology/topology-file';
import {
  ACCEPT_LOST_WRITES,
  ACCEPT_LOST_WRITES_HELP,
  checkEmbeddedHost,
  startEmbeddedBigtable,
} from './embedded-bigtable';
import { faultCommands } from './faults';
import { announceLocalInstance } from './instance';
import { statusCommand } from './status';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { parsePort } from '../shared/units';

interface LocalFlags {
  readonly config?: string;
  readonly host?: string;
  readonly port?: number;
  readonly dataDir?: string;
  readonly ephemeral?: boolean;
  readonly acceptLostWrites?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  tidemark local --ephemeral
  tidemark local --config infra/examples/topologies/three-continents.json --data-dir .tidemark
and, while it runs, in another terminal:
  tidemark local partition eu asia
  tidemark local status --watch`;

/** Returns `tidemark local`, which runs the embedded Bigtable alone, for clients of Cloud Bigtable in any language. */
export function localCommand(): Command {
  const command = new Command('local')
    .description(
      'Run the embedded Bigtable alone, for any client that honours BIGTABLE_EMULATOR_HOST. A command changes or ' +
        'shows a running one.',
    )
    .usage('[options] [command]')
    .option('--config <file>', 'topology: instances, clusters, app profiles and links, as JSON')
    .option(
      '--host <address>',
      'address to listen on; default: 127.0.0.1; an address that other machines can reach needs TIDEMARK_ACCESS=open',
    )
    .option('--port <number>', 'port to listen on; 0 for any free port (TIDEMARK_LOCAL_PORT)', parsePort)
    .option('--data-dir <folder>', 'folder to store the data in (TIDEMARK_DATA_DIR)')
    .option('--ephemeral', 'store nothing: all data is in memory')
    .option(ACCEPT_LOST_WRITES, ACCEPT_LOST_WRITES_HELP)
    .option('--json', 'print the endpoint as one JSON object')
    .addHelpText('after', EXAMPLES)
    .enablePositionalOptions()
    .allowExcessArguments()
    .action(
      commandAction(async (run: CommandRun, flags: LocalFlags) => {
        rejectUnknownCommand(command);
        await runLocal(run, flags);
      }),
    );
  for (const each of [...faultCommands(), statusCommand()]) command.addCommand(each);
  return command;
}

function rejectUnknownCommand(command: Command): void {
  const [name] = command.args;
  if (name === undefined) return;
  const known = command.commands.map((each) => each.name());
  command.error(`error: unknown command '${name}'${didYouMean(name, known)}`);
}

async function runLocal(run: CommandRun, flags: LocalFlags): Promise<void> {
  const { resources } = run;
  // Waiting starts before anything else: a signal during the start takes effect once the start is complete.
  const stopped = run.untilStopped();
  const variables = processEnvironment();
  const { host, port, dataDir } = { ...loadLocalConfig(variables), ...flags };
  checkEmbeddedHost(host, variables);
  const topology = flags.config === undefined ? undefined : loadTopology(flags.config);
  const options = {
    host,
    port,
    topology,
    dataDir: flags.ephemeral === true ? undefined : dataDir,
    acceptLostWrites: flags.acceptLostWrites === true,
  };
  const bigtable = resources.add(await startEmbeddedBigtable(options), (each) => each.close());
  resources.defer(announceLocalInstance(dataDir, { endpoint: bigtable.endpoint }));
  const data = flags.ephemeral === true ? 'in memory' : dataDir;
  if (flags.json === true) print(JSON.stringify({ endpoint: bigtable.endpoint, data }));
  else {
    print(`Embedded Bigtable on ${bigtable.endpoint}, data ${data}. To use it:`);
    print(`  export BIGTABLE_EMULATOR_HOST=${bigtable.endpoint}`);
    print('Clients in Java, Go, Python and Node.js, and cbt, read this variable and need no credentials.');
    for (const { name, clusters } of topology?.instances ?? []) {
      print(`${name}: ${clusters.map(({ id }) => id).join(', ')}`);
    }
  }
  await stopped;
}
