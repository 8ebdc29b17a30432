import { Command } from 'commander';
import { loadLocalConfig, processEnvironment } from '../../config/index';
import { didYouMean } from '../../platform/did-you-mean';
import { withResources } from '../../platform/tasks/resources';
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
import { print, untilSignal } from '../shared/terminal';
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

/** `tidemark local`: the embedded Bigtable alone, for any client of Cloud Bigtable in any language. */
export function localCommand(): Command {
  const command = new Command('local')
    .description(
      'Run the embedded Bigtable alone, for any client that honours BIGTABLE_EMULATOR_HOST; or, with a command, ' +
        'change or show the one that runs.',
    )
    .usage('[options] [command]')
    .option('--config <file>', 'topology: instances, clusters, app profiles and links, as JSON')
    .option(
      '--host <address>',
      'address to listen on; default: 127.0.0.1; one that other machines can reach needs TIDEMARK_ACCESS=open',
    )
    .option('--port <number>', 'port to listen on; 0 takes any free one (TIDEMARK_LOCAL_PORT)', parsePort)
    .option('--data-dir <folder>', 'folder that keeps the data (TIDEMARK_DATA_DIR)')
    .option('--ephemeral', 'keep nothing: all data is in memory')
    .option(ACCEPT_LOST_WRITES, ACCEPT_LOST_WRITES_HELP)
    .option('--json', 'print where it listens as one JSON object')
    .addHelpText('after', EXAMPLES)
    .enablePositionalOptions()
    .allowExcessArguments()
    .action(async (flags: LocalFlags) => {
      refuseUnknownCommand(command);
      await runLocal(flags);
    });
  for (const each of [...faultCommands(), statusCommand()]) command.addCommand(each);
  return command;
}

function refuseUnknownCommand(command: Command): void {
  const [asked] = command.args;
  if (asked === undefined) return;
  const known = command.commands.map((each) => each.name());
  command.error(`error: unknown command '${asked}'${didYouMean(asked, known)}`);
}

async function runLocal(flags: LocalFlags): Promise<void> {
  // Before anything else: a signal that comes during the start is obeyed after it.
  const signalled = untilSignal();
  const variables = processEnvironment();
  const { host, port, dataDir } = { ...loadLocalConfig(variables), ...flags };
  checkEmbeddedHost(host, variables);
  const topology = flags.config === undefined ? undefined : loadTopology(flags.config);
  const options = {
    host,
    port,
    ...(topology !== undefined && { topology }),
    dataDir: flags.ephemeral === true ? undefined : dataDir,
    acceptLostWrites: flags.acceptLostWrites === true,
  };
  await withResources(async (resources) => {
    const bigtable = resources.add(await startEmbeddedBigtable(options), (each) => each.close());
    resources.defer(announceLocalInstance(dataDir, { endpoint: bigtable.endpoint }));
    const kept = flags.ephemeral === true ? 'in memory' : dataDir;
    if (flags.json === true) print(JSON.stringify({ endpoint: bigtable.endpoint, data: kept }));
    else {
      print(`Embedded Bigtable on ${bigtable.endpoint}, data ${kept}. Use it with`);
      print(`  export BIGTABLE_EMULATOR_HOST=${bigtable.endpoint}`);
      for (const { name, clusters } of topology?.instances ?? []) {
        print(`${name}: ${clusters.map(({ id }) => id).join(', ')}`);
      }
    }
    await signalled;
  });
}
