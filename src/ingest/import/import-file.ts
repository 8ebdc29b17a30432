/** Implements `tidemark import` apart from its terminal output: prepares the job from the options and runs it. */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { Readable } from 'node:stream';
import type { EventDataType } from '../../core/schema/schema';
import { invalidArgument } from '../../errors';
import { AbsentColumns } from './absent-columns';
import { checkCsvColumns, checkIgnoredColumns } from './import-columns';
import { UnreadDimensions } from './unread-dimensions';
import { inputStat, STDIN } from '../files/input-file';
import { CheckpointFile } from '../../platform/files/checkpoint-file';
import { withResources, type Resources } from '../../platform/tasks/resources';
import type { ImportMapping } from './import-mapping';
import { compileImportMapping } from './compile-import-mapping';
import type { ImportFormat, RecordSource, SourceRecord } from '../files/record-source';
import { openRecordSource, RECORDS_VERSION } from '../files/record-source';
import type { ImportSummary, ImportTally } from './import-summary';
import type { ImportCheckpoint, ImporterDependencies } from './run-import';
import { runImport } from './run-import';
import { RejectsFile } from '../files/rejects-file';

const MS_PER_DAY = 86_400_000;

export interface ImportOptions {
  /** Path, or `-` for standard input. */
  readonly file: string;
  readonly stdin: Readable;
  readonly format: ImportFormat;
  readonly delimiter?: string;
  readonly header?: readonly string[] | undefined;
  readonly recordBytesMax: number;
  /** Event type that the records are mapped to. */
  readonly dataType: EventDataType;
  readonly mapping: ImportMapping;
  /** Shifts the log by whole days, so that its last event lies within the last 24 hours. */
  readonly shiftToNow: boolean;
  /** Path of the checkpoint. Absent: an interrupted import starts over. */
  readonly checkpointPath?: string | undefined;
  /** Ignores the checkpoint of an earlier run. */
  readonly restart: boolean;
  /** Whether nothing is written and no checkpoint saved. The dependencies have an `ingest` that only checks. */
  readonly dryRun?: boolean | undefined;
  readonly rejectsPath?: string | undefined;
  /** Name of the store. A checkpoint is valid for one store only. */
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (tally: Readonly<ImportTally>, bytesRead: number) => void;
}

/** The options, with the state of the file at the start of the import; undefined for standard input. */
type ImportInput = ImportOptions & { readonly stat: Stats | undefined };

/** Runs the import. Throws on wrong options before anything is written; later errors are part of the summary. */
export async function importFile(
  options: ImportOptions,
  dependencies: ImporterDependencies,
): Promise<ImportSummary> {
  rejectInvalidOptions(options);
  checkIgnoredColumns(options.dataType, options.mapping);
  return withResources((resources) => importWith(resources, options, dependencies));
}

async function importWith(
  resources: Resources,
  options: ImportOptions,
  dependencies: ImporterDependencies,
): Promise<ImportSummary> {
  const input = { ...options, stat: options.file === STDIN ? undefined : inputStat(options.file) };
  const checkpoint = checkpointOf(input);
  if (checkpoint !== undefined) resources.defer(checkpoint.lock());
  const earlier = options.restart ? undefined : checkpoint?.load();
  if (earlier === undefined) await rejectAbsentColumns(input);
  const shiftDays = earlier?.shiftDays ?? (await shiftDaysOf(input, dependencies.clock.nowMs()));
  const toInput = compileImportMapping(options.dataType, options.mapping, shiftDays * MS_PER_DAY);
  const rejects =
    options.rejectsPath === undefined
      ? undefined
      : new RejectsFile(options.rejectsPath, earlier?.rejectsBytes ?? 0, options.file);
  resources.defer(() => rejects?.close());
  const unread = new UnreadDimensions(options.dataType, options.mapping);
  const job = {
    source: unread.watch(checkingColumns(open(input), input)),
    toInput,
    shiftDays,
    signal: options.signal,
    resume: earlier?.tally,
    checkpoint,
    rejects,
    onProgress: options.onProgress,
  };
  const summary = await runImport(job, dependencies);
  return { ...summary, unreadBytes: unreadBytesOf(input), unreadDimensions: unread.found() };
}

