import { Command, Option } from 'commander';
import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import type { DataType } from '../../core/schema/schema';
import { describeFailure, invalidArgument, TidemarkError } from '../../errors';
import {
  exportObjectsFiles,
  type ObjectExportOptions,
  type ObjectExportSummary,
  type OpenedScan,
} from '../../ingest/objects/export-objects-files';
import { OBJECT_FORMATS, objectFormatOf, type ObjectFormat } from '../../ingest/objects/object-record';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { scannedNumbers, type ScannedNumbers } from '../../operations/generations/scan-generations';
import { createScanObjects, type ObjectScanSelection } from '../../operations/objects/scan-objects';
import { systemClock } from '../../platform/time/clock';
import { storeNameOf } from '../../store/token-keys';
import { openCommandAccessLog } from '../shared/command-access-log';
import {
  loadCommandConfig,
  openBatchTableReads,
  warnWithoutBatchCluster,
  type TableConnection,
} from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { integerBetween, parseByteCount } from '../shared/units';
import { formatWorkerShare, workerOption } from '../shared/worker-option';
import { showExportProgress } from './export-progress';
import { objectExportLines } from './report';
import {
  pinGenerations,
  requestedGenerations,
  selectedTypes,
  withGenerationsOption,
  type GenerationFlags,
} from './scan-generations';
import {
  selectionOf,
  SELECTION_OPTION_NAMES,
  withSelectionOptions,
  type SelectionFlags,
} from './selection-flags';

