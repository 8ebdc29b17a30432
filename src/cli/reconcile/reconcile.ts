import { Command, Option } from 'commander';
import { loadSchema } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { parseDay } from '../../core/time/calendar-day';
import { parseSketches } from '../../core/campaign-counts/parse-campaign-count-query';
import { canonicalId } from '../../core/events/ids';
import type { SketchDeclaration } from '../../core/schema/schema';
import { DEFAULTS } from '../../config/defaults';
import { describeFailure, invalidArgument, TidemarkError } from '../../errors';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { withResources } from '../../platform/tasks/resources';
import { createTelemetry } from '../../platform/telemetry/telemetry';
import { loadCommandConfig, openBatchReads, type BatchConnection } from '../shared/connection';
import { ReconciliationExport } from './export';
import { RECONCILIATION_EXPORT_FORMATS, type ReconciliationExportFormat } from './formats';
import { reconciliationMetrics } from './metrics';
import { comparisonJson, comparisonTable, reconciliationLines, type ReconciliationSummary } from './report';
import { Reconciliation, type ReconciliationResult } from './run';
import { print, printError } from '../shared/terminal';
import { positiveIntegerUpTo } from '../shared/units';
import { workerOption } from '../shared/worker-option';

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

const EXIT_DIFFERS = 3;
const EXIT_INTERRUPTED = 130;
const SIGMA_MAX = 100;
const NOT_APART =
  'tidemark: there is no cluster for batch work: those that serve requests are read for this recount as well';

const HELP = `
Counts the dedup keys that have an event in the day, user by user, and holds them against what the sketches say. It changes nothing.
Ends with 0 when all agree, 3 when some sketch is further off than its error lets it be, 1 when there is no telling, and 130 when
it was interrupted.

Examples:
  tidemark reconcile --day 2026-11-21                                 who differs, if anybody does
  tidemark reconcile --day 2026-11-21 --hours --export day.parquet    each number, for a warehouse
  tidemark reconcile --day 2026-11-21 --worker 3/8 --checkpoint 3.recount
                                                                      the third of eight workers
  tidemark reconcile --day 2026-11-21 --parts *.recount               what eight workers have counted`;

/** `tidemark reconcile`: exact counts of a day from the user event log, beside those of the sketches. */
export function reconcileCommand(): Command {
  return new Command('reconcile')
    .description('Recount a day exactly from the users’ events, and hold the counts of campaigns against it.')
    .requiredOption('--day <date>', 'such as 2026-11-21, by the time zone that the counts are declared with')
    .option('--data-type <family>', 'default: the one whose events are counted over all users')
    .option('--level <level>', 'whose counts: campaign, if nothing is said')
    .option('--campaign <id...>', 'these alone; default: all that have events, and all that are registered')
    .option('--hours', 'compare the hours as well')
    .option(
      '--sigma <number>',
      'how many standard errors an estimate may be off',
      positiveIntegerUpTo(SIGMA_MAX),
      DEFAULTS.reconciliation.sigmas,
    )
    .addOption(workerOption('count the i-th of n shares of the users'))
    .option('--checkpoint <file>', 'note there what was counted, and go on from there')
    .option('--restart', 'begin anew, whatever the checkpoint says')
    .addOption(
      new Option('--parts <file...>', 'compare what workers have counted').conflicts([
        'checkpoint',
        'restart',
      ]),
    )
    .option('--export <file>', 'write every comparison there')
    .addOption(
      new Option('--format <format>', 'of the export; default: by the name').choices(
        RECONCILIATION_EXPORT_FORMATS,
      ),
    )
    .option('--all', 'show every comparison, and not only what is to be looked into')
    .option('--json', 'print the result as one JSON object')
    .addHelpText('after', HELP)
    .action(runReconcile);
}

async function runReconcile(flags: ReconcileFlags): Promise<void> {
  refuseImpossible(flags);
  const config = loadCommandConfig();
  const { sketch, family } = declarationOf(flags, config);
  const only = flags.campaign?.map((id) => canonicalId(id, sketch.level.dimension.idType, 'campaign'));
  const day = parseDay(flags.day, sketch.timeZone);
  await withResources(async (resources) => {
    const telemetry = resources.add(await createTelemetry(config.telemetry, 'reconciler'), (each) =>
      each.shutdown(),
    );
    const connection = openBatchReads(config, family, { telemetry });
    resources.defer(() => connection.store.close());
    if (connection.workload === 'serving') printError(NOT_APART);
    connection.store.start();
    const interrupt = new AbortController();
    const onInterrupt = (): void => interrupt.abort(new Error('interrupted'));
    process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
    resources.defer(() => process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt));
    try {
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
        ...(only && { campaignIds: new Set(only) }),
        ...(flags.checkpoint !== undefined && { checkpoint: flags.checkpoint }),
        ...(flags.parts !== undefined && { parts: flags.parts }),
        ...(output !== undefined && { output }),
      });
      const result = await reconciliation.run(interrupt.signal);
      report(result, flags, { connection, sketch });
      process.exitCode = exitCodeOf(result.summary);
    } catch (error) {
      // What else goes wrong then, as with the checkpoint that the next run is to go on from, is told as ever.
      if (!interrupt.signal.aborted || !isCancelled(error)) throw error;
      process.exitCode = EXIT_INTERRUPTED;
    }
  });
}

function isCancelled(error: unknown): boolean {
  return error instanceof TidemarkError && error.code === 'client_closed_request';
}

function refuseImpossible({ worker, checkpoint, parts, export: file, format }: ReconcileFlags): void {
  if (format !== undefined && file === undefined) throw invalidArgument('format', 'needs --export');
  if (worker.count === 1) return;
  if (parts !== undefined)
    throw invalidArgument('parts', 'are compared by nobody in particular: leave out --worker');
  if (checkpoint === undefined)
    throw invalidArgument('checkpoint', 'is where a worker leaves what it has counted');
  if (file !== undefined)
    throw invalidArgument('export', 'goes with --parts: a share has nothing to compare');
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

function report(
  { summary, comparisons, exported, error }: ReconciliationResult,
  { day, worker, json, export: path }: ReconcileFlags,
  { connection, sketch }: { readonly connection: BatchConnection; readonly sketch: SketchDeclaration },
): void {
  const { dataType, workload } = connection;
  const of = { day, timeZone: sketch.timeZone, dataType: dataType.family, level: sketch.level.name };
  if (json === true) {
    const share = `${worker.index + 1}/${worker.count}`;
    const shown = { comparisons: comparisons.map(comparisonJson), ...(exported && { exported }) };
    print(JSON.stringify({ ...of, worker: share, workload, ...summary, ...shown, ...(error && { error }) }));
  } else {
    const title = `${day} (${sketch.timeZone}), ${dataType.family} by ${sketch.level.name}`;
    reconciliationLines(summary, title).forEach((line) => print(line));
    const { linesShownMax } = DEFAULTS.reconciliation;
    if (comparisons.length > 0) print(`\n${comparisonTable(comparisons.slice(0, linesShownMax))}`);
    const left = comparisons.length - linesShownMax;
    if (left > 0) print(`and ${left} more: --export has all`);
    if (exported !== undefined) print(`\n${path}: ${exported.rows} rows, ${exported.bytes} bytes`);
  }
  if (error !== undefined) printError(describeFailure(new TidemarkError(error.code, error.message)));
}

function exitCodeOf({ status }: ReconciliationSummary): number {
  if (status === 'interrupted') return EXIT_INTERRUPTED;
  if (status === 'differs') return EXIT_DIFFERS;
  return status === 'agrees' || status === 'counted' ? 0 : 1;
}
