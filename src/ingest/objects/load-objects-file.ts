/** Implements `tidemark objects load` apart from its terminal output: prepares the job from the options and runs it. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { invalidArgument } from '../../errors';
import { CheckpointFile } from '../../platform/files/checkpoint-file';
import { withResources } from '../../platform/tasks/resources';
import { inputStat, STDIN } from '../files/input-file';
import { RejectsFile } from '../files/rejects-file';
import type { ObjectFormat } from './object-record';
import { openObjectSource } from './object-source';
import {
  runObjectLoad,
  type ObjectLoadCheckpoint,
  type ObjectLoadDependencies,
  type ObjectLoadSummary,
  type ObjectLoadTally,
} from './run-object-load';

export interface ObjectLoadOptions {
  readonly corpus: string;
  /** Path, or `-` for standard input. */
  readonly file: string;
  readonly stdin: Readable;
  readonly format: ObjectFormat;
  readonly recordBytesMax: number;
  readonly rowGroupBytesMax: number;
  readonly dryRun: boolean;
  readonly accessLocation?: string | undefined;
  /** Path of the checkpoint. Absent: an interrupted load starts over. */
  readonly checkpointPath?: string | undefined;
  /** Ignores the checkpoint of an earlier run. */
  readonly restart: boolean;
  readonly rejectsPath?: string | undefined;
  /** Name of the store. A checkpoint is valid for one store only. */
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onProgress?: ((tally: Readonly<ObjectLoadTally>, bytesRead: number) => void) | undefined;
}

/** Runs the load. Throws on wrong options before anything is written; later errors are part of the summary. */
export async function loadObjectsFile(
  options: ObjectLoadOptions,
  dependencies: ObjectLoadDependencies,
): Promise<ObjectLoadSummary> {
  rejectInvalidOptions(options);
  return withResources(async (resources) => {
    const { file, rejectsPath } = options;
    const size = file === STDIN ? undefined : inputStat(file).size;
    const checkpoint = checkpointOf(options);
    if (checkpoint !== undefined) resources.defer(checkpoint.lock());
    const resume = options.restart ? undefined : checkpoint?.load();
    const rejects =
      rejectsPath === undefined ? undefined : new RejectsFile(rejectsPath, resume?.rejectsBytes ?? 0, file);
    resources.defer(() => rejects?.close());
    const source = openObjectSource({ ...options, size });
    return runObjectLoad({ ...options, source, resume, checkpoint, rejects }, dependencies);
  });
}

function rejectInvalidOptions({ file, format, checkpointPath }: ObjectLoadOptions): void {
  if (file !== STDIN) return;
  if (format === 'parquet')
    throw invalidArgument('format', 'parquet requires a file: its index is at the end');
  if (checkpointPath !== undefined)
    throw invalidArgument('checkpoint', 'requires a file: standard input cannot be resumed');
}

function checkpointOf(options: ObjectLoadOptions): CheckpointFile<ObjectLoadCheckpoint> | undefined {
  const { checkpointPath: path, dryRun } = options;
  if (path === undefined || dryRun) return undefined;
  const identity = identityOf(options);
  return new CheckpointFile({ path, identity, option: 'checkpoint', scope: 'file, corpus or store' });
}

/** Returns a hash of everything that determines what record n of the file becomes and where it is stored. */
function identityOf(options: ObjectLoadOptions): string {
  const { size, mtimeMs } = inputStat(options.file);
  const { corpus, format, recordBytesMax, rejectsPath, target, accessLocation } = options;
  const settings = { corpus, format, recordBytesMax, rejectsPath, target, accessLocation };
  return createHash('sha256')
    .update(JSON.stringify(['objects', size, mtimeMs, settings]))
    .digest('hex');
}
