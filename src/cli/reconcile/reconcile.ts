import { Command, Option } from 'commander';
import { loadSchema } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { countOf } from '../../core/shared/count-of';
import { parseDay } from '../../core/time/calendar-day';
import { parseSketches } from '../../core/campaign-counts/parse-campaign-count-query';
import { canonicalId } from '../../core/events/ids';
import type { SketchDeclaration } from '../../core/schema/schema';
import { DEFAULTS } from '../../config/defaults';
import { describeFailure, invalidArgument, TidemarkError } from '../../errors';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { openTelemetry } from '../shared/command-telemetry';
import {
  loadCommandConfig,
  openBatchReads,
  warnWithoutBatchCluster,
  type BatchConnection,
} from '../shared/connection';
import { ReconciliationExport } from './export';
import { RECONCILIATION_EXPORT_FORMATS, type ReconciliationExportFormat } from './formats';
import { reconciliationMetrics } from './metrics';
import { comparisonJson, comparisonTable, reconciliationLines, type ReconciliationSummary } from './report';
import { Reconciliation, type ReconciliationResult } from './run';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { integerBetween } from '../shared/units';
import { formatWorkerShare, workerOption } from '../shared/worker-option';

interface ReconcileFlags {
  readonly day: string;
  readonly dataType?: string;
  readonly level?: string;
  readonly campaign?: readonly string[];
  readonly hours?: boolean;
  readonly sigma: number;
  readonly worker: WorkerShare;
  readonly checkpoint?: string;
  readonly restart?: boolean;
  readonly parts?: readonly string[];
  readonly export?: string;
  readonly format?: ReconciliationExportFormat;
  readonly all?: boolean;
  readonly json?: boolean;
}

const SIGMA_MAX = 100;

const HELP = `
Counts the dedup keys that have an event on the day, user by user, and compares them with the counts of the sketches. It changes
nothing. Exit codes: 0, all counts agree; 3, a sketch differs by more than its error bound; 1, the comparison is not possible;
130, the command was interrupted.

Examples:
  tidemark reconcile --day 2026-11-21                                 print the campaigns that differ
  tidemark reconcile --day 2026-11-21 --hours --export day.parquet    export every count, for a warehouse
  tidemark reconcile --day 2026-11-21 --worker 3/8 --checkpoint 3.recount
                                                                      count as the third of eight workers
  tidemark reconcile --day 2026-11-21 --parts *.recount               compare the counts of eight workers`;

/** Options by the field that an error of the reconciliation names. */
const OPTION_NAMES = {
  dataType: '--data-type',
  level: '--level',
  day: '--day',
  checkpoint: '--checkpoint',
  parts: '--parts',
  export: '--export',
};

/**
 * Returns `tidemark reconcile`, which compares the exact counts of a day, from the event log, with those of the
 * sketches.
 */
