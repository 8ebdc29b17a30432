import { Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../config/index';
import { FeatureSpecCache } from '../../core/features/feature-spec-cache';
import { DEFAULTS } from '../../config/defaults';
import { describeFailure, TidemarkError } from '../../errors';
import { exportFeaturesFile, type ExportOptions } from '../../ingest/export/export-features-file';
import { FEATURE_EXPORT_FORMATS, type FeatureExportFormat } from '../../ingest/export/feature-export-encoder';
import type { ExportDependencies, ExportSummary } from '../../ingest/export/run-export';
import { inputBytes, STDIN } from '../../ingest/files/input-file';
import { createCountOperations } from '../../operations/counts/create-count-operations';
import { createExportFeatures } from '../../operations/features/export-features';
import { systemClock } from '../../platform/time/clock';
import { systemRandom } from '../../platform/random';
import { storeNameOf } from '../../store/token-keys';
import { openCommandAccessLog } from '../shared/command-access-log';
import {
  loadCommandConfig,
  openBatchReads,
  warnWithoutBatchCluster,
  type BatchConnection,
} from '../shared/connection';
import {
  appendOptionalList,
  FEATURE_OPTION_NAMES,
  featureRequestJson,
  splitAtFirst,
  withFeatureOptions,
  type FeatureFlags,
} from './flags';
import { featureExportLines } from './export-report';
import { showRecordProgress } from '../shared/record-progress';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { integerBetween } from '../shared/units';

interface ExportFlags extends FeatureFlags {
  readonly output: string;
  readonly outputFormat?: FeatureExportFormat;
  readonly format?: 'csv' | 'ndjson';
  readonly column: Readonly<Record<string, string>>;
  readonly set: Readonly<Record<string, string>>;
  readonly pass?: readonly string[];
  readonly delimiter?: string;
  readonly header?: string;
  /** Path of the checkpoint file. Absent: beside the output. False: no checkpoint. */
  readonly checkpoint?: string | false;
  readonly restart?: boolean;
  readonly rejects?: string;
  readonly batch: number;
  readonly inFlight: number;
  readonly timeout: number;
  readonly json?: boolean;
}

const CHECKPOINT_SUFFIX = '.tidemark-checkpoint';

const EXAMPLE = `
Each record names a user (userId), a time (asOf: ISO 8601 with a zone, or milliseconds), and the ids of a candidate (adId, …).
Its features are those that a request at that time would have returned, with one difference: an event counts from the time at
which it happened, even if it arrived later.

Example: clicks.csv with the columns user,shown_at,ad_id,clicked
  tidemark features export clicks.csv --output train.ndjson \\
    --column userId=user --column asOf=shown_at --column adId=ad_id --level ad

The names of the features, in the order of the vectors, are written to <output>.layout.json.
Run the same command again to resume an interrupted export.`;

/** Options by the field that an error of the export names. */
const OPTION_NAMES = {
  ...FEATURE_OPTION_NAMES,
  column: '--column',
  set: '--set',
  pass: '--pass',
  output: '--output',
  rejects: '--rejects',
  checkpoint: '--checkpoint',
};

/** Returns `tidemark features export`, which writes point-in-time correct training data, read from batch clusters. */
export function featuresExportCommand(): Command {
  const { batchRecords, batchesInFlight, retryTimeoutMs } = DEFAULTS.featureExport;
  const command = new Command('export')
    .description('Export the features of many users, each at a past time, to train models.')
    .argument('<file>', 'records: CSV with a header line, or NDJSON; - reads standard input')
    .requiredOption('--output <file>', 'file to write the features to')
    .addOption(
      new Option(
        '--output-format <format>',
        'format of the output; default: by the file name, or else ndjson',
      ).choices(FEATURE_EXPORT_FORMATS),
    )
    .addOption(
      new Option('--format <format>', 'format of the input; default: by the file name').choices([
        'csv',
        'ndjson',
      ]),
    )
    .option('--column <field=column>', 'column to read a field from; repeatable', addField, {})
    .option('--set <field=value>', 'field with the same value in every record; repeatable', addField, {})
    .option(
      '--pass <columns>',
      'columns to copy to the output, e.g. labels; default: all others',
      appendOptionalList,
    )
    .option('--delimiter <character>', 'separator of CSV columns; default: a comma, or a tab for .tsv')
    .option('--header <a,b,c>', 'names of the columns of a CSV without a header line');
  return withFeatureOptions(command)
    .option('--checkpoint <file>', `file to save the progress to (default: <output>${CHECKPOINT_SUFFIX})`)
    .option('--no-checkpoint', 'save no progress')
    .option('--restart', 'ignore the checkpoint and start over')
    .option('--rejects <file>', 'file to write rejected records and their reasons to, as NDJSON')
    .option('--batch <records>', 'records per read', integerBetween(1, 10_000), batchRecords)
    .option('--in-flight <reads>', 'concurrent reads', integerBetween(1, 64), batchesInFlight)
    .option(
      '--timeout <seconds>',
      'abort when a read has failed for this long',
      integerBetween(1, 86_400),
      retryTimeoutMs / 1_000,
    )
    .option('--json', 'print the summary as one JSON object')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runExport, { optionNames: OPTION_NAMES }));
}