interface ExportFlags extends SelectionFlags, GenerationFlags {
  readonly output: string;
  readonly format?: ObjectFormat;
  readonly files?: number;
  readonly worker: WorkerShare;
  readonly filesInFlight: number;
  readonly pageSize: number;
  /** Path of the checkpoint file. Absent: beside the output. False: no checkpoint. */
  readonly checkpoint?: string | false;
  readonly restart?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const CHECKPOINT_SUFFIX = '.tidemark-checkpoint';

const HELP = `
A file appears under its name when the whole export is complete. Run the same command again to resume an interrupted one. What
erasures, deletions, consent and the retention hide is left out. Each object is read at a moment of its own. Of a DataType in
generations, one generation is exported: the one that is published when the export begins, or that of --generations. If it is
collected before the export ends, the export fails. With --worker, name it, so that all workers export the same one.

Formats: NDJSON, one cell per line; Parquet with the columns id, data_type, sub_type, timestamp, value (the serialized message)
and json; or length-delimited messages tidemark.v1.ObjectRecord. \`tidemark objects load\` reads all of them.

Examples:
  tidemark objects export users --output users.parquet
  tidemark objects export users --output users.ndjson --files 16 --data-types profile
  tidemark objects export users --output users.parquet --files 16 --worker 3/4    the third of four processes
  tidemark objects export users --output users.parquet --dry-run                  count, and write nothing

Limit the rate with TIDEMARK_BATCH_ROWS_PER_SECOND. Exit codes: 0, complete; 1, failed; 130, interrupted.`;

const OPTION_NAMES = {
  ...SELECTION_OPTION_NAMES,
  output: '--output',
  files: '--files',
  checkpoint: '--checkpoint',
};

/** Returns `tidemark objects export`, which writes the objects of a corpus to files, read from batch clusters. */
export function objectsExportCommand(): Command {
  const { filesMax, filesInFlight, pageBytes } = DEFAULTS.objectExport;
  const command = new Command('export')
    .description('Export objects to files, with all their versions.')
    .argument('<corpus>', 'corpus, such as users')
    .requiredOption('--output <file>', 'file to write; with --files, each file has its number in its name');
  return withGenerationsOption(withSelectionOptions(command, 'all'))
    .addOption(
      new Option(
        '--format <format>',
        'format of the files; default: by the file name, or else ndjson',
      ).choices(OBJECT_FORMATS),
    )
    .option(
      '--files <count>',
      'number of files, of all workers together; default: 1, or the number of workers',
      integerBetween(1, filesMax),
    )
    .addOption(workerOption('write the i-th of n shares of the files'))
    .option(
      '--files-in-flight <files>',
      'files written at the same time',
      integerBetween(1, 64),
      filesInFlight,
    )
    .option(
      '--page-size <bytes>',
      'size of the pages in which a file is written, which are row groups in Parquet (default: 8MiB)',
      parseByteCount,
      pageBytes,
    )
    .option('--checkpoint <file>', `file to save the progress to (default: <output>${CHECKPOINT_SUFFIX})`)
    .option('--no-checkpoint', 'save no progress')
    .option('--restart', 'ignore the checkpoint and start over')
    .option('--dry-run', 'count the cells and write nothing')
    .option('--json', 'print the summary as one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runExport, { optionNames: OPTION_NAMES }));
}

async function runExport(run: CommandRun, corpus: string, flags: ExportFlags): Promise<ExitCode> {
  const { resources } = run;
  const config = loadCommandConfig();
  const connection = openBatchTableReads(config, corpus, { resources });
  const { store, schema, workload } = connection;
  const selection = selectionOf(corpus, flags);
  const dataTypes = selectedTypes(schema, corpus, flags);
  checkWorkers(dataTypes, flags);
  warnWithoutBatchCluster([connection]);
  store.start();
  const signal = run.interruptSignal();
  const progress = resources.add(showExportProgress(corpus, systemClock), (each) => each.stop());
  const options = exportOptions(flags, storeNameOf(store.topology));
  const log = openCommandAccessLog(config, schema.corpora(), resources);
  const job = { operation: 'exportObjects', kind: 'read', dataTypes } as const;
  const summary = await log.loggedJob({ ...job, recordsOf: ({ cells }) => cells }, () =>
    exportObjectsFiles(
      { ...options, selection, signal, onProgress: progress.update },
      {
        openScan: (earlier) => openScan(connection, { config, corpus, flags, selection, earlier }),
        codecOf: (dataType) => schema.codec(schema.dataType(corpus, dataType)),
        clock: systemClock,
        limits: limitsOf(config, flags),
      },
    ),
  );
  progress.stop();
  const { dryRun } = options;
  const worker = formatWorkerShare(flags.worker);
  if (flags.json === true) print(JSON.stringify({ corpus, workload, dryRun, worker, ...summary }));
  else objectExportLines(summary, { corpus, dryRun }).forEach((line) => print(line));
  if (summary.error !== undefined)
    printError(describeFailure(new TidemarkError(summary.error.code, summary.error.message)));
  return exitCodeOf(summary);
}

interface ScanToOpen {
  readonly config: Config;
  readonly corpus: string;
  readonly flags: ExportFlags;
  readonly selection: ObjectScanSelection;
  readonly earlier: ScannedNumbers | undefined;
}

/** Opens the scan, of the generations that an earlier run of the export has read, if there was one. */
async function openScan(
  { store, schema }: TableConnection,
  { config, corpus, flags, selection, earlier }: ScanToOpen,
): Promise<OpenedScan> {
  const generations = await pinGenerations({ store, schema, config }, { corpus, flags, earlier }).catch(
    (error: unknown) => {
      const isGone = error instanceof TidemarkError && error.code === 'generation_not_found';
      throw isGone && earlier !== undefined ? goneSince(error) : error;
    },
  );
  const { visibleScanner: scanner } = store;
  const dependencies = { scanner, schema, clock: systemClock, limits: config.objects, generations };
  const scan = createScanObjects(dependencies, selection);
  return { scan, generations: generations.pins.size === 0 ? undefined : scannedNumbers(generations) };
}

const goneSince = (cause: TidemarkError): TidemarkError =>
  new TidemarkError(cause.code, `${cause.message}, since the export began: add --restart`, {
    field: 'generations',
    cause,
  });

/** Workers start at different moments. Throws `invalid_argument` unless all of them read the same generations. */
function checkWorkers(dataTypes: readonly DataType[], flags: ExportFlags): void {
  if (flags.worker.count === 1) return;
  const named = requestedGenerations(flags) ?? {};
  const open = dataTypes.find((each) => each.generations === true && !Object.hasOwn(named, each.family));
  if (open !== undefined)
    throw invalidArgument(
      'generations',
      `must name the generation of ${open.family} with --worker, so that all workers export the same one`,
    );
}

function exitCodeOf({ status }: ObjectExportSummary): ExitCode {
  if (status === 'interrupted') return EXIT_CODES.interrupted;
  return status === 'failed' ? EXIT_CODES.failed : EXIT_CODES.ok;
}

function limitsOf({ objectExport }: Config, { filesInFlight, pageSize }: ExportFlags) {
  return { ...objectExport, filesInFlight, pageBytes: pageSize };
}

function exportOptions(
  flags: ExportFlags,
  source: string,
): Omit<ObjectExportOptions, 'selection' | 'signal' | 'onProgress'> {
  const { output, worker, format = objectFormatOf(output), files = worker.count, checkpoint } = flags;
  const isShared = worker.count > 1;
  const suffix = isShared ? `-${worker.index + 1}-of-${worker.count}${CHECKPOINT_SUFFIX}` : CHECKPOINT_SUFFIX;
  return {
    output,
    format,
    files,
    worker,
    generations: requestedGenerations(flags),
    checkpointPath: checkpoint === false ? undefined : (checkpoint ?? output + suffix),
    restart: flags.restart === true,
    dryRun: flags.dryRun === true,
    source,
  };
}