export function reconcileCommand(): Command {
  return new Command('reconcile')
    .description('Recount a day exactly from user events, and compare the campaign counts with the result.')
    .requiredOption(
      '--day <date>',
      'day to recount, e.g. 2026-11-21, in the time zone of the campaign counts',
    )
    .option('--data-type <family>', 'event DataType; default: the one that has campaign counts')
    .option('--level <level>', 'entity level of the counts; default: campaign')
    .option('--campaign <id...>', 'only these campaigns; default: all with events, and all registered ones')
    .option('--hours', 'compare each hour as well')
    .option(
      '--sigma <number>',
      'error bound of estimates, in standard errors',
      integerBetween(1, SIGMA_MAX),
      DEFAULTS.reconciliation.sigmas,
    )
    .addOption(workerOption('count the i-th of n shares of the users'))
    .option('--checkpoint <file>', 'save counts to this file and resume from it')
    .option('--restart', 'ignore the checkpoint and start over')
    .addOption(
      new Option('--parts <file...>', 'compare the counts in these files of workers').conflicts([
        'checkpoint',
        'restart',
      ]),
    )
    .option('--export <file>', 'file to write every comparison to')
    .addOption(
      new Option('--format <format>', 'format of the export; default: by the file name').choices(
        RECONCILIATION_EXPORT_FORMATS,
      ),
    )
    .option('--all', 'show every comparison, not only mismatches')
    .option('--json', 'print the result as one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runReconcile, { optionNames: OPTION_NAMES }));
}

async function runReconcile(run: CommandRun, flags: ReconcileFlags): Promise<ExitCode> {
  rejectConflictingFlags(flags);
  const { resources } = run;
  const config = loadCommandConfig();
  const { sketch, family } = declarationOf(flags, config);
  const ids = flags.campaign?.map((id) => canonicalId(id, sketch.level.dimension.idType, '--campaign'));
  const day = parseDay(flags.day, sketch.timeZone);
  const telemetry = await openTelemetry(resources, config, 'reconciler');
  const connection = openBatchReads(config, family, { resources, telemetry });
  warnWithoutBatchCluster([connection]);
  connection.store.start();
  const signal = run.interruptSignal();
  const output = exportOf(flags);
  resources.defer(() => output?.close());
  const reconciliation = new Reconciliation({
    config,
    connection,
    sketch,
    day,
    worker: flags.worker,
    sigmas: flags.sigma,
    hours: flags.hours === true,
    restart: flags.restart === true,
    all: flags.all === true,
    observer: reconciliationMetrics(telemetry.metrics),
    campaignIds: ids && new Set(ids),
    checkpoint: flags.checkpoint,
    parts: flags.parts,
    output,
  });
  resources.defer(reconciliation.lock());
  const result = await reconciliation.run(signal);
  printResult(result, flags, { connection, sketch });
  return exitCodeOf(result.summary);
}

function rejectConflictingFlags({ worker, checkpoint, parts, export: file, format }: ReconcileFlags): void {
  if (format !== undefined && file === undefined) throw invalidArgument('--format', 'needs --export');
  if (worker.count === 1) return;
  if (parts !== undefined) throw invalidArgument('--parts', 'cannot be combined with --worker');
  if (checkpoint === undefined)
    throw invalidArgument(
      '--checkpoint',
      'is required with --worker: the counts of the share are stored there',
    );
  if (file !== undefined)
    throw invalidArgument('--export', 'cannot be combined with --worker: use it with --parts');
}

function declarationOf(
  { dataType, level }: ReconcileFlags,
  config: Config,
): { readonly sketch: SketchDeclaration; readonly family: string } {
  const schema = loadSchema(config.schema);
  const rules = { eventTypes: schema.eventTypes(), eventDataType: schema.eventDataType.bind(schema) };
  const found = parseSketches(dataType, level, rules);
  return { sketch: found.sketches, family: found.dataType.family };
}

function exportOf({ export: path, format }: ReconcileFlags): ReconciliationExport | undefined {
  if (path === undefined) return undefined;
  const byName = /\.parquet$/i.test(path) ? 'parquet' : 'ndjson';
  return new ReconciliationExport(path, format ?? byName, DEFAULTS.reconciliation.exportRowsHeld);
}

function printResult(
  { summary, comparisons, exported, error }: ReconciliationResult,
  { day, worker, json, export: path }: ReconcileFlags,
  { connection, sketch }: { readonly connection: BatchConnection; readonly sketch: SketchDeclaration },
): void {
  const { dataType, workload } = connection;
  const scope = { day, timeZone: sketch.timeZone, dataType: dataType.family, level: sketch.level.name };
  if (json === true) {
    const shown = { comparisons: comparisons.map(comparisonJson), exported };
    print(
      JSON.stringify({
        ...scope,
        worker: formatWorkerShare(worker),
        workload,
        ...summary,
        ...shown,
        error,
      }),
    );
  } else {
    const title = `${day} (${sketch.timeZone}), ${dataType.family} by ${sketch.level.name}`;
    reconciliationLines(summary, title).forEach((line) => print(line));
    const { linesShownMax } = DEFAULTS.reconciliation;
    if (comparisons.length > 0) print(`\n${comparisonTable(comparisons.slice(0, linesShownMax))}`);
    const left = comparisons.length - linesShownMax;
    if (left > 0) print(`and ${left} more: --export writes all of them`);
    if (exported !== undefined) print(`\n${path}: ${countOf(exported.rows, 'row')}, ${exported.bytes} bytes`);
  }
  if (error !== undefined) printError(describeFailure(new TidemarkError(error.code, error.message)));
}

function exitCodeOf({ status }: ReconciliationSummary): ExitCode {
  if (status === 'interrupted') return EXIT_CODES.interrupted;
  if (status === 'differs') return EXIT_CODES.differs;
  return status === 'agrees' || status === 'counted' ? EXIT_CODES.ok : EXIT_CODES.failed;
}