/**
 * Throws `invalid_argument` when no line of NDJSON has a mapped column: each event would lose a field. It reads until each
 * column was found, which usually is the first line. Standard input can be read only once, and is checked at its end.
 */
async function rejectAbsentColumns(input: ImportInput): Promise<void> {
  if (input.format !== 'ndjson' || input.file === STDIN) return;
  const absent = new AbsentColumns(input.mapping);
  if (absent.isEmpty) return;
  for await (const { fields } of open(input).records) {
    absent.see(fields);
    if (absent.isEmpty) return;
  }
  absent.reject();
}

function rejectInvalidOptions({ file, shiftToNow, checkpointPath }: ImportOptions): void {
  if (file !== STDIN) return;
  if (shiftToNow) throw invalidArgument('shift-to-now', 'requires a file: it reads the input twice');
  if (checkpointPath !== undefined) {
    throw invalidArgument('checkpoint', 'requires a file: standard input cannot be resumed');
  }
}

/** Returns the number of bytes appended to the file since the import started. */
function unreadBytesOf({ file, stat }: ImportInput): number {
  return stat === undefined ? 0 : Math.max(0, inputStat(file).size - stat.size);
}

function open(input: ImportInput): RecordSource {
  const { file, stdin, signal, stat } = input;
  return openRecordSource({ file, stdin, signal, size: stat?.size }, input);
}

function checkpointOf(options: ImportInput): CheckpointFile<ImportCheckpoint> | undefined {
  const { checkpointPath: path, dryRun = false } = options;
  // A dry run leaves the checkpoint of other runs alone.
  if (path === undefined || dryRun) return undefined;
  const identity = identityOf(options);
  return new CheckpointFile({ path, identity, option: 'checkpoint', scope: 'input, mapping or target' });
}

/** Returns a hash of everything that determines what record n of the input becomes and where it is stored. */
function identityOf(options: ImportInput): string {
  const { size, mtimeMs } = options.stat ?? inputStat(options.file);
  const { format, delimiter, header, mapping, shiftToNow, target, recordBytesMax, rejectsPath } = options;
  const { family } = options.dataType;
  const settings = {
    format,
    delimiter,
    header,
    mapping,
    shiftToNow,
    target,
    recordBytesMax,
    rejectsPath,
    family,
  };
  return createHash('sha256')
    .update(JSON.stringify([RECORDS_VERSION, size, mtimeMs, settings]))
    .digest('hex');
}

/** Returns the shift in whole days, which keeps times of day and every dedup window that divides a day unchanged. */
async function shiftDaysOf(options: ImportInput, nowMs: number): Promise<number> {
  if (!options.shiftToNow) return 0;
  const toInput = compileImportMapping(options.dataType, options.mapping);
  let lastMs = -1;
  for await (const record of checkingColumns(open(options), options).records) {
    const input = toInput(record);
    if ('event' in input) lastMs = Math.max(lastMs, input.event.eventTimeMs);
  }
  return lastMs < 0 ? 0 : Math.floor((nowMs - lastMs) / MS_PER_DAY);
}

type Columns = Pick<ImportOptions, 'dataType' | 'mapping' | 'file' | 'format'>;

function checkingColumns(source: RecordSource, options: Columns): RecordSource {
  return { ...source, records: checked(source.records, options) };
}

async function* checked(
  records: AsyncIterable<SourceRecord>,
  { dataType, mapping, file, format }: Columns,
): AsyncGenerator<SourceRecord> {
  let first = true;
  const absent = file === STDIN && format === 'ndjson' ? new AbsentColumns(mapping) : undefined;
  for await (const record of records) {
    if (first && record.columns !== undefined) checkCsvColumns(dataType, mapping, record.columns);
    first = false;
    absent?.see(record.fields);
    yield record;
  }
  absent?.reject();
}
