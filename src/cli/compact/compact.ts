import { Command, Option } from 'commander';
import { DEFAULTS } from '../../config/defaults';
import type { Config } from '../../config/index';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { createLogger, loggerOptionsOf } from '../../platform/telemetry/logger';
import { systemClock } from '../../platform/time/clock';
import { CommandAdmin } from '../shared/command-admin';
import { openTelemetry } from '../shared/command-telemetry';
import { loadCommandConfig, openBatchTypes, warnWithoutBatchCluster } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { integerBetween, parseDuration } from '../shared/units';
import { workerOption } from '../shared/worker-option';
import { compactionMetrics } from './metrics';
import { CompactionRounds, type CompactionRoundsOptions } from './rounds';

interface CompactFlags {
  readonly dataType?: string;
  readonly once?: boolean;
  /** Milliseconds. */
  readonly interval?: number;
  readonly worker: WorkerShare;
  readonly rowsPerSecond: number;
  readonly rowsInFlight: number;
  /** Milliseconds. */
  readonly grace: number;
  readonly openDayEvents: number;
  readonly checkpoint?: string;
  readonly restart?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const HELP = `
Queries then read one block for each day, and later for each week, instead of one cell for each event. Counts are the same
before, during and after. The command can run at any time, as often as you like and with as many workers as you like. It can
be killed at any moment. A later round packs events that arrive late. Days with many events of one user are packed before
they are over: run rounds every hour or more often.

Examples:
  tidemark compact                               run one round
  tidemark compact --interval 1h --json          run a round every hour, with one line of JSON for each
  tidemark compact --worker 3/8                  run as the third of eight workers that share the table
  tidemark compact --dry-run                     show what there is to pack`;

/** Returns `tidemark compact`, which packs events into action blocks. */
export function compactCommand(): Command {
  const { graceMs, openDayEventsMin, rowsInFlight } = DEFAULTS.compaction;
  return new Command('compact')
    .description('Pack events into blocks, which are faster to read. Counts stay the same.')
    .option('--data-type <family>', 'event DataType to pack; default: all')
    .addOption(new Option('--once', 'run one round and end; the default').conflicts('interval'))
    .option('--interval <duration>', 'run periodically until stopped: 10m, 1h', parseDuration)
    .addOption(workerOption('process the i-th of n shares of the rows'))
    .option(
      '--rows-per-second <rows>',
      'maximum number of rows read per second; 0 for no limit',
      integerBetween(0, 10_000_000),
      0,
    )
    .option('--rows-in-flight <rows>', 'rows packed at the same time', integerBetween(1, 256), rowsInFlight)
    .option(
      '--grace <duration>',
      'time after the end of a day before it is packed (default: 6h)',
      parseDuration,
      graceMs,
    )
    .option(
      '--open-day-events <events>',
      'events of a user from which a day is packed before it is over; 0: never',
      integerBetween(0, 1_000_000),
      openDayEventsMin,
    )
    .option('--checkpoint <file>', 'save progress to this file and resume from it')
    .option('--restart', 'ignore the checkpoint and start over')
    .option('--dry-run', 'change nothing')
    .option('--json', 'print a summary of each round and DataType as one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runCompact, { optionNames: { checkpoint: '--checkpoint' } }));
}

async function runCompact(run: CommandRun, flags: CompactFlags): Promise<ExitCode> {
  const { resources } = run;
  const config = loadCommandConfig();
  const admin = new CommandAdmin(resources);
  const telemetry = await openTelemetry(resources, config, 'compactor');
  const connections = openBatchTypes(config, flags.dataType, { resources, telemetry });
  warnWithoutBatchCluster(connections);
  const stores = new Set(connections.map(({ store }) => store));
  stores.forEach((store) => store.start());
  const signal = run.interruptSignal();
  const metrics = compactionMetrics(telemetry.metrics, systemClock);
  // A single round ends before anything scrapes or probes it.
  if (flags.interval !== undefined) {
    const logger = createLogger({ ...loggerOptionsOf(config.telemetry), destination: 'stderr' });
    await admin.open({ config, stores, telemetry, logger });
  }
  signal.addEventListener('abort', () => admin.drain());
  const { tracing } = telemetry;
  const rounds = new CompactionRounds(optionsOf(flags, config), { connections, metrics, tracing });
  const hasFailed = await rounds.run(signal);
  if (signal.aborted) return EXIT_CODES.interrupted;
  return hasFailed ? EXIT_CODES.failed : EXIT_CODES.ok;
}

function optionsOf(flags: CompactFlags, config: Config): CompactionRoundsOptions {
  return {
    worker: flags.worker,
    rowsPerSecond: flags.rowsPerSecond,
    intervalMs: flags.interval,
    checkpoint: flags.checkpoint,
    dryRun: flags.dryRun === true,
    json: flags.json === true,
    restart: flags.restart === true,
    limits: {
      ...config.bigtable,
      ...config.compaction,
      replicationLagMaxMs: config.consistency.replicationLagMaxMs,
      rowsInFlight: flags.rowsInFlight,
      graceMs: flags.grace,
      openDayEventsMin: flags.openDayEvents,
    },
  };
}
