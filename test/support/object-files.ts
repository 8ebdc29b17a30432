/** Exports and loads of objects, with small pages and batches. */
import { Readable } from 'node:stream';
import { DEFAULTS } from '../../src/config/defaults';
import { exportObjectsFiles, type ObjectExportOptions } from '../../src/ingest/objects/export-objects-files';
import { loadObjectsFile, type ObjectLoadOptions } from '../../src/ingest/objects/load-objects-file';
import { createLoadObjects, type LoadObjects } from '../../src/operations/objects/load-objects';
import { createScanObjects, type ObjectScanSelection } from '../../src/operations/objects/scan-objects';
import { systemClock } from '../../src/platform/time/clock';
import { systemRandom } from '../../src/platform/random';
import type { Store } from '../../src/store/open-store';
import { tidemark } from '../gen/tidemark';
import type { EventStore } from './event-store';

const WHOLE_TABLE = { index: 0, count: 1 };

/** A store and its schema. */
export type Stored = Pick<EventStore, 'schema'> & { readonly store: Store };

const scanOf = ({ store, schema }: Stored, selection: ObjectScanSelection) =>
  createScanObjects(
    { scanner: store.visibleScanner, schema, clock: systemClock, limits: DEFAULTS.objects },
    selection,
  );

/** Everything that reads may show, as text, values as bytes. */
export async function dump(from: Stored, selection: Partial<ObjectScanSelection> = {}): Promise<string[]> {
  const lines: string[] = [];
  const scan = scanOf(from, { corpus: 'users', ids: {}, ...selection });
  for await (const { id, cells } of scan({ share: WHOLE_TABLE }, {}))
    for (const { dataType, subType, timestampMs, value } of cells)
      lines.push(`${JSON.stringify([id, dataType, subType])} ${timestampMs} ${value.toString('base64')}`);
  return lines;
}

export function exportTo(output: string, from: Stored, changes: Partial<ObjectExportOptions> = {}) {
  const selection = changes.selection ?? { corpus: 'users', ids: {} };
  const options: ObjectExportOptions = {
    output,
    format: 'ndjson',
    files: 1,
    worker: WHOLE_TABLE,
    selection,
    restart: false,
    dryRun: false,
    source: 'test',
    signal: new AbortController().signal,
    ...changes,
  };
  return exportObjectsFiles(options, {
    openScan: () => Promise.resolve({ scan: scanOf(from, selection) }),
    codecOf: (dataType) => from.schema.codec(from.schema.dataType('users', dataType)),
    clock: systemClock,
    limits: { ...DEFAULTS.objectExport, pageRecords: 3, checkpointIntervalMs: 0 },
  });
}

export const loaderOf = ({ store: { reader, writer }, schema }: Stored): LoadObjects =>
  createLoadObjects({
    reader,
    writer,
    schema,
    clock: systemClock,
    limits: DEFAULTS.objects,
    checks: new Map(),
  });

export function loadFrom(
  file: string,
  to: Stored,
  changes: Partial<ObjectLoadOptions> & { readonly load?: LoadObjects } = {},
) {
  const { load = loaderOf(to), ...others } = changes;
  const options: ObjectLoadOptions = {
    corpus: 'users',
    file,
    stdin: Readable.from([]),
    format: 'ndjson',
    recordBytesMax: 10_000_000,
    rowGroupBytesMax: DEFAULTS.objectLoad.rowGroupBytesMax,
    dryRun: false,
    restart: false,
    target: 'test',
    signal: new AbortController().signal,
    ...others,
  };
  return loadObjectsFile(options, {
    load,
    clock: systemClock,
    random: systemRandom,
    limits: { ...DEFAULTS.objectLoad, batchRecords: 4, checkpointIntervalMs: 0 },
    policy: { initialDelayMs: 5, maxDelayMs: 50, timeoutMs: 5_000 },
  });
}

export const profileOf = (locale: string, unknown: readonly number[] = []): Buffer =>
  Buffer.concat([tidemark.v1.Profile.encode({ locale }).finish(), Buffer.from(unknown)]);
