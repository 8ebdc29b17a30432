import { Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { systemClock } from '../../platform/time/clock';
import { createLogger } from '../../platform/telemetry/logger';
import { awaitAll, withResources, type Resources } from '../../platform/tasks/resources';
import { createTelemetry, type Telemetry } from '../../platform/telemetry/telemetry';
import type { Store } from '../../store/open-store';
import { compactionMetrics } from './metrics';
import { openCommandAdmin, type CommandAdmin } from '../shared/command-admin';
import { CompactionRounds, type CompactionRoundsOptions } from './rounds';
import { loadCommandConfig, openBatchTypes } from '../shared/connection';
import { printError } from '../shared/terminal';
import { parseDuration } from '../shared/units';
import { workerOption } from '../shared/worker-option';

interface CompactFlags {
  readonly dataType?: string;
  readonly once?: boolean;
  readonly interval?: number;
  readonly worker: WorkerShare;
  readonly rowsPerSecond: number;
  readonly rowsInFlight: number;
  readonly grace: number;
  readonly checkpoint?: string;
  readonly restart?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const EXIT_INTERRUPTED = 130;

const NOT_APART =
  'tidemark: there is no cluster for batch work: those that serve requests take this compaction as well';

const HELP = `
What queries read of a user shrinks from a cell for each event to a block for each day, and later for each week. Counts are
the same before, during and after. It may be run at any time, as often as you like, by as many workers as you like, and be
killed at any moment; what comes late is packed by a later round.

Examples:
  tidemark compact                               one round, then end
  tidemark compact --interval 1h --json          again and again, one line of JSON for each round
  tidemark compact --worker 3/8                  the third of eight workers that share the table
  tidemark compact --dry-run                     only look what there is to do`;

/** `tidemark compact`: the events of days that are over become action blocks. */
export function compactCommand(): Command {
  const { graceMs, rowsInFlight } = DEFAULTS.compaction;
  return new Command('compact')
    .description(
      'Pack the events of days that are over into blocks, which take less to read. Counts stay the same.',
    )
    .option('--data-type <family>', 'default: all that hold events')
    .addOption(new Option('--once', 'one round, then end; the default').conflicts('interval'))
    .option('--interval <duration>', 'a round each so often, until it is told to end: 10m, 1h', parseDuration)
    .addOption(workerOption('take the i-th of n shares of the rows'))
    .option('--rows-per-second <rows>', 'look through no more; 0 for no limit', whole(0, 10_000_000), 0)
    .option('--rows-in-flight <rows>', 'rows packed at once', whole(1, 256), rowsInFlight)
    .option('--grace <duration>', 'how long a day must have been over (default: 6h)', parseDuration, graceMs)
    .option('--checkpoint <file>', 'note there how far it got, and go on from there')
    .option('--restart', 'begin anew, whatever the checkpoint says')
    .option('--dry-run', 'change nothing')
    .option('--json', 'print a summary of each round and DataType as one JSON object')
    .addHelpText('after', HELP)
    .action(runCompact);
}

async function runCompact(flags: CompactFlags): Promise<void> {
  const config = loadCommandConfig();
  await withResources((resources) => compact(config, flags, resources));
}

async function compact(config: Config, flags: CompactFlags, resources: Resources): Promise<void> {
  let admin: CommandAdmin | undefined;
  resources.defer(() => admin?.close());
  const telemetry = resources.add(await createTelemetry(config.telemetry, 'compactor'), (each) =>
    each.shutdown(),
  );
  const connections = openBatchTypes(config, flags.dataType, { telemetry });
  if (connections.some(({ workload }) => workload === 'serving')) printError(NOT_APART);
  const stores = new Set(connections.map(({ store }) => store));
  resources.defer(() => awaitAll([...stores].map((store) => store.close())));
  stores.forEach((store) => store.start());
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  resources.defer(() => process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt));
  const settings: CompactionRoundsOptions = {
    ...flags,
    intervalMs: flags.interval,
    dryRun: flags.dryRun === true,
    json: flags.json === true,
    restart: flags.restart === true,
    limits: {
      ...config.bigtable,
      ...config.compaction,
      rowsInFlight: flags.rowsInFlight,
      graceMs: flags.grace,
    },
  };
  const metrics = compactionMetrics(telemetry.metrics, systemClock);
  if (flags.interval !== undefined) admin = await openAdmin(config, { stores, telemetry });
  interrupt.signal.addEventListener('abort', () => admin?.drain());
  const rounds = new CompactionRounds(settings, { connections, metrics, tracing: telemetry.tracing });
  const failed = await rounds.run(interrupt.signal);
  if (failed) process.exitCode = 1;
  if (interrupt.signal.aborted) process.exitCode = EXIT_INTERRUPTED;
}

/** For one that goes on: a single round is over before anybody asks. */
function openAdmin(
  config: Config,
  parts: { readonly stores: ReadonlySet<Store>; readonly telemetry: Telemetry },
): Promise<CommandAdmin> {
  const { logLevel: level, serviceName: service } = config.telemetry;
  const logger = createLogger({ level, service, destination: 'stderr' });
  return openCommandAdmin({ ...parts, config, logger });
}

function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`A whole number from ${min} to ${max}.`);
  };
}
