/** `tidemark local partition`, `lag`, …: what goes wrong in the running embedded Bigtable. */
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

export function faultCommands(): Command[] {
  return [
    ...linkCommands(),
    ...clusterCommands(),
    localServerCommand('reset', 'Take all faults back: what is left is the topology.').action(
      (flags: LocalServerFlags) => run(flags, 'Reset', (client) => client.reset()),
    ),
  ];
}

const PLACES = `
Places are regions or clusters: an id, or what it alone begins with ("eu" for europe-west1). Between two regions a change
concerns clients as well as replication, between clusters replication alone.
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
    fault('lag', 'Change how the links between two places behave; what is not named stays as it is.')
      .argument('<a>', 'region or cluster')
      .argument('[b]', 'region or cluster; default: all others')
      .option('--delay <duration>', 'one way', parseDuration)
      .option('--jitter <duration>', 'up to so much more, at random', parseDuration)
      .option('--bandwidth <bytes>', 'per second, as in 1MB, or "unlimited"', parseBandwidth)
      .option(
        '--drop <share>',
        'share of the transmissions that are lost and sent again: 0.1 or 10%',
        parseShare,
      )
      .option('--retry <duration>', 'how long the sender waits before it sends again', parseDuration)
      .option('--reorder', 'rows overtake each other, as jitter has it')
      .option('--no-reorder', 'rows arrive in order')
      .option('--reorder-within-row', 'commits of one row overtake each other as well')
      .option('--no-reorder-within-row', 'the commits of one row arrive in order')
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
    clusterCommand('stop-cluster', 'Stop a cluster: it serves nobody and takes no part in replication.', {
      example: 'stop-cluster eu-b --for 30s',
      done: 'Stopped',
      change: () => ({ stopped: true }),
    }),
    clusterCommand('start-cluster', 'Start a stopped cluster; what it has missed comes to it.', {
      example: 'start-cluster eu-b',
      done: 'Started',
      change: () => ({ stopped: false }),
    }),
    clusterCommand('slow <duration>', 'Let a cluster take so much longer for each request; 0 ends it.', {
      example: 'slow eu-b 100ms',
      done: 'Changed',
      change: (text) => ({ slowMs: parseDuration(text) }),
    }),
    clusterCommand('error-rate <share>', 'Let a share of the requests fail with UNAVAILABLE; 0 ends it.', {
      example: 'error-rate eu-b 20%',
      done: 'Changed',
      change: (text) => ({ errorRate: parseShare(text) }),
    }),
    clusterCommand('clock-skew <offset>', "Put a cluster's wall clock ahead (+) or back (-); 0 ends it.", {
      example: 'clock-skew eu-b +250ms',
      done: 'Changed',
      change: (text) => ({ clockSkewMs: parseSignedDuration(text) }),
    }).allowUnknownOption(), // An offset such as -250ms is not an option.
  ];
}

interface ClusterFault {
  readonly example: string;
  readonly done: string;
  readonly change: (text: string) => control.IClusterChange;
}

/** A command whose arguments are a cluster and, where it has one, a quantity. */
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

/** A bad argument is told as commander tells a bad option. */
function parsed<T>(command: Command, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidArgumentError) return command.error(`error: ${error.message}`);
    throw error;
  }
}

/** A command to a running server. */
export function localServerCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option(
      '--endpoint <host:port>',
      'the server; default: BIGTABLE_EMULATOR_HOST, or what runs in this folder',
      endpoint,
    )
    .option('--data-dir <folder>', 'the server that runs on this folder (TIDEMARK_DATA_DIR)')
    .option('--json', 'print the answer as JSON');
}

function fault(name: string, description: string): Command {
  return localServerCommand(name, description)
    .option('--instance <id>', 'only in this instance; default: in all')
    .option('--for <duration>', 'end it after this time; default: it stays until taken back', lifetime);
}

const scope = ({ instance, for: forMs }: FaultFlags): { instance?: string; forMs?: number } => ({
  ...(instance !== undefined && { instance }),
  ...(forMs !== undefined && { forMs }),
});

/** Null stands for absent. */
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

/** To the server, no time at all means for good: nobody who writes 0 means that. */
function lifetime(text: string): number {
  const ms = parseDuration(text);
  if (ms === 0) throw new InvalidArgumentError('It must be more than 0; leave it out for good.');
  return ms;
}

function endpoint(text: string): string {
  if (hostPort.parse(text) === undefined) throw new InvalidArgumentError('It has the form host:port.');
  return text;
}
