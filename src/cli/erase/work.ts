import { Command, Option } from 'commander';
import type { Config } from '../../config/index';
import { describeFailure, TidemarkError } from '../../errors';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import type { ErasureTally } from '../../operations/privacy/erasure-tally';
import type { ErasureWorker } from '../../operations/privacy/erasure-worker';
import { erasureMetrics } from '../../operations/privacy/privacy-metrics';
import { createLogger, loggerOptionsOf } from '../../platform/telemetry/logger';
import { sleep, systemClock } from '../../platform/time/clock';
import { CommandAdmin } from '../shared/command-admin';
import { openTelemetry } from '../shared/command-telemetry';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { integerBetween, parseDuration } from '../shared/units';
import { workerOption } from '../shared/worker-option';
import { openErasure, openErasureWorker, type ErasureStores } from './open-erasure';
import { showSubjectProgress } from './progress';

interface WorkFlags {
  readonly once?: boolean;
  /** Milliseconds. */
  readonly interval?: number;
  readonly untilDone?: boolean;
  readonly worker: WorkerShare;
  readonly subjectsPerSecond: number;
  readonly json?: boolean;
}

const HELP = `
Each round takes the open erasures and withdrawals of the ledger: it hides what is only requested, deletes, waits until nothing
that was derived from the data can arrive any more, deletes again, reads every cluster, and issues the certificates. An erasure
therefore takes two rounds or more. The command can be killed at any moment, and several workers may run: every step may be
repeated. Users who are moving between placements wait. The worker also advances the markers of the tables, by which every process
recognises a table that comes from a backup: it is not served until "tidemark erase replay".

Examples:
  tidemark erase work --interval 10s       run a worker until it is stopped
  tidemark erase work --until-done         run rounds until nothing is open, and end
  tidemark erase work --worker 2/4         run one round as the second of four workers`;

/** Returns `tidemark erase work`, which completes erasures and withdrawals. */
export function eraseWorkCommand(): Command {
  return new Command('work')
    .description('Complete requested erasures and withdrawals: delete, verify every cluster, certify.')
    .addOption(
      new Option('--once', 'run one round and end; the default').conflicts(['interval', 'untilDone']),
    )
    .option('--interval <duration>', 'run periodically until stopped: 10s, 1m', parseDuration)
    .addOption(new Option('--until-done', 'run rounds until nothing is open').conflicts('interval'))
    .addOption(workerOption('process the i-th of n shares of the erasures'))
    .option(
      '--subjects-per-second <users>',
      'maximum number of users whose erasure begins per second; 0 for no limit',
      integerBetween(0, 1_000_000),
      0,
    )
    .option('--json', 'print a summary of each round as one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runWork));
}

async function runWork(run: CommandRun, flags: WorkFlags): Promise<ExitCode> {
  const { resources } = run;
  const config = loadCommandConfig();
  const admin = new CommandAdmin(resources);
  const telemetry = await openTelemetry(resources, config, 'eraser');
  const metrics = erasureMetrics(telemetry.metrics, systemClock);
  const stores = openErasure(config, resources, telemetry);
  const { subjectsPerSecond } = flags;
  const worker = openErasureWorker(config, stores, { subjectsPerSecond });
  const advanceMarkers = markerAdvance(stores, config.privacy);
  const signal = run.interruptSignal();
  stores.serving.start({ isPrimary: false });
  stores.batch.start();
  await stores.serving.warmUp({ timeoutMs: config.privacy.callTimeoutMs });
  if (flags.interval !== undefined) {
    const logger = createLogger({ ...loggerOptionsOf(config.telemetry), destination: 'stderr' });
    await admin.open({ config, stores: [stores.serving, stores.batch], telemetry, logger });
  }
  signal.addEventListener('abort', () => admin.drain());
  const round: RoundToShow = { share: flags.worker, show: tallyPrinter(flags) };
  for (;;) {
    const startedMs = systemClock.monotonicMs();
    const tally = await runRound(worker, round, signal);
    if (signal.aborted) return EXIT_CODES.interrupted;
    if (tally !== undefined) metrics.onRound(tally);
    if (flags.worker.index === 0) await advanceMarkers(signal);
    if (signal.aborted) return EXIT_CODES.interrupted;
    const isDone = tally !== undefined && tally.certified === tally.open;
    const intervalMs = flags.untilDone === true && !isDone ? UNTIL_DONE_INTERVAL_MS : flags.interval;
    if (intervalMs === undefined) return hasFailed(tally) ? EXIT_CODES.failed : EXIT_CODES.ok;
    const leftMs = startedMs + intervalMs - systemClock.monotonicMs();
    await sleep(systemClock, Math.max(0, leftMs), signal).catch(() => undefined);
    if (signal.aborted) return EXIT_CODES.interrupted;
  }
}

/** Time between the starts of two rounds with `--until-done`, in milliseconds. */
const UNTIL_DONE_INTERVAL_MS = 1_000;

/**
 * Returns what advances the markers of the tables of users from time to time, so that a table that comes back from a backup
 * is recognised. A failure is printed: the next round tries again.
 */
function markerAdvance(
  { certifyTables }: ErasureStores,
  { callTimeoutMs: timeoutMs, markerAdvanceMs }: Config['privacy'],
): (signal: AbortSignal) => Promise<void> {
  let dueAtMs = -Infinity;
  return async (signal) => {
    if (systemClock.monotonicMs() < dueAtMs) return;
    try {
      const { restored } = await certifyTables.advance({ timeoutMs, signal });
      for (const table of restored)
        printError(`tidemark: table "${table}" was restored and is not served: run "tidemark erase replay"`);
      dueAtMs = systemClock.monotonicMs() + markerAdvanceMs;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof TidemarkError)) throw error;
      printError(describeFailure(error));
    }
  };
}

