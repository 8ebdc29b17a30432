import { Command, InvalidArgumentError, Option } from 'commander';
import { createIngestion, type Ingestion } from '../../operations/events/create-ingestion';
import { eventRulesOf } from '../../operations/events/ingest-events';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { loadSchemaConfig, processEnvironment, type Config } from '../../config/index';
import type { EventDataType } from '../../core/schema/schema';
import { DEFAULTS } from '../../config/defaults';
import type { ImportOptions } from '../../ingest/import/import-file';
import { describeFailure, TidemarkError } from '../../errors';
import { importFile, inputBytes, STDIN } from '../../ingest/import/import-file';
import { importFields } from '../../ingest/import/import-columns';
import { rejectUnknownFields } from '../../ingest/import/compile-import-mapping';
import type { ImportSummary } from '../../ingest/import/import-summary';
import type { ImporterDependencies } from '../../ingest/import/run-import';
import { systemClock } from '../../platform/time/clock';
import { systemRandom } from '../../platform/random';
import { withResources, type Resources } from '../../platform/tasks/resources';
import { createTelemetry } from '../../platform/telemetry/telemetry';
import { storeNameOf } from '../../store/token-keys';
import { loadCommandConfig, openBatch } from '../shared/connection';
import { showRecordProgress } from '../shared/record-progress';
import { importLines } from './report';
import { print, printError } from '../shared/terminal';

interface ImportFlags {
  readonly format?: 'csv' | 'ndjson';
  readonly dataType?: string;
  readonly column: Readonly<Record<string, string>>;
  readonly set: Readonly<Record<string, string>>;
  readonly ignoreColumn: readonly string[];
  readonly ignoreUnknown?: boolean;
  readonly delimiter?: string;
  readonly header?: string;
  readonly timeFormat: string;
  readonly timeZone?: string;
  readonly shiftToNow?: boolean;
  /** Absent: beside the file; false: none. */
  readonly checkpoint?: string | false;
  readonly restart?: boolean;
  readonly rejects?: string;
  readonly batch: number;
  readonly inFlight: number;
  readonly timeout: number;
  readonly json?: boolean;
}

const EXIT_FAILED = 1;
const EXIT_REJECTED = 2;
const EXIT_INTERRUPTED = 130;
const CHECKPOINT_SUFFIX = '.tidemark-checkpoint';

const NOT_APART =
  'tidemark: there is no cluster for batch work: those that serve requests take this import as well';

const EXAMPLE = `
A column that no field is read from is an error, since a misspelt name would lose a dimension of each event: in the header
of a CSV it ends the import, in NDJSON it rejects the line. --ignore-column and --ignore-unknown leave columns out.
Lines may end in LF, CRLF or CR, also within one file. A malformed line is rejected, and the import goes on behind it.

Example: an ad-click log with the columns timestamp,click_id,session_id,user_id,ad_id
  tidemark import ad-clicks.csv --set action=click --column userId=user_id --column adId=ad_id \\
    --column sessionId=session_id --column eventTime=timestamp --ignore-column click_id \\
    --time-zone UTC --shift-to-now

An interrupted import goes on where it stopped when the same command is given again.

Exit codes: 0, everything was imported; 1, the import could not go on, or every record was rejected; 2, some records were
rejected and all others are imported; 130, it was interrupted.`;

/** `tidemark import`: a CSV or NDJSON log through the ingestion path of the API. */
export function importCommand(): Command {
  const { batchEvents, batchesInFlight, retryTimeoutMs } = DEFAULTS.importer;
  return new Command('import')
    .description('Import a log of events. Repeating it, whole or in part, changes nothing.')
    .argument('<file>', 'CSV with a header line, or NDJSON; - reads standard input')
    .addOption(new Option('--format <format>', 'default: by the name').choices(['csv', 'ndjson']))
    .option('--data-type <name>', 'DataType of the events; default: the default one')
    .option('--column <field=column>', 'column that a field is read from; repeatable', addField, {})
    .option('--set <field=value>', 'field with the same value in every event; repeatable', addField, {})
    .option('--ignore-column <column>', 'column to leave out; repeatable', addName, [])
    .option('--ignore-unknown', 'leave out all columns that no field is read from, instead of refusing them')
    .option('--delimiter <character>', 'between the columns of a CSV; default: a comma, for .tsv a tab')
    .option('--header <a,b,c>', 'names of the columns of a CSV without a header line')
    .option('--time-format <format>', 'iso, ms, s, or a Luxon format', 'iso')
    .option('--time-zone <zone>', 'IANA zone of times that name none')
    .option('--shift-to-now', 'move the log by whole days, so that its last event is less than a day old')
    .option('--checkpoint <file>', `where to note how far it got (default: <file>${CHECKPOINT_SUFFIX})`)
    .option('--no-checkpoint', 'note nothing')
    .option('--restart', 'begin anew, whatever the checkpoint says')
    .option('--rejects <file>', 'write rejected records and their reasons there, as NDJSON')
    .option('--batch <events>', 'events per request', atLeastOne(DEFAULTS.events.batchEventsMax), batchEvents)
    .option('--in-flight <requests>', 'requests at once', atLeastOne(64), batchesInFlight)
    .option(
      '--timeout <seconds>',
      'give up when a batch fails for so long',
      atLeastOne(86_400),
      retryTimeoutMs / 1_000,
    )
    .option('--json', 'print the summary as one JSON object')
    .addHelpText('after', () => EXAMPLE + fieldsHelp())
    .action(runImportCommand);
}

