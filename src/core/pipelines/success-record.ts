/** Record of the last success of a pipeline's full passes. Pure. */
import { objectAt, stringAt, wholeNumberAt } from '../json/json-fields';
import { TidemarkError } from '../../errors';

/** When full passes of a pipeline are expected, and when one has succeeded for the last time. Times are in milliseconds. */
export interface SuccessRecord {
  readonly pipeline: string;
  /** Expected time between two runs. Undefined: none is expected. */
  readonly everyMs?: number | undefined;
  /** Time of the first run, since the Unix epoch. */
  readonly sinceMs: number;
  /** The last run that has completed. Undefined: none has. */
  readonly last?: SucceededRun | undefined;
}

export interface SucceededRun {
  readonly runId: string;
  /** Logical time of the run, when its first worker began, since the Unix epoch. */
  readonly runTimeMs: number;
  /** Time when its last range was done, since the Unix epoch. */
  readonly endedAtMs: number;
  readonly objects: number;
}

const PREFIX = 'success#';
export const SUCCESS_QUALIFIER = Buffer.from('success');

export const successKey = (pipeline: string): Buffer => Buffer.from(PREFIX + pipeline);

/** Keys between which the records of all pipelines are. */
export const successRows = (): { readonly start: Buffer; readonly end: Buffer } => ({
  start: Buffer.from(PREFIX),
  end: Buffer.from('success$'),
});

/** Returns the record once a run has begun. */
export function afterBegin(
  stored: SuccessRecord | undefined,
  run: { readonly pipeline: string; readonly runTimeMs: number; readonly everyMs: number | undefined },
): SuccessRecord {
  const { pipeline, runTimeMs, everyMs } = run;
  return { pipeline, everyMs, sinceMs: stored?.sinceMs ?? runTimeMs, last: stored?.last };
}

/** Returns the record once a run has completed. An older run does not replace a newer one. */
export function afterSuccess(stored: SuccessRecord, run: SucceededRun): SuccessRecord {
  const isNewer = stored.last === undefined || run.runTimeMs >= stored.last.runTimeMs;
  return isNewer ? { ...stored, last: run } : stored;
}

export const encodeSuccess = (record: SuccessRecord): Buffer => Buffer.from(JSON.stringify(record));

/** Decodes a record. Throws `data_corrupted`. */
export function decodeSuccess(bytes: Buffer): SuccessRecord {
  try {
    const fields = objectAt(JSON.parse(bytes.toString('utf8')), 'record');
    const { everyMs, last } = fields;
    return {
      pipeline: stringAt(fields['pipeline'], 'pipeline'),
      everyMs: everyMs === undefined ? undefined : numberAt(everyMs, 'everyMs'),
      sinceMs: numberAt(fields['sinceMs'], 'sinceMs'),
      last: last === undefined ? undefined : succeededRun(objectAt(last, 'last')),
    };
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'the stored success of a pipeline is corrupted', { cause });
  }
}

function succeededRun(fields: Readonly<Record<string, unknown>>): SucceededRun {
  return {
    runId: stringAt(fields['runId'], 'runId'),
    runTimeMs: numberAt(fields['runTimeMs'], 'runTimeMs'),
    endedAtMs: numberAt(fields['endedAtMs'], 'endedAtMs'),
    objects: numberAt(fields['objects'], 'objects'),
  };
}

const numberAt = (value: unknown, field: string): number =>
  wholeNumberAt(value, field, { min: 0, max: Number.MAX_SAFE_INTEGER });
