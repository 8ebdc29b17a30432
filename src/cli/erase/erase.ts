import { Command } from 'commander';
import { erasureJson } from '../../codec/answers/erasure-json';
import { countOf } from '../../core/shared/count-of';
import { describeFailure, TidemarkError } from '../../errors';
import { runBounded } from '../../platform/tasks/run-bounded';
import { sleep, systemClock } from '../../platform/time/clock';
import { RowRate } from '../../routing/admission/row-rate';
import { objectIdsFrom } from '../residency/object-ids';
import { openCommandAccessLog } from '../shared/command-access-log';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { integerBetween } from '../shared/units';
import { EraseCheckpoint } from './checkpoint';
import { openErasure } from './open-erasure';
import { showSubjectProgress } from './progress';
import { eraseReplayCommand } from './replay';
import { eraseStatusCommand } from './status';
import { eraseVerifyCommand } from './verify';
import { eraseWorkCommand } from './work';

interface EraseFlags {
  readonly file?: string;
  readonly subjectsPerSecond: number;
  readonly checkpoint?: string;
  readonly restart?: boolean;
  readonly json?: boolean;
}

/** Users that are hidden before the checkpoint is saved, and at the same time. */
const IDS_PER_PAGE = 200;
const IDS_IN_FLIGHT = 16;

const HELP = `
Records an erasure of each user in the ledger, and hides everything that is stored about them: no strict read shows it any more.
"tidemark erase work" then deletes the data, verifies every cluster and issues the certificates.

Examples:
  tidemark erase user-1                                   erase one user
  tidemark erase --file users.txt --checkpoint users.done erase the users of a file, one id per line, and resume after a stop
  tidemark erase work --interval 10s                      run a worker
  tidemark erase status user-1 --json > user-1.json       show the state, and the certificate
  tidemark erase verify user-1.json                       verify the certificate`;

/** Returns `tidemark erase`, which erases users. */
export function eraseCommand(): Command {
  return (
    new Command('erase')
      // Options after the name of a command below belong to that command.
      .enablePositionalOptions()
      .description('Erase users: hide, delete, verify every cluster, and certify it.')
      .argument('[ids...]', 'ids of users')
      .option('--file <file>', 'file with one id in each line; - reads standard input')
      .option(
        '--subjects-per-second <users>',
        'maximum number of users per second; 0 for no limit',
        integerBetween(0, 1_000_000),
        0,
      )
      .option('--checkpoint <file>', 'save progress to this file and resume from it')
      .option('--restart', 'ignore the checkpoint and start over')
      .option('--json', 'print one JSON object per user, as the API returns it')
      .addHelpText('after', HELP)
      .action(
        commandAction(runErase, {
          optionNames: { checkpoint: '--checkpoint', subjectId: '<id>' },
        }),
      )
      .addCommand(eraseWorkCommand())
      .addCommand(eraseStatusCommand())
      .addCommand(eraseVerifyCommand())
      .addCommand(eraseReplayCommand())
  );
}

async function runErase(run: CommandRun, given: readonly string[], flags: EraseFlags): Promise<ExitCode> {
  const ids = objectIdsFrom({ ids: given, file: flags.file });
  const config = loadCommandConfig();
  const { eraseSubject, serving, corpora } = openErasure(config, run.resources);
  const log = openCommandAccessLog(config, corpora, run.resources);
  await serving.warmUp({ timeoutMs: config.privacy.callTimeoutMs });
  serving.start({ isPrimary: false });
  const signal = run.interruptSignal();
  const checkpoint = new EraseCheckpoint(flags, ids);
  const rate = new RowRate(flags.subjectsPerSecond);
  const display = showSubjectProgress('erasing', ids.length, systemClock);
  let [erased, failed] = [0, 0];
  const eraseOne = async (id: string): Promise<void> => {
    const waitMs = rate.reserve(1, systemClock.monotonicMs());
    if (waitMs > 0) await sleep(systemClock, waitMs, signal);
    try {
      const call = { timeoutMs: config.privacy.callTimeoutMs, signal };
      const access = { operation: 'deleteSubject', kind: 'change', subjects: [id] } as const;
      const { entry } = await log.logged(access, () => eraseSubject({ userId: id }, call));
      erased += 1;
      if (flags.json === true) print(JSON.stringify(erasureJson(id, entry)));
    } catch (error) {
      if (signal.aborted || !(error instanceof TidemarkError)) throw error;
      failed += 1;
      printError(`${id}: ${describeFailure(error)}`);
    }
  };
  try {
    for (let at = checkpoint.done; at < ids.length; at += IDS_PER_PAGE) {
      const page = ids.slice(at, at + IDS_PER_PAGE);
      await runBounded(page, IDS_IN_FLIGHT, eraseOne);
      checkpoint.save(at + page.length);
      display.update(at + page.length, `${erased} hidden, ${failed} failed`);
    }
  } catch (error) {
    if (signal.aborted) return EXIT_CODES.interrupted;
    throw error;
  } finally {
    display.stop();
  }
  if (failed === 0) checkpoint.remove();
  if (flags.json !== true)
    print(
      `${countOf(erased, 'erasure')} requested and hidden, ${failed} failed; "tidemark erase work" completes them`,
    );
  return failed > 0 ? EXIT_CODES.failed : EXIT_CODES.ok;
}
