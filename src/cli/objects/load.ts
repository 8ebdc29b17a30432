import { Command, Option } from 'commander';
import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { maxOf } from '../../core/shared/lists';
import { describeFailure, TidemarkError } from '../../errors';
import { inputBytes, STDIN } from '../../ingest/files/input-file';
import { loadObjectsFile, type ObjectLoadOptions } from '../../ingest/objects/load-objects-file';
import { OBJECT_FORMATS, objectFormatOf, type ObjectFormat } from '../../ingest/objects/object-record';
import type { ObjectLoadDependencies, ObjectLoadSummary } from '../../ingest/objects/run-object-load';
import { campaignObjectChecks } from '../../operations/campaigns/campaign-object-checks';
import { createLoadObjects } from '../../operations/objects/load-objects';
import { everyObjectType } from '../../operations/objects/scan-objects';
import { systemClock } from '../../platform/time/clock';
import { systemRandom } from '../../platform/random';
import { storeNameOf } from '../../store/token-keys';
import {
  ACCESS_LOCATION_OPTION_NAMES,
  accessLocationFlag,
  withAccessLocationOption,
  type AccessLocationFlags,
} from '../shared/access-location-option';
import { openCommandAccessLog } from '../shared/command-access-log';
import {
  loadCommandConfig,
  openBatchTable,
  warnWithoutBatchCluster,
  type TableConnection,
} from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { showRecordProgress } from '../shared/record-progress';
import { print, printError } from '../shared/terminal';
import { integerBetween } from '../shared/units';
import { loadLines } from './report';