interface RoundToShow {
  readonly share: WorkFlags['worker'];
  readonly show: (tally: ErasureTally) => void;
}

/** Returns what prints the tally of a round. With `--until-done`, a round each second, a line is printed once it has changed. */
function tallyPrinter({ json, untilDone }: WorkFlags): RoundToShow['show'] {
  let last: string | undefined;
  return (tally) => {
    if (json === true) return print(JSON.stringify(tally));
    const line = lineOf(tally);
    if (untilDone === true && line === last) return;
    last = line;
    print(line);
  };
}

/** Returns undefined if the round has failed as a whole: then the next one tries again. */
async function runRound(
  worker: ErasureWorker,
  { share, show }: RoundToShow,
  signal: AbortSignal,
): Promise<ErasureTally | undefined> {
  let display: ReturnType<typeof showSubjectProgress> | undefined;
  try {
    const tally = await worker.round({
      worker: share,
      signal,
      onProgress: (progress) => {
        display ??= showSubjectProgress('erasing', progress.open, systemClock);
        const { certified, waiting } = progress;
        display.update(certified + waiting, `${certified} certified, ${waiting} waiting`);
      },
    });
    display?.stop();
    show(tally);
    for (const [code, failure] of Object.entries(tally.failures))
      printError(`tidemark: ${failure.count} failed: ${failure.example} [${code}]`);
    return tally;
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof TidemarkError) || !error.retryable) throw error;
    printError(describeFailure(error));
    return undefined;
  } finally {
    display?.stop();
  }
}

const hasFailed = (tally: ErasureTally | undefined): boolean =>
  tally === undefined || tally.failed + tally.remaining > 0;

function lineOf({
  open,
  hidden,
  certified,
  waiting,
  moving,
  elsewhere,
  remaining,
  failed,
}: ErasureTally): string {
  const parts = [`${open} open`, `${hidden} hidden`, `${certified} certified`, `${waiting} waiting`];
  if (moving > 0) parts.push(`${moving} moving`);
  if (elsewhere > 0) parts.push(`${elsewhere} of other regions`);
  if (remaining > 0) parts.push(`${remaining} with data that keeps arriving`);
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(', ');
}
