/** Implements `tidemark objects export` apart from its terminal output. */
import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import type { ObjectCodec } from '../../codec/protobuf/object-codec';
import type { RequestedGenerations } from '../../core/generations/pointer-vector';
import { invalidArgument, TidemarkError, type ErrorCode } from '../../errors';
import { shareDoneAt, type WorkerShare } from '../../operations/compaction/key-sections';
import type { ScannedNumbers } from '../../operations/generations/scan-generations';
import type { ObjectScanSelection, ScanObjects } from '../../operations/objects/scan-objects';
import { CheckpointFile } from '../../platform/files/checkpoint-file';
import { withResources, type Resources } from '../../platform/tasks/resources';
import type { Clock } from '../../platform/time/clock';
import { ExportPart, NEW_PART, type ExportPartState } from './export-part';
import { addExportTally, emptyExportTally, type ObjectExportTally } from './export-tally';
import type { ObjectFormat } from './object-record';

export interface ObjectExportOptions {
  /** Path of the file. With several files, each has its number in its name. */
  readonly output: string;
  readonly format: ObjectFormat;
  /** Number of files of all workers together. */
  readonly files: number;
  /** Share of the files that this process writes. */
  readonly worker: WorkerShare;
  readonly selection: ObjectScanSelection;
  /** Generations that the caller names, by family: a checkpoint of others is rejected. */
  readonly generations?: RequestedGenerations | undefined;
  /** Path of the checkpoint. Absent: an interrupted export starts over. */
  readonly checkpointPath?: string | undefined;
  /** Ignores the checkpoint of an earlier run. */
  readonly restart: boolean;
  /** Scans and counts, and writes nothing. */
  readonly dryRun: boolean;
  /** Name of the store. A checkpoint is valid for one store only. */
  readonly source: string;
  readonly signal: AbortSignal;
  readonly onProgress?: ((tally: Readonly<ObjectExportTally>, share: number) => void) | undefined;
}

/** Scan of an export, with the generations that it reads. */
export interface OpenedScan {
  readonly scan: ScanObjects;
  /** By family. Undefined if no selected DataType has generations. */
  readonly generations?: ScannedNumbers | undefined;
}

export interface ObjectExportDependencies {
  /** Opens the scan. `earlier`: the generations that an earlier run of this export has read, which are to be read again. */
  readonly openScan: (earlier: ScannedNumbers | undefined) => Promise<OpenedScan>;
  readonly codecOf: (dataType: string) => Pick<ObjectCodec, 'toJson' | 'fromJson'>;
  readonly clock: Clock;
  readonly limits: {
    readonly filesInFlight: number;
    readonly pageBytes: number;
    readonly pageRecords: number;
    readonly checkpointIntervalMs: number;
  };
}

/** Result of one run. */
export interface ObjectExportSummary extends Readonly<ObjectExportTally> {
  readonly status: 'complete' | 'interrupted' | 'failed';
  /** Number of cells that an earlier run had exported. */
  readonly resumedAt: number;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly seconds: number;
  /** Generation of each DataType that is stored in generations. Null: none was published. */
  readonly generations?: ScannedNumbers | undefined;
  /** Error that ended the export. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

interface ExportCheckpoint {
  readonly parts: readonly ExportPartState[];
  readonly generations?: ScannedNumbers | undefined;
}

/** Runs the export. Throws on wrong options before anything is written; later errors are part of the summary. */
export async function exportObjectsFiles(
  options: ObjectExportOptions,
  dependencies: ObjectExportDependencies,
): Promise<ObjectExportSummary> {
  return withResources((resources) => new ObjectExport(options, dependencies).run(resources));
}

const PARTIAL_SUFFIX = '.partial';
const NUMBER_DIGITS = 5;

/** One file of the export. */
interface ExportFile {
  readonly path: string;
  readonly share: WorkerShare;
  state: ExportPartState;
  part?: ExportPart;
}

class ObjectExport {
  readonly #options: ObjectExportOptions;
  readonly #dependencies: ObjectExportDependencies;
  readonly #files: readonly ExportFile[];
  readonly #checkpoint: CheckpointFile<ExportCheckpoint> | undefined;
  readonly #startedMs: number;
  #opened: OpenedScan | undefined;
  #resumedAt = 0;
  #savedMs: number;

  constructor(options: ObjectExportOptions, dependencies: ObjectExportDependencies) {
    this.#options = options;
    this.#dependencies = dependencies;
    this.#files = filesOf(options);
    const { checkpointPath: path, dryRun } = options;
    if (path !== undefined && !dryRun) {
      const identity = identityOf(options);
      const scope = 'selection, output or store';
      this.#checkpoint = new CheckpointFile({ path, identity, option: 'checkpoint', scope, isContent });
    }
    this.#startedMs = dependencies.clock.monotonicMs();
    this.#savedMs = this.#startedMs;
  }

