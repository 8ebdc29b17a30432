import { Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../config/index';
import { FeatureSpecCache } from '../../core/features/feature-spec-cache';
import { DEFAULTS } from '../../config/defaults';
import { describeFailure, TidemarkError } from '../../errors';
import { exportFeaturesFile, type ExportOptions } from '../../ingest/export/export-features-file';
import { FEATURE_EXPORT_FORMATS, type FeatureExportFormat } from '../../ingest/export/feature-export-encoder';
import type { ExportDependencies, ExportSummary } from '../../ingest/export/run-export';
import { inputBytes, STDIN } from '../../ingest/import/import-file';
import { createCountOperations } from '../../operations/counts/create-count-operations';
import { createExportFeatures } from '../../operations/features/export-features';
import { systemClock } from '../../platform/time/clock';
import { systemRandom } from '../../platform/random';
import { withResources, type Resources } from '../../platform/tasks/resources';
import { storeNameOf } from '../../store/token-keys';
import { loadCommandConfig, openBatchReads, type BatchConnection } from '../shared/connection';
import {
  appendOptionalList,
  featureRequestJson,
  splitAtFirst,
  withFeatureOptions,
  type FeatureFlags,
} from './flags';
import { exportLines } from './export-report';
import { showRecordProgress } from '../shared/record-progress';
import { print, printError } from '../shared/terminal';

interface ExportFlags extends FeatureFlags {
  readonly output: string;
  readonly outputFormat?: FeatureExportFormat;
  readonly format?: 'csv' | 'ndjson';
  readonly column: Readonly<Record<string, string>>;
  readonly set: Readonly<Record<string, string>>;
  readonly pass?: readonly string[];
  readonly delimiter?: string;
  readonly header?: string;
  /** Absent: beside the output; false: none. */
  readonly checkpoint?: string | false;
  readonly restart?: boolean;
  readonly rejects?: string;
  readonly batch: number;
  readonly inFlight: number;
  readonly timeout: number;
  readonly json?: boolean;
}

const EXIT_INTERRUPTED = 130;
const CHECKPOINT_SUFFIX = '.tidemark-checkpoint';
const NOT_APART =
  'tidemark: there is no cluster for batch work: those that serve requests are read for this export as well';

const EXAMPLE = `
Each record names a user (userId), a moment (asOf: ISO 8601 with a zone, or milliseconds), and its candidate's ids (adId, …).
Its features are those that a request at that moment would have been answered with, but that events count by the time at
which they happened: one that arrived late is seen from then on.

Example: clicks.csv with the columns user,shown_at,ad_id,clicked
  tidemark features export clicks.csv --output train.ndjson \\
    --column userId=user --column asOf=shown_at --column adId=ad_id --level ad

What stands where in the vectors is written to <output>.layout.json.
An interrupted export goes on where it stopped when the same command is given again.`;

/** `tidemark features export`: training data, point in time correct, from clusters for batch work. */
export function featuresExportCommand(): Command {
  const { batchRecords, batchesInFlight, retryTimeoutMs } = DEFAULTS.featureExport;
  const command = new Command('export')
    .description('Work out the features of many users, each at a moment past, to train models on.')
    .argument('<file>', 'CSV with a header line, or NDJSON; - reads standard input')
    .requiredOption('--output <file>', 'where the features go')
    .addOption(
      new Option('--output-format <format>', 'default: by the name, else ndjson').choices(
        FEATURE_EXPORT_FORMATS,
      ),
    )
    .addOption(
      new Option('--format <format>', 'of the input; default: by the name').choices(['csv', 'ndjson']),
    )
    .option('--column <field=column>', 'column that a field is read from; repeatable', addField, {})
    .option('--set <field=value>', 'field with the same value in every record; repeatable', addField, {})
    .option(
      '--pass <columns>',
      'columns to pass through, e.g. labels; default: all others',
      appendOptionalList,
    )
    .option('--delimiter <character>', 'between the columns of a CSV; default: a comma, for .tsv a tab')
    .option('--header <a,b,c>', 'names of the columns of a CSV without a header line');
  return withFeatureOptions(command)
    .option('--checkpoint <file>', `where to note how far it got (default: <output>${CHECKPOINT_SUFFIX})`)
    .option('--no-checkpoint', 'note nothing')
    .option('--restart', 'begin anew, whatever the checkpoint says')
    .option('--rejects <file>', 'write rejected records and their reasons there, as NDJSON')
    .option('--batch <records>', 'records per read', atLeastOne(10_000), batchRecords)
    .option('--in-flight <reads>', 'reads at once', atLeastOne(64), batchesInFlight)
    .option(
      '--timeout <seconds>',
      'give up when a read fails for so long',
      atLeastOne(86_400),
      retryTimeoutMs / 1_000,
    )
    .option('--json', 'print the summary as one JSON object')
    .addHelpText('after', EXAMPLE)
    .action(runExportCommand);
}

async function runExportCommand(file: string, flags: ExportFlags): Promise<void> {
  const config = loadCommandConfig();
  await withResources((resources) => exportFrom(config, { file, flags }, resources));
}

interface ExportRun {
  readonly file: string;
  readonly flags: ExportFlags;
}

async function exportFrom(config: Config, { file, flags }: ExportRun, resources: Resources): Promise<void> {
  const connection = openBatchReads(config, flags.dataType);
  const { store, workload } = connection;
  resources.defer(() => store.close());
  if (workload === 'serving') printError(NOT_APART);
  store.start();
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  resources.defer(() => process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt));
  const shown = showRecordProgress(inputBytes(file), systemClock, 'exporting');
  const progress = resources.add(shown, (each) => each.stop());
  const options = exportOptions(file, flags, { connection, config });
  const summary = await exportFeaturesFile(
    { ...options, signal: interrupt.signal, onProgress: progress.update },
    dependenciesOf(connection, config, flags),
  );
  progress.stop();
  if (flags.json === true) print(JSON.stringify({ file, output: flags.output, workload, ...summary }));
  else exportLines(summary, file, flags.output).forEach((line) => print(line));
  if (summary.error !== undefined) {
    printError(describeFailure(new TidemarkError(summary.error.code, summary.error.message)));
  }
  process.exitCode = exitCodeOf(summary);
}

