import { Command, InvalidArgumentError, Option } from 'commander';
import { createIngestion, type Ingestion } from '../../operations/events/create-ingestion';
import { eventRulesOf } from '../../operations/events/ingest-events';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { loadSchemaConfig, processEnvironment, type Config } from '../../config/index';
import type { EventDataType } from '../../core/schema/schema';
import { DEFAULTS } from '../../config/defaults';
import type { ImportOptions } from '../../ingest/import/import-file';
import { describeFailure, invalidArgument, TidemarkError } from '../../errors';
import { inputBytes, STDIN } from '../../ingest/files/input-file';
import { createCheckEvents } from '../../ingest/import/check-events';
import { importFile } from '../../ingest/import/import-file';
import { importFields } from '../../ingest/import/import-columns';
import { rejectUnknownMappedFields } from '../../ingest/files/field-mapping';
import type { ImportSummary } from '../../ingest/import/import-summary';
import type { ImporterDependencies } from '../../ingest/import/run-import';
import { systemClock } from '../../platform/time/clock';
import { systemRandom } from '../../platform/random';
import { storeNameOf } from '../../store/token-keys';
import { openTelemetry } from '../shared/command-telemetry';
import { openCommandAccessLog } from '../shared/command-access-log';
import { loadCommandConfig, openBatch, warnWithoutBatchCluster } from '../shared/connection';
import { showRecordProgress } from '../shared/record-progress';
import { importLines } from './report';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { integerBetween } from '../shared/units';