  async run(resources: Resources): Promise<ObjectExportSummary> {
    const { restart, signal } = this.#options;
    if (this.#checkpoint !== undefined) resources.defer(this.#checkpoint.lock());
    const earlier = restart ? undefined : this.#checkpoint?.load();
    this.#adopt(earlier);
    this.#opened = await this.#dependencies.openScan(earlier?.generations);
    this.#save();
    try {
      await this.#exportAll();
      this.#save();
      this.#publish();
    } catch (error) {
      this.#save();
      if (signal.aborted) return this.#summary('interrupted');
      if (!(error instanceof TidemarkError) || error.status < 500) throw error;
      return { ...this.#summary('failed'), error: { code: error.code, message: error.message } };
    } finally {
      for (const { part } of this.#files) part?.close();
    }
    this.#checkpoint?.remove();
    return this.#summary('complete');
  }

  #adopt(earlier: ExportCheckpoint | undefined): void {
    this.#files.forEach((file, at) => (file.state = earlier?.parts[at] ?? NEW_PART));
    this.#resumedAt = this.#tally().cells;
  }

  /** Writes several files at a time. After an error, no further file is begun, and the others end. */
  async #exportAll(): Promise<void> {
    const left = this.#files.filter(({ state }) => !state.isDone);
    const failed = new AbortController();
    const signal = AbortSignal.any([this.#options.signal, failed.signal]);
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < left.length && !signal.aborted) await this.#exportFile(left[next++]!, signal);
      this.#options.signal.throwIfAborted();
    };
    let first: { readonly error: unknown } | undefined;
    const stop = (error: unknown): void => {
      first ??= { error };
      failed.abort();
    };
    const { filesInFlight } = this.#dependencies.limits;
    await Promise.all(Array.from({ length: Math.min(filesInFlight, left.length) }, () => work().catch(stop)));
    if (first !== undefined) throw first.error;
  }

  async #exportFile(file: ExportFile, signal: AbortSignal): Promise<void> {
    const { dryRun, format } = this.#options;
    const { codecOf, limits } = this.#dependencies;
    const { scan } = this.#opened!;
    const path = dryRun ? undefined : file.path + PARTIAL_SUFFIX;
    const onProgress = (state: ExportPartState): void => {
      file.state = state;
      this.#progressed();
    };
    const job = { share: file.share, path, format, codecOf, scan, limits, signal, onProgress };
    file.part = new ExportPart(job, file.state);
    await file.part.run();
    // Only what is synced is described by a checkpoint, so the file stays open until then.
    this.#save();
    file.part.close();
    delete file.part;
  }

  #progressed(): void {
    const { clock, limits } = this.#dependencies;
    if (clock.monotonicMs() - this.#savedMs >= limits.checkpointIntervalMs) this.#save();
    this.#options.onProgress?.(this.#tally(), this.#share());
  }

  #save(): void {
    this.#savedMs = this.#dependencies.clock.monotonicMs();
    for (const { part } of this.#files) part?.sync();
    const parts = this.#files.map(({ state }) => state);
    this.#checkpoint?.save({ parts, generations: this.#opened?.generations });
  }

  /** Gives the files their names. A run that ended in between has given some of them. */
  #publish(): void {
    if (this.#options.dryRun) return;
    for (const { path } of this.#files) {
      const partial = path + PARTIAL_SUFFIX;
      if (existsSync(partial)) renameSync(partial, path);
    }
  }

  #tally(): ObjectExportTally {
    const tally = emptyExportTally();
    for (const { state } of this.#files) addExportTally(tally, state.tally);
    return tally;
  }

  /** Returns which part of the rows is done, from 0 to 1. */
  #share(): number {
    const done = this.#files.map(({ share, state }) => {
      if (state.isDone) return 1;
      return state.after === undefined ? 0 : shareDoneAt(Buffer.from(state.after, 'base64'), share);
    });
    return done.reduce((sum, each) => sum + each, 0) / done.length;
  }

  #summary(status: ObjectExportSummary['status']): ObjectExportSummary {
    const { dryRun } = this.#options;
    return {
      status,
      ...this.#tally(),
      resumedAt: this.#resumedAt,
      files: dryRun ? [] : this.#files.map(({ path }) => path),
      bytes: this.#files.reduce((sum, { state }) => sum + state.bytes, 0),
      seconds: (this.#dependencies.clock.monotonicMs() - this.#startedMs) / 1_000,
      generations: this.#opened?.generations,
    };
  }
}

/** Returns the files of this worker, each with its share of the rows. */
function filesOf({ output, files: count, worker }: ObjectExportOptions): readonly ExportFile[] {
  if (count < worker.count)
    throw invalidArgument('files', `must be at least ${worker.count}, the number of workers`);
  const [first, end] = [worker.index, worker.index + 1].map((at) => Math.round((at * count) / worker.count));
  return Array.from({ length: end! - first! }, (_, at): ExportFile => {
    const index = first! + at;
    const path = count === 1 ? output : numbered(output, index, count);
    return { path, share: { index, count }, state: NEW_PART };
  });
}

/** Returns `users-00003-of-00016.parquet` for `users.parquet`. */
function numbered(output: string, index: number, count: number): string {
  const [number, of] = [index, count].map((each) => String(each).padStart(NUMBER_DIGITS, '0'));
  const [, stem = output, ending = ''] = /^(.*?)(\.[^./\\]*)?$/s.exec(output) ?? [];
  return `${stem}-${number}-of-${of}${ending}`;
}

/** Returns a hash of everything that determines the bytes of the files. */
function identityOf(options: ObjectExportOptions): string {
  const { output, format, files, worker, selection, generations, source } = options;
  // The names of options in error messages are no part of it.
  const cells = { ...selection, fields: undefined };
  const settings = { output, format, files, worker, selection: cells, generations, source };
  return createHash('sha256')
    .update(JSON.stringify(['objects', settings]))
    .digest('hex');
}

function isContent({ parts }: Partial<ExportCheckpoint>): boolean {
  return (
    Array.isArray(parts) && parts.every(({ bytes }: Partial<ExportPartState>) => typeof bytes === 'number')
  );
}