async function runExport(run: CommandRun, file: string, flags: ExportFlags): Promise<ExitCode> {
  const { resources } = run;
  const config = loadCommandConfig();
  const connection = openBatchReads(config, flags.dataType, { resources });
  const { store, workload } = connection;
  warnWithoutBatchCluster([connection]);
  store.start();
  const signal = run.interruptSignal();
  const display = showRecordProgress(inputBytes(file), systemClock, 'exporting');
  const progress = resources.add(display, (each) => each.stop());
  const options = exportOptions(file, flags, { connection, config });
  const log = openCommandAccessLog(config, connection.schema.corpora(), resources);
  const job = { operation: 'exportFeatures', kind: 'read', dataTypes: [connection.dataType] } as const;
  const summary = await log.loggedJob({ ...job, recordsOf: ({ records }) => records }, () =>
    exportFeaturesFile(
      { ...options, signal, onProgress: progress.update },
      dependenciesOf(connection, config, flags),
    ),
  );
  progress.stop();
  if (flags.json === true) print(JSON.stringify({ file, output: flags.output, workload, ...summary }));
  else featureExportLines(summary, file, flags.output).forEach((line) => print(line));
  if (summary.error !== undefined) {
    printError(describeFailure(new TidemarkError(summary.error.code, summary.error.message)));
  }
  return exitCodeOf(summary);
}

/**
 * Returns the exit code. An export that rejected every record has failed: most likely the options do not fit the input.
 */
function exitCodeOf({ status, records, rejected }: ExportSummary): ExitCode {
  if (status === 'interrupted') return EXIT_CODES.interrupted;
  if (status === 'failed' || (records > 0 && rejected === records)) return EXIT_CODES.failed;
  return EXIT_CODES.ok;
}

function dependenciesOf({ store }: BatchConnection, config: Config, flags: ExportFlags): ExportDependencies {
  const { featureExport } = config;
  return {
    exportFeatures: createExportFeatures(
      createCountOperations({ reader: store.reader, clock: systemClock, config }),
    ),
    clock: systemClock,
    random: systemRandom,
    limits: { ...featureExport, batchRecords: flags.batch, batchesInFlight: flags.inFlight },
    policy: {
      initialDelayMs: featureExport.retryInitialDelayMs,
      maxDelayMs: featureExport.retryMaxDelayMs,
      timeoutMs: flags.timeout * 1_000,
    },
  };
}

function exportOptions(
  file: string,
  flags: ExportFlags,
  { connection, config }: { readonly connection: BatchConnection; readonly config: Config },
): Omit<ExportOptions, 'signal'> {
  const { schema, store } = connection;
  const limits = { ...config.events, ...config.counts, ...config.features };
  const checkpointPath = checkpointPathOf(file, flags);
  const eventDataType = schema.eventDataType.bind(schema);
  return {
    file,
    stdin: process.stdin,
    format: flags.format ?? (/\.[ct]sv$/i.test(file) ? 'csv' : 'ndjson'),
    delimiter: flags.delimiter?.replace('\\t', '\t') ?? (/\.tsv$/i.test(file) ? '\t' : ','),
    header: flags.header?.split(','),
    recordBytesMax: DEFAULTS.importer.recordBytesMax,
    mapping: {
      columns: flags.column,
      constants: flags.set,
      pass: flags.pass,
    },
    prepared: new FeatureSpecCache({ ...limits, eventDataType }, 1).get(featureRequestJson(flags)),
    rules: () => ({ ...limits, nowMs: systemClock.nowMs() }),
    outputPath: flags.output,
    outputFormat: flags.outputFormat ?? formatOf(flags.output),
    checkpointPath,
    restart: flags.restart === true,
    rejectsPath: flags.rejects,
    target: storeNameOf(store.topology),
  };
}

function formatOf(output: string): FeatureExportFormat {
  if (/\.csv$/i.test(output)) return 'csv';
  if (/\.parquet$/i.test(output)) return 'parquet';
  return /\.(pb|binpb)$/i.test(output) ? 'protobuf' : 'ndjson';
}

function checkpointPathOf(file: string, { checkpoint, output }: ExportFlags): string | undefined {
  if (checkpoint === false || (checkpoint === undefined && file === STDIN)) return undefined;
  return checkpoint ?? output + CHECKPOINT_SUFFIX;
}

function addField(text: string, fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [field, value] = splitAtFirst(text, '=');
  if (value === undefined || value === '')
    throw new InvalidArgumentError('Must be field=name, as in adId=ad_id.');
  return { ...fields, [field]: value };
}
