/** `tidemark import` without its terminal: prepares the job from the options, and runs it. */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { Readable } from 'node:stream';
import type { EventDataType } from '../../core/schema/schema';
import { invalidArgument } from '../../errors';
import { CheckpointLock } from '../files/checkpoint-lock';
import { checkCsvColumns, checkIgnoredColumns } from './import-columns';
import { inputStat } from '../files/input-file';
import { CheckpointFile } from '../files/import-checkpoint';
import type { ImportMapping } from './import-mapping';
import { compileImportMapping } from './import-mapping';
import type { ImportFormat, RecordSource, SourceRecord } from '../files/record-source';
import { openRecordSource, RECORDS_VERSION } from '../files/record-source';
import type { ImportSummary, ImportTally } from './import-summary';
import type { ImporterDependencies } from './run-import';
import { runImport } from './run-import';
import { RejectsFile } from '../files/rejects-file';

export const STDIN = '-';
const MS_PER_DAY = 86_400_000;

export interface ImportOptions {
  /** Path, or `-` for standard input. */
  readonly file: string;
  readonly stdin: Readable;
  readonly format: ImportFormat;
  readonly delimiter?: string;
  readonly header?: readonly string[];
  readonly recordBytesMax: number;
  /** Of the events that the log becomes. */
  readonly dataType: EventDataType;
  readonly mapping: ImportMapping;
  /** Moves the log by whole days, so that its last event lies within the last day. */
  readonly shiftToNow: boolean;
  /** Absent: an interrupted import begins anew. */
  readonly checkpointPath?: string;
  /** Ignores a checkpoint of an earlier run. */
  readonly restart: boolean;
  readonly rejectsPath?: string;
  /** Names the store: a checkpoint is good for one only. */
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (tally: Readonly<ImportTally>, bytesRead: number) => void;
}

/** The file as it was when the import began; standard input has no such thing. */
type ImportInput = ImportOptions & { readonly stat: Stats | undefined };

/** Throws on wrong options, before anything is written; what goes wrong later is told by the summary. */
export async function importFile(
  options: ImportOptions,
  dependencies: ImporterDependencies,
): Promise<ImportSummary> {
  refuseImpossible(options);
  checkIgnoredColumns(options.dataType, options.mapping);
  const { checkpointPath } = options;
  const lock = checkpointPath === undefined ? undefined : new CheckpointLock(checkpointPath);
  try {
    return await importLocked(options, dependencies);
  } finally {
    lock?.release();
  }
}

async function importLocked(
  options: ImportOptions,
  dependencies: ImporterDependencies,
): Promise<ImportSummary> {
  const input = { ...options, stat: options.file === STDIN ? undefined : inputStat(options.file) };
  const checkpoint = checkpointOf(input);
  const earlier = options.restart ? undefined : checkpoint?.file.load(checkpoint.identity);
  const shiftDays = earlier?.shiftDays ?? (await shiftDaysOf(input, dependencies.clock.nowMs()));
  const toInput = compileImportMapping(options.dataType, options.mapping, shiftDays * MS_PER_DAY);
  const rejects =
    options.rejectsPath === undefined
      ? undefined
      : new RejectsFile(options.rejectsPath, earlier?.rejectsBytes ?? 0, options.file);
  try {
    const job = {
      source: checkingColumns(open(input), input),
      toInput,
      shiftDays,
      signal: options.signal,
      ...(earlier !== undefined && { resume: earlier.tally }),
      ...(checkpoint !== undefined && { checkpoint }),
      ...(rejects !== undefined && { rejects }),
      ...(options.onProgress !== undefined && { onProgress: options.onProgress }),
    };
    const summary = await runImport(job, dependencies);
    return { ...summary, unreadBytes: unreadBytesOf(input) };
  } finally {
    rejects?.close();
  }
}

/** Size of the input for a progress bar; undefined for standard input. */
export function inputBytes(file: string): number | undefined {
  return file === STDIN ? undefined : inputStat(file).size;
}

function refuseImpossible({ file, shiftToNow, checkpointPath }: ImportOptions): void {
  if (file !== STDIN) return;
  if (shiftToNow)
    throw invalidArgument('shift-to-now', 'reads the input twice, which standard input cannot be');
  if (checkpointPath !== undefined) {
    throw invalidArgument(
      'checkpoint',
      'needs a file: standard input cannot be read again from where it stopped',
    );
  }
}

/** What was appended to the file since the import began. */
function unreadBytesOf({ file, stat }: ImportInput): number {
  return stat === undefined ? 0 : Math.max(0, inputStat(file).size - stat.size);
}

function open(input: ImportInput): RecordSource {
  const { file, stdin, signal, stat } = input;
  return openRecordSource({ file, stdin, signal, size: stat?.size }, input);
}

function checkpointOf(options: ImportInput): { file: CheckpointFile; identity: string } | undefined {
  if (options.checkpointPath === undefined) return undefined;
  return { file: new CheckpointFile(options.checkpointPath), identity: identityOf(options) };
}

/** Everything that decides what record n of the input becomes, and where it goes. */
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

/** Whole days keep times of day, and every dedup window that divides a day, where they were. */
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

type Columns = Pick<ImportOptions, 'dataType' | 'mapping'>;

function checkingColumns(source: RecordSource, options: Columns): RecordSource {
  return { ...source, records: checked(source.records, options) };
}

async function* checked(
  records: AsyncIterable<SourceRecord>,
  { dataType, mapping }: Columns,
): AsyncGenerator<SourceRecord> {
  let first = true;
  for await (const record of records) {
    if (first && record.columns !== undefined) checkCsvColumns(dataType, mapping, record.columns);
    first = false;
    yield record;
  }
}