interface LoadFlags extends AccessLocationFlags {
  readonly format?: ObjectFormat;
  /** Path of the checkpoint file. Absent: beside the file. False: no checkpoint. */
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
const RECORD_BYTES_MIN = 64 * 1024;

const HELP = `
Each record keeps its version (timestampMs), so loading a file again, in whole or in part, changes nothing. A record without
one gets the time at which the load began. A version that was deleted or erased since is rejected, and does not come back.

A line of NDJSON is {"id", "dataType", "subType", "timestampMs", "value"}, with the value in the JSON form of its message, or
with "valueBase64", its serialized message. Parquet has the columns id, data_type, sub_type, timestamp, and value or json.

Examples:
  tidemark objects load users users.parquet
  tidemark objects load users users.ndjson --rejects rejected.ndjson
  tidemark objects load users users.ndjson --dry-run

Run the same command again to resume an interrupted load.

Exit codes: 0, all records are loaded; 1, the load failed, or every record was rejected; 2, some records were rejected, and all
others are loaded; 130, the load was interrupted.`;

const OPTION_NAMES = {
  ...ACCESS_LOCATION_OPTION_NAMES,
  corpus: '<corpus>',
  format: '--format',
  checkpoint: '--checkpoint',
  rejects: '--rejects',
};

/** Returns `tidemark objects load`, which writes objects from a file at batch clusters. */
export function objectsLoadCommand(): Command {
  const { batchRecords, batchesInFlight, retryTimeoutMs } = DEFAULTS.objectLoad;
  const command = new Command('load')
    .description('Load objects from a file, with their versions.')
    .argument('<corpus>', 'corpus, such as users')
    .argument('<file>', 'NDJSON, Parquet, or length-delimited protobuf; - reads standard input')
    .addOption(
      new Option(
        '--format <format>',
        'format of the file; default: by the file name, or else ndjson',
      ).choices(OBJECT_FORMATS),
    );
  return withAccessLocationOption(command)
    .option('--checkpoint <file>', `file to save the progress to (default: <file>${CHECKPOINT_SUFFIX})`)
    .option('--no-checkpoint', 'save no progress')
    .option('--restart', 'ignore the checkpoint and start over')
    .option('--rejects <file>', 'file to write rejected records and their reasons to, as NDJSON')
    .option('--batch <records>', 'records per request', integerBetween(1, 10_000), batchRecords)
    .option('--in-flight <requests>', 'concurrent requests', integerBetween(1, 64), batchesInFlight)
    .option(
      '--timeout <seconds>',
      'abort when a batch has failed for this long',
      integerBetween(1, 86_400),
      retryTimeoutMs / 1_000,
    )
    .option('--dry-run', 'check all records, also for what the store hides, and write nothing')
    .option('--json', 'print the summary as one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runLoad, { optionNames: OPTION_NAMES }));
}

async function runLoad(run: CommandRun, corpus: string, file: string, flags: LoadFlags): Promise<ExitCode> {
  const { resources } = run;
  const config = loadCommandConfig();
  const connection = openBatchTable(config, corpus, { resources });
  const { store, workload } = connection;
  const options = loadOptions({ corpus, file, flags }, connection);
  warnWithoutBatchCluster([connection]);
  store.start();
  const signal = run.interruptSignal();
  const display = showRecordProgress(inputBytes(file), systemClock, 'loading');
  const progress = resources.add(display, (each) => each.stop());
  const { dryRun } = options;
  const load = (): Promise<ObjectLoadSummary> =>
    loadObjectsFile(
      { ...options, signal, onProgress: progress.update },
      dependenciesOf(connection, config, flags),
    );
  const { schema } = connection;
  const log = openCommandAccessLog(config, schema.corpora(), resources);
  const dataTypes = everyObjectType(schema, corpus).map((each) => schema.dataType(corpus, each.dataType));
  const job = { operation: 'loadObjects', kind: 'change', dataTypes } as const;
  const summary = await (dryRun
    ? load()
    : log.loggedJob({ ...job, recordsOf: ({ loaded }) => loaded }, load));
  progress.stop();
  if (flags.json === true) print(JSON.stringify({ corpus, file, workload, dryRun, ...summary }));
  else loadLines(summary, file, dryRun).forEach((line) => print(line));
  if (summary.error !== undefined)
    printError(describeFailure(new TidemarkError(summary.error.code, summary.error.message)));
  return exitCodeOf(summary);
}

/** Returns the exit code. A load that rejected every record has failed: most likely the file does not fit the corpus. */
function exitCodeOf({ status, records, rejected }: ObjectLoadSummary): ExitCode {
  if (status === 'interrupted') return EXIT_CODES.interrupted;
  if (status === 'failed' || (records > 0 && rejected === records)) return EXIT_CODES.failed;
  return rejected > 0 ? EXIT_CODES.rejectedRecords : EXIT_CODES.ok;
}

function dependenciesOf(
  { store: { reader, writer }, schema }: TableConnection,
  config: Config,
  { batch: batchRecords, inFlight: batchesInFlight, timeout }: LoadFlags,
): ObjectLoadDependencies {
  const { objects: limits, objectLoad } = config;
  const clock = systemClock;
  const checks = campaignObjectChecks({ schema, clock, limits: config.campaigns });
  return {
    load: createLoadObjects({ reader, writer, schema, clock, limits, checks }),
    clock,
    random: systemRandom,
    limits: { ...objectLoad, batchRecords, batchesInFlight },
    policy: {
      initialDelayMs: objectLoad.retryInitialDelayMs,
      maxDelayMs: objectLoad.retryMaxDelayMs,
      timeoutMs: timeout * 1_000,
    },
  };
}

interface LoadArguments {
  readonly corpus: string;
  readonly file: string;
  readonly flags: LoadFlags;
}

function loadOptions(
  { corpus, file, flags }: LoadArguments,
  { schema, store }: TableConnection,
): Omit<ObjectLoadOptions, 'signal' | 'onProgress'> {
  const { rowGroupBytesMax, recordBytesPerValueByte } = DEFAULTS.objectLoad;
  const sizes = everyObjectType(schema, corpus).map(
    ({ dataType }) => schema.dataType(corpus, dataType).valueBytesMax,
  );
  return {
    corpus,
    file,
    stdin: process.stdin,
    format: flags.format ?? objectFormatOf(file),
    recordBytesMax: RECORD_BYTES_MIN + recordBytesPerValueByte * maxOf(sizes),
    rowGroupBytesMax,
    dryRun: flags.dryRun === true,
    accessLocation: accessLocationFlag(flags),
    checkpointPath: checkpointPathOf(file, flags),
    restart: flags.restart === true,
    rejectsPath: flags.rejects,
    target: storeNameOf(store.topology),
  };
}

function checkpointPathOf(file: string, { checkpoint }: LoadFlags): string | undefined {
  if (checkpoint === false || (checkpoint === undefined && file === STDIN)) return undefined;
  return checkpoint ?? file + CHECKPOINT_SUFFIX;
}
