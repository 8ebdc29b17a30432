/** `tidemark local partition`, `lag`, …: faults in a running embedded Bigtable. */
import { Command, InvalidArgumentError } from 'commander';
import type { control } from '../../local-bigtable/index';
import { hostPort } from '../../config/environment';
import { type ControlClient, type ControlTarget, withControl } from './control';
import { print } from '../shared/terminal';
import { parseBandwidth, parseDuration, parseShare, parseSignedDuration } from '../shared/units';

export interface LocalServerFlags extends ControlTarget {
  readonly instance?: string;
  readonly json?: boolean;
}

interface FaultFlags extends LocalServerFlags {
  /** Milliseconds. */
  readonly for?: number;
}

interface LagFlags extends FaultFlags {
  readonly delay?: number;
  readonly jitter?: number;
  readonly bandwidth?: number;
  readonly drop?: number;
  readonly retry?: number;
  readonly reorder?: boolean;
  readonly reorderWithinRow?: boolean;
}

/** Returns all commands that cause and end faults. */
export function faultCommands(): Command[] {
  return [
    ...linkCommands(),
    ...clusterCommands(),
    localServerCommand('reset', 'End all faults.').action((flags: LocalServerFlags) =>
      run(flags, 'Reset', (client) => client.reset()),
    ),
  ];
}

const PLACES = `
Places are regions or clusters: an id or its unique prefix ("eu" for europe-west1). Between two regions, a change affects client
requests and replication. Between two clusters, it affects replication alone.
`;

function linkCommands(): Command[] {
  return [
    fault('partition', 'Cut the links between two places, or between one place and all others.')
      .argument('<a>', 'region or cluster')
      .argument('[b]', 'region or cluster; default: all others')
      .addHelpText('after', `${PLACES}${examples('partition eu asia', 'partition eu --for 30s')}`)
      .action((a: string, b: string | undefined, flags: FaultFlags) =>
        run(flags, 'Cut', (client) =>
          client.changeLinks({ a, b: b ?? '', change: { partitioned: true }, ...scope(flags) }),
        ),
      ),
    fault('heal', 'End the partitions between two places, of one place, or all.')
      .argument('[a]', 'region or cluster; default: everything')
      .argument('[b]', 'region or cluster; default: all others')
      .addHelpText('after', `${PLACES}${examples('heal eu asia', 'heal')}`)
      .action((a: string | undefined, b: string | undefined, flags: FaultFlags) =>
        run(flags, 'Healed', (client) =>
          client.changeLinks({ a: a ?? '', b: b ?? '', change: { partitioned: false }, ...scope(flags) }),
        ),
      ),
    fault('lag', 'Change the links between two places. Properties that are not given stay as they are.')
      .argument('<a>', 'region or cluster')
      .argument('[b]', 'region or cluster; default: all others')
      .option('--delay <duration>', 'one-way delay', parseDuration)
      .option('--jitter <duration>', 'maximum random additional delay', parseDuration)
      .option('--bandwidth <bytes>', 'bytes per second, as in 1MB, or "unlimited"', parseBandwidth)
      .option('--drop <share>', 'share of transmissions that are lost and sent again: 0.1 or 10%', parseShare)
      .option('--retry <duration>', 'time before a lost transmission is sent again', parseDuration)
      .option('--reorder', 'let jitter change the order of rows')
      .option('--no-reorder', 'deliver rows in order')
      .option('--reorder-within-row', 'let jitter change the order of commits of one row as well')
      .option('--no-reorder-within-row', 'deliver the commits of one row in order')
      .addHelpText(
        'after',
        `${PLACES}${examples('lag eu asia --delay 2s --jitter 500ms', 'lag eu-b --bandwidth 100KB --drop 10% --for 1m')}`,
      )
      .action((a: string, b: string | undefined, flags: LagFlags) =>
        run(flags, 'Changed', (client) =>
          client.changeLinks({ a, b: b ?? '', change: linkChange(flags), ...scope(flags) }),
        ),
      ),
  ];
}

