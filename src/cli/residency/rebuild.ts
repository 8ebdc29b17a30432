import { Command, Option } from 'commander';
import { describeFailure, TidemarkError } from '../../errors';
import { readOpenWaves } from '../../operations/residency/rebuild/open-waves';
import {
  rebuildDirectory,
  type RebuildDependencies,
  type RebuildJob,
  type RebuildPosition,
  type RebuildResult,
} from '../../operations/residency/rebuild/rebuild-directory';
import { rebuildParts } from '../../operations/residency/rebuild/rebuild-parts';
import type { RebuildTally } from '../../operations/residency/rebuild/rebuild-tally';
import type { Config } from '../../config/index';
import { CheckpointFile } from '../../platform/files/checkpoint-file';
import { systemClock } from '../../platform/time/clock';
import { RowRate } from '../../routing/admission/row-rate';
import { storeNameOf } from '../../store/token-keys';
import { confirm } from '../shared/confirm';
import {
  loadCommandConfig,
  openPlacements,
  warnWithoutBatchCluster,
  type PlacementsConnection,
} from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { integerBetween } from '../shared/units';
import { showRebuildProgress } from './rebuild-progress';
import { RebuildReport } from './rebuild-report';

interface RebuildFlags {
  readonly rowsPerSecond: number;
  readonly checkpoint?: string;
  readonly restart?: boolean;
  readonly dryRun?: boolean;
  readonly hash?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const HELP = `
For a location directory that was restored from a backup: its entries are older than the rows, so users who have moved since, or are new,
would seem to have no data. The command finds where each user is by the rows of all placements, and by what movers have left beside them:
the highest epoch counts. A user whose rows no mover has touched is where the rows are. It changes entries only, by transactions.

No process may serve users of placements before it has ended. Restore the directory into an instance that no process uses yet, run this
command with a topology that names it, and give that topology to the processes afterwards. Until it has ended, the directory is marked:
processes that follow it answer directory_rebuilding, and moves fail. An interrupted rebuild leaves the mark: run it again.

Exit codes: 0, the directory is complete; 3, some users are undecided; 1, the rebuild failed; 130, it was interrupted.

Examples:
  tidemark residency rebuild --dry-run                   show what would change
  tidemark residency rebuild --checkpoint rebuild.json   rebuild, and resume from the file after an interruption`;

/** Returns `tidemark residency rebuild`, which repairs a directory that was restored from a backup. */
export function residencyRebuildCommand(): Command {
  return new Command('rebuild')
    .description('Rebuild the location directory from the rows, after it was restored from a backup.')
    .option('--dry-run', 'show what would change, and change nothing')
    .option(
      '--rows-per-second <rows>',
      'maximum number of rows read per second; 0 for no limit',
      integerBetween(0, 10_000_000),
      0,
    )
    .option('--checkpoint <file>', 'save progress to this file and resume from it')
    .option('--restart', 'ignore the checkpoint and start over')
    .addOption(new Option('--hash', 'show names of objects in the directory instead of their ids'))
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print one JSON object per line: users whose entries change, and a summary')
    .addHelpText('after', HELP)
    .action(commandAction(runRebuild, { optionNames: { checkpoint: '--checkpoint' } }));
}

const QUESTION =
  'The location directory will be marked as being rebuilt: requests for users of placements fail until the rebuild has ended. Go on?';

async function runRebuild(run: CommandRun, flags: RebuildFlags): Promise<ExitCode> {
  const config = loadCommandConfig();
  const connection = openPlacements(config, { resources: run.resources });
  const { residency, store } = connection;
  residency.subjects.checkServed([...residency.rules().placements.keys()]);
  const dryRun = flags.dryRun === true;
  const file =
    flags.checkpoint === undefined || dryRun ? undefined : checkpointOf(flags.checkpoint, connection);
  if (flags.restart === true) file?.remove();
  if (!dryRun && !(await confirm(QUESTION, flags))) {
    print('Nothing was changed.');
    return EXIT_CODES.ok;
  }
  warnWithoutBatchCluster([connection]);
  store.start();
  const signal = run.interruptSignal();
  const limits = config.residencyAudit;
  const report = new RebuildReport({
    json: flags.json === true,
    hash: flags.hash === true,
    dryRun,
    ...limits,
  });
  const display = showRebuildProgress(systemClock, limits.progressIntervalMs);
  const checkpoint = file?.load();
  let savedMs = -Infinity;
  const job: RebuildJob = {
    dryRun,
    position: checkpoint === undefined ? undefined : positionOf(checkpoint),
    tally: checkpoint?.tally,
    signal,
    onRecord: (record) => report.record(record),
    onSettled({ table, after }, progress) {
      display.update(progress);
      if (systemClock.monotonicMs() - savedMs < limits.checkpointIntervalMs) return;
      savedMs = systemClock.monotonicMs();
      file?.save({ table, after: after.toString('base64'), tally: progress.tally });
    },
  };
  try {
    const result = await rebuildDirectory(dependenciesOf(config, connection, flags), job);
    display.stop();
    report.print(result);
    return exitCodeOf(result, file);
  } finally {
    display.stop();
  }
}

function exitCodeOf({ status, error, tally }: RebuildResult, file: RebuildFile | undefined): ExitCode {
  if (error !== undefined) printError(describeFailure(new TidemarkError(error.code, error.message)));
  if (status === 'interrupted') return EXIT_CODES.interrupted;
  if (status === 'failed') return EXIT_CODES.failed;
  file?.remove();
  return tally.undecided + tally.corrupted > 0 ? EXIT_CODES.differs : EXIT_CODES.ok;
}

function dependenciesOf(
  config: Config,
  { residency, store }: PlacementsConnection,
  { rowsPerSecond }: RebuildFlags,
): RebuildDependencies {
  const { directory, feed, subjects } = residency;
  const { reader, scanner, transactionsOf } = store.tables;
  const rules = residency.rules();
  const limits = { ...config.residencyAudit, leaseMs: config.directory.leaseMs };
  const directoryScanner = residency.scanner;
  return {
    rules,
    reader,
    scanner,
    directory,
    feed,
    limits,
    clock: systemClock,
    rate: new RowRate(rowsPerSecond),
    parts: rebuildParts({ rules, subjects, directory, scanner, directoryScanner, limits }),
    openWaves: (call) => readOpenWaves({ rules, scanner, transactionsOf }, call),
    subjectOf: ({ group }, rowKey) => {
      const known = rules.groups.get(group);
      return known === undefined ? undefined : subjects.of(known, rowKey);
    },
  };
}

/** Progress of a rebuild, as in its checkpoint. */
interface RebuildCheckpoint {
  readonly table: string;
  /** Key of the last row that is done, as base64. */
  readonly after: string;
  readonly tally: RebuildTally;
}

type RebuildFile = CheckpointFile<RebuildCheckpoint>;

const positionOf = ({ table, after }: RebuildCheckpoint): RebuildPosition => ({
  table,
  after: Buffer.from(after, 'base64'),
});

const checkpointOf = (path: string, { store, residency }: PlacementsConnection): RebuildFile =>
  new CheckpointFile({
    path,
    identity: [storeNameOf(store.topology), ...residency.rules().placements.keys()].join(' '),
    option: 'checkpoint',
    scope: 'store or set of placements',
    isContent: ({ table, after, tally }) =>
      typeof table === 'string' && typeof after === 'string' && typeof tally === 'object' && tally !== null,
  });
