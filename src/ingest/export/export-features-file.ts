/**
 * Implements `tidemark features export` apart from its terminal output: prepares the job from the options and runs
 * it.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { FatigueQueryRules } from '../../core/features/parse-fatigue-query';
import type { CompiledFeatureSpec } from '../../core/features/feature-spec-cache';
import { invalidArgument } from '../../errors';
import { withResources } from '../../platform/tasks/resources';
import { compileExampleMapping, rejectMissingColumns, type ExampleMapping } from './training-examples';
import { createFeatureEncoder, type FeatureExportFormat } from './feature-export-encoder';
import {
  runExport,
  type ExportCheckpoint,
  type ExportDependencies,
  type ExportSummary,
  type ExportTally,
} from './run-export';
import { inputStat, STDIN } from '../files/input-file';
import { CheckpointFile } from '../../platform/files/checkpoint-file';
import {
  openRecordSource,
  RECORDS_VERSION,
  type ImportFormat,
  type SourceRecord,
} from '../files/record-source';
import { RejectsFile } from '../files/rejects-file';
import { ResumableFile } from '../files/resumable-file';

const LAYOUT_SUFFIX = '.layout.json';

export interface ExportOptions {
  /** Path, or `-` for standard input. */
  readonly file: string;
  readonly stdin: Readable;
  readonly format: ImportFormat;
  readonly delimiter?: string;
  readonly header?: readonly string[] | undefined;
  readonly recordBytesMax: number;
  readonly mapping: ExampleMapping;
  readonly prepared: CompiledFeatureSpec;
  readonly rules: () => FatigueQueryRules;
  readonly outputPath: string;
  readonly outputFormat: FeatureExportFormat;
  /** Path of the checkpoint. Absent: an interrupted export starts over. */
  readonly checkpointPath?: string | undefined;
  /** Ignores the checkpoint of an earlier run. */
  readonly restart: boolean;
  readonly rejectsPath?: string | undefined;
  /** Name of the store. A checkpoint is valid for one store only. */
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (tally: Readonly<ExportTally>, bytesRead: number) => void;
}

/** Runs the export. Throws on wrong options before anything is written; later errors are part of the summary. */
export async function exportFeaturesFile(
  options: ExportOptions,
  dependencies: ExportDependencies,
): Promise<ExportSummary> {
  rejectInvalidOptions(options);
  const { mapping, prepared, rules, signal, onProgress, rejectsPath } = options;
  const toExample = compileExampleMapping(mapping, prepared, rules);
  const checkpoint = checkpointOf(options);
  return withResources(async (resources) => {
    if (checkpoint !== undefined) resources.defer(checkpoint.lock());
    const earlier = options.restart ? undefined : checkpoint?.load();
    writeLayout(options);
    const output = new ResumableFile(options.outputPath, earlier?.outputBytes ?? 0, 'output');
    resources.defer(() => output.close());
    const rejects =
      rejectsPath === undefined
        ? undefined
        : new RejectsFile(rejectsPath, earlier?.rejectsBytes ?? 0, options.file);
    resources.defer(() => rejects?.close());
    const source = openRecordSource({ file: options.file, stdin: options.stdin, signal }, options);
    const resumed =
      earlier === undefined ? undefined : { offset: earlier.outputBytes, state: earlier.encoder };
    const { rowGroupRows } = dependencies.limits;
    const encoder = await createFeatureEncoder(options.outputFormat, prepared, { rowGroupRows, resumed });
    const job = {
      source: { ...source, records: checked(source.records, mapping) },
      prepared,
      toExample,
      output,
      signal,
      encoder,
      resume: earlier?.tally,
      checkpoint,
      rejects,
      onProgress,
    };
    return runExport(job, dependencies);
  });
}

function rejectInvalidOptions({ file, format, outputFormat, mapping, checkpointPath }: ExportOptions): void {
  if (file === STDIN && checkpointPath !== undefined) {
    throw invalidArgument('checkpoint', 'requires a file: standard input cannot be resumed');
  }
  if (format === 'ndjson' && hasColumns(outputFormat) && mapping.pass === undefined) {
    throw invalidArgument(
      'pass',
      `is required for ${outputFormat} output from NDJSON, whose records may have different columns`,
    );
  }
}

const hasColumns = (format: FeatureExportFormat): boolean => format === 'csv' || format === 'parquet';

/** Writes the layout of the vectors beside the output, for the training job. */
function writeLayout({ outputPath, prepared: { layout } }: ExportOptions): void {
  const { version, id, names } = layout;
  try {
    writeFileSync(outputPath + LAYOUT_SUFFIX, `${JSON.stringify({ version, layout: id, names }, null, 2)}\n`);
  } catch (error) {
    throw invalidArgument('output', `cannot be written: ${(error as Error).message}`);
  }
}

function checkpointOf(options: ExportOptions): CheckpointFile<ExportCheckpoint> | undefined {
  const { checkpointPath: path } = options;
  if (path === undefined) return undefined;
  const identity = identityOf(options);
  return new CheckpointFile({ path, identity, option: 'checkpoint', scope: 'input, mapping or target' });
}

/** Returns a hash of everything that determines what record n of the input becomes and where it is stored. */
function identityOf(options: ExportOptions): string {
  const { size, mtimeMs } = inputStat(options.file);
  const { format, delimiter, header, mapping, target, recordBytesMax, rejectsPath } = options;
  const { outputPath, outputFormat, prepared } = options;
  const settings = { format, delimiter, header, mapping, target, recordBytesMax, rejectsPath };
  const asked = { outputPath, outputFormat, layout: prepared.layout.id };
  return createHash('sha256')
    .update(JSON.stringify(['features', RECORDS_VERSION, size, mtimeMs, settings, asked]))
    .digest('hex');
}

async function* checked(
  records: AsyncIterable<SourceRecord>,
  mapping: ExampleMapping,
): AsyncGenerator<SourceRecord> {
  let first = true;
  for await (const record of records) {
    if (first && record.columns !== undefined) rejectMissingColumns(mapping, record.columns);
    first = false;
    yield record;
  }
}