async function runImportCommand(file: string, flags: ImportFlags): Promise<void> {
  const config = loadCommandConfig();
  await withResources((resources) => importInto(config, { file, flags }, resources));
}

interface ImportRun {
  readonly file: string;
  readonly flags: ImportFlags;
}

async function importInto(config: Config, { file, flags }: ImportRun, resources: Resources): Promise<void> {
  const telemetry = resources.add(await createTelemetry(config.telemetry, 'importer'), (each) =>
    each.shutdown(),
  );
  const { dataType, ...connection } = openBatch(config, flags.dataType, { telemetry });
  const { store, workload } = connection;
  resources.defer(() => store.close());
  rejectUnknownFields(dataType, { columns: flags.column, constants: flags.set });
  const bytes = inputBytes(file);
  if (workload === 'serving') printError(NOT_APART);
  store.start();
  const observed = { telemetry, source: 'import' } as const;
  const ingestion = createIngestion({ ...connection, config, observed });
  resources.defer(() => ingestion.close());
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  resources.defer(() => process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt));
  const progress = resources.add(showRecordProgress(bytes, systemClock), (each) => each.stop());
  const options = {
    ...importOptions(file, flags, storeNameOf(store.topology)),
    dataType,
    signal: interrupt.signal,
  };
  const summary = await importFile(
    { ...options, onProgress: progress.update },
    dependenciesOf({ dataType, ingestion }, config, flags),
  );
  progress.stop();
  if (flags.json === true) print(JSON.stringify({ file, workload, ...summary }));
  else importLines(summary, file).forEach((line) => print(line));
  if (summary.error !== undefined) printError(describeFailure(errorOf(summary.error)));
  process.exitCode = exitCodeOf(summary);
}

function errorOf({ code, message }: NonNullable<ImportSummary['error']>): TidemarkError {
  return new TidemarkError(code, message);
}

/** When every record was rejected, nothing was imported: most likely the options do not fit the log. */
function exitCodeOf({ status, records, rejected }: ImportSummary): number {
  if (status === 'interrupted') return EXIT_INTERRUPTED;
  if (status === 'failed' || (records > 0 && rejected === records)) return EXIT_FAILED;
  return rejected > 0 ? EXIT_REJECTED : 0;
}

function dependenciesOf(
  { dataType, ingestion }: { readonly dataType: EventDataType; readonly ingestion: Ingestion },
  { importer, events }: Config,
  { batch: batchEvents, inFlight: batchesInFlight, timeout }: ImportFlags,
): ImporterDependencies {
  const batchesUnsettledMax = Math.max(importer.batchesUnsettledMax, batchesInFlight);
  return {
    ingest: ingestion.ingestEvents,
    rules: eventRulesOf(dataType, events),
    clock: systemClock,
    random: systemRandom,
    limits: { ...importer, batchEvents, batchesInFlight, batchesUnsettledMax },
    policy: {
      initialDelayMs: importer.retryInitialDelayMs,
      maxDelayMs: importer.retryMaxDelayMs,
      timeoutMs: timeout * 1_000,
    },
  };
}

function importOptions(
  file: string,
  flags: ImportFlags,
  target: string,
): Omit<ImportOptions, 'signal' | 'dataType'> {
  const checkpointPath = checkpointPathOf(file, flags);
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
      ignoredColumns: flags.ignoreColumn,
      ignoreUnknown: flags.ignoreUnknown === true,
      timeFormat: flags.timeFormat,
      ...(flags.timeZone !== undefined && { timeZone: flags.timeZone }),
    },
    shiftToNow: flags.shiftToNow === true,
    ...(checkpointPath !== undefined && { checkpointPath }),
    restart: flags.restart === true,
    ...(flags.rejects !== undefined && { rejectsPath: flags.rejects }),
    target,
  };
}

function checkpointPathOf(file: string, { checkpoint }: ImportFlags): string | undefined {
  if (checkpoint === false || (checkpoint === undefined && file === STDIN)) return undefined;
  return checkpoint ?? file + CHECKPOINT_SUFFIX;
}

function addField(text: string, fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('Write field=name.');
  return { ...fields, [text.slice(0, at)]: text.slice(at + 1) };
}

function addName(name: string, names: readonly string[]): readonly string[] {
  return [...names, name];
}

/** The fields of every event type there is, in whatever folders. */
function fieldsHelp(): string {
  const lines = loadSchema(loadSchemaConfig(processEnvironment()))
    .eventTypes()
    .map((dataType) => `  ${dataType.family}: ${importFields(dataType).join(', ')}`);
  return ['\n\nFields by DataType:', ...lines].join('\n');
}

function atLeastOne(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > max) {
      throw new InvalidArgumentError(`A whole number from 1 to ${max}.`);
    }
    return number;
  };
}