/** An input of which nothing could be taken was not exported: most likely the options don't fit it. */
function exitCodeOf({ status, records, rejected }: ExportSummary): number {
  if (status === 'interrupted') return EXIT_INTERRUPTED;
  return status === 'failed' || (records > 0 && rejected === records) ? 1 : 0;
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
    ...(flags.header !== undefined && { header: flags.header.split(',') }),
    recordBytesMax: DEFAULTS.importer.recordBytesMax,
    mapping: {
      columns: flags.column,
      constants: flags.set,
      ...(flags.pass !== undefined && { pass: flags.pass }),
    },
    prepared: new FeatureSpecCache({ ...limits, eventDataType }, 1).get(featureRequestJson(flags)),
    rules: () => ({ ...limits, nowMs: systemClock.nowMs() }),
    outputPath: flags.output,
    outputFormat: flags.outputFormat ?? formatOf(flags.output),
    ...(checkpointPath !== undefined && { checkpointPath }),
    restart: flags.restart === true,
    ...(flags.rejects !== undefined && { rejectsPath: flags.rejects }),
    target: storeNameOf(store.topology),
  };
}

function formatOf(output: string): FeatureExportFormat {
  if (/\.csv$/i.test(output)) return 'csv';
  return /\.(pb|binpb)$/i.test(output) ? 'protobuf' : 'ndjson';
}

function checkpointPathOf(file: string, { checkpoint, output }: ExportFlags): string | undefined {
  if (checkpoint === false || (checkpoint === undefined && file === STDIN)) return undefined;
  return checkpoint ?? output + CHECKPOINT_SUFFIX;
}

function addField(text: string, fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [field, value] = splitAtFirst(text, '=');
  if (value === undefined || value === '')
    throw new InvalidArgumentError('Write field=name, as in adId=ad_id.');
  return { ...fields, [field]: value };
}

function atLeastOne(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= 1 && number <= max) return number;
    throw new InvalidArgumentError(`A whole number from 1 to ${max}.`);
  };
}