function clusterCommands(): Command[] {
  return [
    clusterCommand('stop-cluster', 'Stop a cluster: it serves no requests and does not replicate.', {
      example: 'stop-cluster eu-b --for 30s',
      done: 'Stopped',
      change: () => ({ stopped: true }),
    }),
    clusterCommand(
      'start-cluster',
      'Start a stopped cluster, which then receives the writes that it missed.',
      {
        example: 'start-cluster eu-b',
        done: 'Started',
        change: () => ({ stopped: false }),
      },
    ),
    clusterCommand('slow <duration>', 'Delay each request to a cluster; 0 ends the fault.', {
      example: 'slow eu-b 100ms',
      done: 'Changed',
      change: (text) => ({ slowMs: parseDuration(text) }),
    }),
    clusterCommand(
      'error-rate <share>',
      'Fail a share of the requests to a cluster with UNAVAILABLE; 0 ends the fault.',
      {
        example: 'error-rate eu-b 20%',
        done: 'Changed',
        change: (text) => ({ errorRate: parseShare(text) }),
      },
    ),
    clusterCommand(
      'clock-skew <offset>',
      "Set a cluster's wall clock ahead (+) or back (-); 0 ends the fault.",
      {
        example: 'clock-skew eu-b +250ms',
        done: 'Changed',
        change: (text) => ({ clockSkewMs: parseSignedDuration(text) }),
      },
    ).allowUnknownOption(), // An offset such as -250ms is not an option.
  ];
}

interface ClusterFault {
  readonly example: string;
  readonly done: string;
  readonly change: (text: string) => control.IClusterChange;
}

/** Returns a command whose arguments are a cluster and, if the syntax names one, a quantity. */
function clusterCommand(
  syntax: string,
  description: string,
  { example, done, change }: ClusterFault,
): Command {
  const [name = '', quantity] = syntax.split(' ');
  const command = fault(name, description).argument('<cluster>', 'cluster, or the clusters of a region');
  if (quantity !== undefined) command.argument(quantity);
  return command
    .addHelpText('after', examples(example))
    .action(async (cluster: string, ...rest: unknown[]) => {
      const flags = rest.at(-2) as FaultFlags;
      const wanted = parsed(command, () => change(rest[0] as string));
      await run(flags, done, (client) =>
        client.changeClusters({ name: cluster, change: wanted, ...scope(flags) }),
      );
    });
}

/** Reports an invalid argument like commander reports an invalid option. */
function parsed<T>(command: Command, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidArgumentError) return command.error(`error: ${error.message}`);
    throw error;
  }
}

/** Returns a command for a running server, with the options that name the server. */
export function localServerCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option(
      '--endpoint <host:port>',
      'endpoint of the server; default: BIGTABLE_EMULATOR_HOST, or the instance of this folder',
      endpoint,
    )
    .option('--data-dir <folder>', 'data folder of the server (TIDEMARK_DATA_DIR)')
    .option('--json', 'print the answer as JSON');
}

function fault(name: string, description: string): Command {
  return localServerCommand(name, description)
    .option('--instance <id>', 'change only this instance; default: all')
    .option(
      '--for <duration>',
      'end the fault after this time; default: it stays until it is ended',
      lifetime,
    );
}

/** Returns the scope of a fault for the control API, in which null stands for absent. */
const scope = ({ instance, for: forMs }: FaultFlags) => ({
  instance: instance ?? null,
  forMs: forMs ?? null,
});

/** Returns the change for the control API, in which null stands for absent. */
function linkChange(flags: LagFlags): control.ILinkChange {
  return {
    delayMs: flags.delay ?? null,
    jitterMs: flags.jitter ?? null,
    bytesPerSecond: flags.bandwidth ?? null,
    dropRate: flags.drop ?? null,
    retryMs: flags.retry ?? null,
    reorderRows: flags.reorder ?? null,
    reorderWithinRow: flags.reorderWithinRow ?? null,
  };
}

async function run(
  flags: FaultFlags,
  done: string,
  change: (client: ControlClient) => Promise<readonly string[]>,
): Promise<void> {
  const changed = await withControl(flags, change);
  if (flags.json === true) return print(JSON.stringify({ changed }));
  for (const label of changed) print(`${done}: ${label}`);
}

const examples = (...commands: readonly string[]): string =>
  [
    '',
    commands.length === 1 ? 'Example:' : 'Examples:',
    ...commands.map((each) => `  tidemark local ${each}`),
  ].join('\n');

/** Parses `--for`. Rejects 0, which the server would take for "until it is ended". */
function lifetime(text: string): number {
  const ms = parseDuration(text);
  if (ms === 0)
    throw new InvalidArgumentError(
      'Must be more than 0. Without the option, the fault stays until it is ended.',
    );
  return ms;
}

function endpoint(text: string): string {
  if (hostPort.parse(text) === undefined) throw new InvalidArgumentError('Must have the form host:port.');
  return text;
}