interface ImportFlags {
  readonly format?: 'csv' | 'ndjson';
  readonly dataType?: string;
  readonly column: Readonly<Record<string, string>>;
  readonly set: Readonly<Record<string, string>>;
  readonly map: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly ignoreColumn: readonly string[];
  readonly ignoreUnknown?: boolean;
  readonly delimiter?: string;
  readonly header?: string;
  readonly timeFormat: string;
  readonly timeZone?: string;
  readonly accessLocation?: string;
  readonly accessLocationColumn?: string;
  readonly shiftToNow?: boolean;
  /** Path of the checkpoint file. Absent: beside the log. False: no checkpoint. */
  readonly checkpoint?: string | false;
  readonly restart?: boolean;
  readonly rejects?: string;
  readonly batch: number;
  readonly inFlight: number;
  readonly timeout: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const CHECKPOINT_SUFFIX = '.tidemark-checkpoint';

const EXAMPLE = `
A column that no field is read from is an error, since a misspelt name would lose a dimension of every event. In the header of
a CSV it ends the import, in NDJSON it rejects the line. --ignore-column and --ignore-unknown skip such columns.
A mapped column that no line of NDJSON has is an error, too.
Lines may end in LF, CRLF or CR, also within one file. A malformed line is rejected, and the import continues behind it.

Example: an ad-click log with the columns timestamp,click_id,session_id,user_id,ad_id
  tidemark import ad-clicks.csv --set action=click --column userId=user_id --column adId=ad_id \\
    --column sessionId=session_id --column eventTime=timestamp --ignore-column click_id \\
    --time-zone UTC --shift-to-now

Example: NDJSON such as {"user":"u1","type":"IMP","at":1795239300000,"ad":{"id":"a1"}}
  tidemark import events.ndjson --column userId=user --column action=type --column eventTime=at --column adId=ad.id \\
    --map action=IMP:impression,CLK:click --dry-run

Run the same command again to resume an interrupted import.

Exit codes: 0, all records are imported; 1, the import failed, or every record was rejected; 2, some records were rejected,
and all others are imported; 130, the import was interrupted.`;

/** Options by the field that an error of the import names. */
const OPTION_NAMES = {
  column: '--column',
  set: '--set',
  map: '--map',
  'ignore-column': '--ignore-column',
  'time-format': '--time-format',
  'time-zone': '--time-zone',
  'access-location': '--access-location',
  'access-location-column': '--access-location-column',
  'shift-to-now': '--shift-to-now',
  checkpoint: '--checkpoint',
  rejects: '--rejects',
};

/** Returns `tidemark import`, which ingests a CSV or NDJSON log like events of the API. */
export function importCommand(): Command {
  const { batchEvents, batchesInFlight, retryTimeoutMs } = DEFAULTS.importer;
  return new Command('import')
    .description('Import a log of events. Repeating an import, in whole or in part, changes nothing.')
    .argument('<file>', 'log: CSV with a header line, or NDJSON; - reads standard input')
    .addOption(
      new Option('--format <format>', 'format of the log; default: by the file name').choices([
        'csv',
        'ndjson',
      ]),
    )
    .option('--data-type <name>', 'event DataType; default: the default DataType')
    .option(
      '--column <field=column>',
      'column to read a field from, in NDJSON also a nested one (adId=ad.id); repeatable',
      addField,
      {},
    )
    .option('--set <field=value>', 'field with the same value in every event; repeatable', addField, {})
    .option(
      '--map <field=from:to,…>',
      'values of a field to replace (action=IMP:impression,CLK:click), others stay; repeatable',
      addValues,
      {},
    )
    .option('--ignore-column <column>', 'column to skip; repeatable', addName, [])
    .option('--ignore-unknown', 'skip all columns that no field is read from, instead of rejecting them')
    .option('--delimiter <character>', 'separator of CSV columns; default: a comma, or a tab for .tsv')
    .option('--header <a,b,c>', 'names of the columns of a CSV without a header line')
    .option('--time-format <format>', 'format of event times: iso, ms, s, or a Luxon format', 'iso')
    .option('--time-zone <zone>', 'IANA time zone of event times without one')
    .option(
      '--access-location-column <column>',
      'column with the country that decides where a new user is stored',
    )
    .option('--access-location <country>', 'country of records without one, such as DE')
    .option(
      '--shift-to-now',
      'shift event times by whole days, so that the last event is less than a day old',
    )
    .option('--checkpoint <file>', `file to save the progress to (default: <file>${CHECKPOINT_SUFFIX})`)
    .option('--no-checkpoint', 'save no progress')
    .option('--restart', 'ignore the checkpoint and start over')
    .option('--rejects <file>', 'file to write rejected records and their reasons to, as NDJSON')
    .option(
      '--batch <events>',
      'events per request',
      integerBetween(1, DEFAULTS.events.batchEventsMax),
      batchEvents,
    )
    .option('--in-flight <requests>', 'concurrent requests', integerBetween(1, 64), batchesInFlight)
    .option(
      '--timeout <seconds>',
      'abort when a batch has failed for this long',
      integerBetween(1, 86_400),
      retryTimeoutMs / 1_000,
    )
    .option('--dry-run', 'check all records and write nothing; entities and consents are not looked up')
    .option('--json', 'print the summary as one JSON object')
    .addHelpText('after', () => EXAMPLE + fieldsHelp())
    .action(commandAction(runImport, { optionNames: OPTION_NAMES }));
}

async function runImport(run: CommandRun, file: string, flags: ImportFlags): Promise<ExitCode> {
  const { resources } = run;
  const config = loadCommandConfig();
  const telemetry = await openTelemetry(resources, config, 'importer');
  const { dataType, ...connection } = openBatch(config, flags.dataType, { resources, telemetry });
  const { store, workload } = connection;
  const mapped = { columns: flags.column, constants: flags.set };
  rejectUnknownMappedFields(mapped, importFields(dataType), dataType.family);
  rejectUnmappableValues(flags.map, dataType);
  const bytes = inputBytes(file);
  warnWithoutBatchCluster([connection]);
  store.start();
  const observed = { telemetry, source: 'import' } as const;
  const ingestion = createIngestion({ ...connection, config, observed });
  resources.defer(() => ingestion.close());
  const signal = run.interruptSignal();
  const progress = resources.add(showRecordProgress(bytes, systemClock), (each) => each.stop());
  const options = importOptions(file, flags, storeNameOf(store.topology));
  const { dryRun = false } = flags;
  const importAll = (): Promise<ImportSummary> =>
    importFile(
      { ...options, dataType, signal, onProgress: progress.update },
      dependenciesOf({ dataType, ingestion }, config, flags),
    );
  const log = openCommandAccessLog(config, connection.schema.corpora(), resources);
  const job = { operation: 'importEvents', kind: 'change', dataTypes: [dataType] } as const;
  const summary = await (dryRun
    ? importAll()
    : log.loggedJob({ ...job, recordsOf: ({ accepted }) => accepted }, importAll));
  progress.stop();
  if (flags.json === true) print(JSON.stringify({ file, workload, dryRun, ...summary }));
  else importLines(summary, { file, dryRun }).forEach((line) => print(line));
  if (summary.error !== undefined) printError(describeFailure(errorOf(summary.error)));
  return exitCodeOf(summary);
}

function errorOf({ code, message }: NonNullable<ImportSummary['error']>): TidemarkError {
  return new TidemarkError(code, message);
}

/**
 * Returns the exit code. An import that rejected every record has failed: most likely the options do not fit the log.
 */
function exitCodeOf({ status, records, rejected }: ImportSummary): ExitCode {
  if (status === 'interrupted') return EXIT_CODES.interrupted;
  if (status === 'failed' || (records > 0 && rejected === records)) return EXIT_CODES.failed;
  return rejected > 0 ? EXIT_CODES.rejectedRecords : EXIT_CODES.ok;
}

function dependenciesOf(
  { dataType, ingestion }: { readonly dataType: EventDataType; readonly ingestion: Ingestion },
  { importer, events }: Config,
  { batch: batchEvents, inFlight: batchesInFlight, timeout, dryRun = false }: ImportFlags,
): ImporterDependencies {
  const rules = eventRulesOf(dataType, events);
  const batchesUnsettledMax = Math.max(importer.batchesUnsettledMax, batchesInFlight);
  return {
    ingest: dryRun ? createCheckEvents(rules, systemClock) : ingestion.ingestEvents,
    rules,
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
    header: flags.header?.split(','),
    recordBytesMax: DEFAULTS.importer.recordBytesMax,
    mapping: {
      columns: flags.column,
      constants: flags.set,
      values: Object.keys(flags.map).length === 0 ? undefined : flags.map,
      ignoredColumns: flags.ignoreColumn,
      ignoreUnknown: flags.ignoreUnknown === true,
      timeFormat: flags.timeFormat,
      timeZone: flags.timeZone,
      accessLocationColumn: flags.accessLocationColumn,
      accessLocation: flags.accessLocation,
    },
    shiftToNow: flags.shiftToNow === true,
    checkpointPath,
    restart: flags.restart === true,
    dryRun: flags.dryRun === true,
    rejectsPath: flags.rejects,
    target,
  };
}

function checkpointPathOf(file: string, { checkpoint }: ImportFlags): string | undefined {
  if (checkpoint === false || (checkpoint === undefined && file === STDIN)) return undefined;
  return checkpoint ?? file + CHECKPOINT_SUFFIX;
}

function addField(text: string, fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('Must be field=name, as in adId=ad_id.');
  return { ...fields, [text.slice(0, at)]: text.slice(at + 1) };
}

type ValueMaps = ImportFlags['map'];

/** Adds `field=from:to,from:to`. */
function addValues(text: string, maps: ValueMaps): ValueMaps {
  const [, field, pairs] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  const entries = pairs?.split(',').map((pair) => /^([^:]+):(.+)$/s.exec(pair)?.slice(1) as [string, string]);
  if (field === undefined || entries === undefined || entries.includes(undefined as never))
    throw new InvalidArgumentError('Must be field=from:to, as in action=IMP:impression,CLK:click.');
  return { ...maps, [field]: { ...maps[field], ...Object.fromEntries(entries) } };
}

/** Throws `invalid_argument` for values of a field that is not one of the event's texts. */
function rejectUnmappableValues(maps: ValueMaps, { events, family }: EventDataType): void {
  const known = importFields({ events }).filter((name) => name !== events.time.name);
  const unknown = Object.keys(maps).find((field) => !known.includes(field));
  if (unknown === undefined) return;
  throw invalidArgument(
    'map',
    `"${unknown}" is not a field of ${family} with texts; known: ${known.join(', ')}`,
  );
}

function addName(name: string, names: readonly string[]): readonly string[] {
  return [...names, name];
}

/** Returns the importable fields of all event DataTypes, those of the user's own proto files included. */
function fieldsHelp(): string {
  const lines = loadSchema(loadSchemaConfig(processEnvironment()))
    .eventTypes()
    .map((dataType) => `  ${dataType.family}: ${importFields(dataType).join(', ')}`);
  return ['\n\nFields by DataType:', ...lines].join('\n');
}
