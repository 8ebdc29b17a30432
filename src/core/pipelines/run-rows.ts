/** Rows of a run in the table of pipelines, and the content of their cells. Pure. */
import { arrayAt, objectAt, stringAt, wholeNumberAt } from '../json/json-fields';
import { TidemarkError } from '../../errors';

/** Record of a run. The first worker writes it, and nothing changes it. */
export interface RunRecord {
  readonly pipeline: string;
  readonly runId: string;
  readonly corpus: string;
  /** Logical time of the run, in milliseconds since the Unix epoch: the version of its output. */
  readonly runTimeMs: number;
  /** Number of ranges, each of which is a share of the shards. */
  readonly ranges: number;
  /** DataTypes that the pipeline wrote when the run began. */
  readonly writes: readonly string[];
}

/** Totals of a range, a worker or a run. */
export interface RunTally {
  /** Objects for which `process` was called. */
  objects: number;
  /** Cells written. */
  written: number;
  /** Cells deleted. */
  deleted: number;
  /** Cells that were not written, because the user's choices or erasures would hide them. */
  withheld: number;
  /** Objects that failed. */
  failed: number;
}

/** State of one range. */
export interface RangeRecord {
  /** Random id of the process that works on the range, or was the last to do so. */
  readonly owner: string;
  /** Position up to which all rows are done, as text. Undefined: none is. */
  readonly position?: string | undefined;
  /** Share of the range that is done, from 0 to 1. */
  readonly share: number;
  readonly isDone: boolean;
  readonly tally: Readonly<RunTally>;
}

export const RECORD_QUALIFIER = Buffer.from('record');
export const RANGE_QUALIFIER = Buffer.from('range');

export const emptyRunTally = (): RunTally => ({ objects: 0, written: 0, deleted: 0, withheld: 0, failed: 0 });

const TALLY_FIELDS = Object.keys(emptyRunTally()) as readonly (keyof RunTally)[];

/** Adds the totals to the sum. */
export function addRunTally(sum: RunTally, more: Readonly<RunTally>): void {
  for (const field of TALLY_FIELDS) sum[field] += more[field];
}

const RUN_PREFIX = 'run#';
const SEPARATOR = '#';
const RANGE_DIGITS = 4;

export function runKey(pipeline: string, runId: string): Buffer {
  return Buffer.from(`${RUN_PREFIX}${pipeline}${SEPARATOR}${runId}`);
}

export function rangeKey({ pipeline, runId }: Pick<RunRecord, 'pipeline' | 'runId'>, range: number): Buffer {
  return Buffer.from(
    `${runKey(pipeline, runId).toString()}${SEPARATOR}${String(range).padStart(RANGE_DIGITS, '0')}`,
  );
}

/** Returns the keys between which the rows of all runs are; with a name, those of this pipeline; with an id, of the run. */
export function runRows(pipeline?: string, runId?: string): { readonly start: Buffer; readonly end: Buffer } {
  const names = [pipeline, runId].filter((name) => name !== undefined);
  const start = `${RUN_PREFIX}${names.map((name) => name + SEPARATOR).join('')}`;
  // A run's own row has no separator behind its id.
  const from = runId === undefined ? start : start.slice(0, -1);
  return { start: Buffer.from(from), end: Buffer.from(`${start.slice(0, -1)}${AFTER_SEPARATOR}`) };
}

const AFTER_SEPARATOR = String.fromCharCode(SEPARATOR.charCodeAt(0) + 1);

/** Returns the number of the range in a key, or undefined for the row of a run. */
export function rangeOfKey(key: Buffer): number | undefined {
  const range = key.toString('utf8').split(SEPARATOR)[3];
  return range === undefined ? undefined : Number(range);
}

export const encodeRecord = (record: RunRecord | RangeRecord): Buffer => Buffer.from(JSON.stringify(record));

/** Decodes the record of a run. Throws `data_corrupted`. */
export function decodeRunRecord(bytes: Buffer): RunRecord {
  return decoded(bytes, (fields) => ({
    pipeline: stringAt(fields['pipeline'], 'pipeline'),
    runId: stringAt(fields['runId'], 'runId'),
    corpus: stringAt(fields['corpus'], 'corpus'),
    runTimeMs: numberAt(fields['runTimeMs'], 'runTimeMs'),
    ranges: numberAt(fields['ranges'], 'ranges'),
    writes: arrayAt(fields['writes'], 'writes').map((family) => stringAt(family, 'writes')),
  }));
}

/** Decodes the state of a range. Throws `data_corrupted`. */
export function decodeRangeRecord(bytes: Buffer): RangeRecord {
  return decoded(bytes, (fields) => {
    const tally = objectAt(fields['tally'], 'tally');
    const totals = TALLY_FIELDS.map((field) => [field, numberAt(tally[field], field)] as const);
    return {
      owner: stringAt(fields['owner'], 'owner'),
      position: fields['position'] === undefined ? undefined : stringAt(fields['position'], 'position'),
      share: Number(fields['share']),
      isDone: fields['isDone'] === true,
      tally: Object.fromEntries(totals) as unknown as RunTally,
    };
  });
}

function decoded<T>(bytes: Buffer, read: (fields: Readonly<Record<string, unknown>>) => T): T {
  try {
    return read(objectAt(JSON.parse(bytes.toString('utf8')), 'record'));
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'the stored record of a run is corrupted', { cause });
  }
}

const numberAt = (value: unknown, field: string): number =>
  wholeNumberAt(value, field, { min: 0, max: Number.MAX_SAFE_INTEGER });

/** Returns the numbers of the ranges of one worker: number `index`, from 0, of `count`. */
export function rangesOfWorker(
  { index, count }: { readonly index: number; readonly count: number },
  ranges: number,
): readonly number[] {
  const all = Array.from({ length: ranges }, (_, range) => range);
  return all.filter((range) => Math.floor((range * count) / ranges) === index);
}

/** State of a whole run. */
export interface RunSummary extends Readonly<RunTally> {
  readonly isComplete: boolean;
  readonly rangesDone: number;
  /** Share that is done, from 0 to 1. */
  readonly share: number;
}

/** Sums up the states of a run's ranges. */
export function summarizeRun(
  { ranges: total }: RunRecord,
  ranges: ReadonlyMap<number, RangeRecord>,
): RunSummary {
  const tally = emptyRunTally();
  let rangesDone = 0;
  let share = 0;
  for (const range of ranges.values()) {
    addRunTally(tally, range.tally);
    rangesDone += Number(range.isDone);
    share += range.share;
  }
  return { ...tally, isComplete: rangesDone === total, rangesDone, share: share / total };
}
