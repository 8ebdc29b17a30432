/**
 * A wave as its mover records it, so that another mover can complete it: one cell of a row beside the fences of the
 * placement that is left. Unlike the feed it has row keys, so it is deleted with the rows.
 */
import { arrayAt, objectAt, stringAt, wholeNumberAt } from '../json/json-fields';
import { TidemarkError } from '../../errors';
import type { Wave, WaveSubject } from './feed-record';
import { LOCATION_REASONS, type LocationReason } from './location';

/** A subject of a wave. */
export interface MovingSubject extends WaveSubject {
  readonly rowKey: Buffer;
}

export interface StoredWave extends Wave {
  readonly subjects: readonly MovingSubject[];
  /** Why the rows move: the reason of the entries afterwards. */
  readonly reason: LocationReason;
  /** Number of the mover that last took the wave over. */
  readonly term: number;
  /** Whether the wave is being cancelled. */
  readonly isCancelled: boolean;
  /** Whether the API has recorded the wave, and no mover has taken it over yet. Default: false. */
  readonly isRequested: boolean;
}

const ID_DIGITS = 16;

/** Returns the id of a new wave. `random`: numbers from 0 to 1. */
export function newWaveId(random: () => number): string {
  return Array.from({ length: ID_DIGITS }, () => Math.floor(random() * 16).toString(16)).join('');
}

/** Column of a wave. */
export const WAVE_QUALIFIER = Buffer.from('wave');
/** Timestamp of its cell, in microseconds: in the year 2100, so that no garbage collection by age removes it. */
export const WAVE_MICROS = Date.UTC(2100, 0, 1) * 1_000;

/** Prefix of the keys of waves. No fence has it. */
export const WAVE_PREFIX = '!wave:';

export const waveKey = (id: string): Buffer => Buffer.from(WAVE_PREFIX + id);

export function encodeWave({ subjects, ...wave }: StoredWave): Buffer {
  const rows = subjects.map(({ key, epoch, rowKey }) => [key, epoch, rowKey.toString('base64')]);
  return Buffer.from(JSON.stringify({ ...wave, subjects: rows }));
}

/** Decodes a wave. Throws `data_corrupted`. */
export function decodeWave(bytes: Buffer): StoredWave {
  try {
    const fields = objectAt(JSON.parse(bytes.toString('utf8')), 'wave');
    const text = (name: string): string => stringAt(fields[name], name);
    const reason = LOCATION_REASONS.find((each) => each === fields['reason']);
    if (reason === undefined) throw new Error('reason');
    return {
      id: text('id'),
      group: text('group'),
      from: text('from'),
      to: text('to'),
      reason,
      term: numberAt(fields['term'], 'term'),
      begunAtMs: numberAt(fields['begunAtMs'], 'begunAtMs'),
      isCancelled: fields['isCancelled'] === true,
      isRequested: fields['isRequested'] === true,
      subjects: arrayAt(fields['subjects'], 'subjects').map(subjectOf),
    };
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'the record of a wave is corrupted', { cause });
  }
}

function subjectOf(value: unknown): MovingSubject {
  const [key, epoch, rowKey] = arrayAt(value, 'subjects');
  return {
    key: stringAt(key, 'key'),
    epoch: numberAt(epoch, 'epoch'),
    rowKey: Buffer.from(stringAt(rowKey, 'rowKey'), 'base64'),
  };
}

const numberAt = (value: unknown, field: string): number =>
  wholeNumberAt(value, field, { min: 0, max: Number.MAX_SAFE_INTEGER });
