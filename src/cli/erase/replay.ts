import { Command } from 'commander';
import { DEFAULTS } from '../../config/defaults';
import { countOf } from '../../core/shared/count-of';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { replayLedger, type ReplayTally } from '../../operations/privacy/replay-ledger';
import { CheckpointFile } from '../../platform/files/checkpoint-file';
import { systemClock } from '../../platform/time/clock';
import { systemRandom } from '../../platform/random';
import { RowRate } from '../../routing/admission/row-rate';
import { ledgerKeysOf } from '../../store/privacy-keys';
import { storeNameOf } from '../../store/token-keys';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { integerBetween } from '../shared/units';
import { formatWorkerShare, workerOption } from '../shared/worker-option';
import { openErasure } from './open-erasure';
import { showSubjectProgress } from './progress';

interface ReplayFlags {
  readonly worker: WorkerShare;
  readonly rowsPerSecond: number;
  readonly checkpoint?: string;
  readonly restart?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Progress of a replay. */
interface ReplayCheckpoint {
  readonly corpus: string;
  /** Key of the last row that is done, as base64. */
  readonly after: string;
  readonly tally: ReplayTally;
}

const HELP = `
Run it after a restore of a personal corpus from a backup: no process serves the restored table before. It reads the keys of all rows,
matches the users with the ledger, hides again what was erased, records withdrawals again, and queues the deletion of the data:
"tidemark erase work" completes it. Data that users have created since their erasure stays. It can be interrupted and repeated. After
another restore, use --restart. The ledger has no deletions of objects and of single events: repeat those since the backup.

Examples:
  tidemark erase replay --dry-run                          count what a restore has taken back
  tidemark erase replay --checkpoint replay.json           replay, and resume after a stop
  tidemark erase replay --worker 2/4 --rows-per-second 20000`;

/** Returns `tidemark erase replay`, which applies the ledger again after a restore. */
export function eraseReplayCommand(): Command {
  return new Command('replay')
    .description('Apply all erasures and withdrawals of the ledger again, after a restore.')
    .addOption(workerOption('process the i-th of n shares of the rows'))
    .option(
      '--rows-per-second <rows>',
      'maximum number of rows read per second; 0 for no limit',
      integerBetween(0, 10_000_000),
      0,
    )
    .option('--checkpoint <file>', 'save progress to this file and resume from it')
    .option('--restart', 'ignore the checkpoint and start over')
    .option('--dry-run', 'count, and change nothing')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runReplay, { optionNames: { checkpoint: '--checkpoint' } }));
}

async function runReplay(run: CommandRun, flags: ReplayFlags): Promise<ExitCode> {
  const config = loadCommandConfig();
  const stores = openErasure(config, run.resources);
  const { ledger, hideSubject, serving, batch, sweeping, corpora, certifyTables } = stores;
  serving.start({ isPrimary: false });
  batch.start();
  await serving.warmUp({ timeoutMs: config.privacy.callTimeoutMs });
  const signal = run.interruptSignal();
  const dryRun = flags.dryRun === true;
  const { callTimeoutMs: timeoutMs } = config.privacy;
  const replay = dryRun ? undefined : await certifyTables.beginReplay(flags.worker, { timeoutMs, signal });
  const file =
    replay === undefined ? undefined : checkpointOf(flags, `${storeNameOf(serving.topology)} ${replay.id}`);
  const stored = file?.load();
  const display = showSubjectProgress('replaying', PER_MILLE, systemClock);
  try {
    const tally = await replayLedger(
      {
        ledger,
        hideSubject,
        keys: ledgerKeysOf(config.privacy)!,
        scanner: sweeping.scanner,
        reader: sweeping.reader,
        writer: sweeping.writer,
        awaitReplication: stores.admin.awaitReplication,
        tables: stores.tables,
        corpora,
        clock: systemClock,
        random: systemRandom,
        rate: new RowRate(flags.rowsPerSecond),
        limits: { ...config.privacy, rowsPerPage: DEFAULTS.privacy.replayRowsPerPage },
      },
      {
        worker: flags.worker,
        from: stored && { ...stored, after: Buffer.from(stored.after, 'base64') },
        dryRun,
        signal,
        onSettled({ corpus, after }, progress, share) {
          file?.save({ corpus, after: after.toString('base64'), tally: progress });
          display.update(
            Math.floor(share * PER_MILLE),
            `${corpus}: ${countOf(progress.rows, 'row')}, ${countOf(progress.matched, 'user')}`,
          );
        },
      },
    );
    display.stop();
    const waiting = await replay?.complete({ timeoutMs, signal });
    file?.remove();
    if (flags.json === true) print(JSON.stringify({ ...tally, dryRun, waiting }));
    else print(lineOf(tally, { waiting }));
    return EXIT_CODES.ok;
  } finally {
    display.stop();
  }
}

const PER_MILLE = 1_000;

function checkpointOf(
  { checkpoint: path, restart, worker }: ReplayFlags,
  store: string,
): CheckpointFile<ReplayCheckpoint> | undefined {
  if (path === undefined) return undefined;
  const identity = `${store} ${formatWorkerShare(worker)}`;
  const file = new CheckpointFile<ReplayCheckpoint>({
    path,
    identity,
    option: 'checkpoint',
    scope: 'store or worker',
  });
  if (restart === true) file.remove();
  return file;
}

/** `waiting`: tables that are not served before other workers have replayed their shares; undefined in a dry run. */
function lineOf(
  { rows, erased, withdrawn }: ReplayTally,
  { waiting }: { readonly waiting: readonly string[] | undefined },
): string {
  const verb = waiting === undefined ? 'would be' : 'were';
  const line = `${countOf(rows, 'row')}: ${countOf(erased, 'erasure')} and ${countOf(withdrawn, 'withdrawal')} ${verb} applied again`;
  if (waiting === undefined) return line;
  const served =
    waiting.length === 0
      ? 'the tables are served'
      : `${waiting.join(', ')} is served when the other workers have replayed their shares`;
  const next = erased + withdrawn > 0 ? '; "tidemark erase work" deletes the data' : '';
  return `${line}; ${served}${next}`;
}
