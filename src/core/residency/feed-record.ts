/** Records of the move feed, by which movers report each state of a wave to all processes. */
import { arrayAt, objectAt, stringAt, wholeNumberAt } from '../json/json-fields';
import { TidemarkError } from '../../errors';
import type { SubjectKey } from './subject-key';

/** A wave: subjects that move together, from one placement to another. */
export interface Wave {
  /** Unique name. */
  readonly id: string;
  readonly group: string;
  readonly from: string;
  readonly to: string;
  /** Unix time in milliseconds. */
  readonly begunAtMs: number;
  readonly subjects: readonly WaveSubject[];
}

export interface WaveSubject {
  readonly key: SubjectKey;
  /** Epoch of the move. */
  readonly epoch: number;
}

/**
 * A record. `begun`: the wave's entries are about to become, or are, `preparing`. `state`: its entries have this state.
 * `ended`: the wave is over, completed or cancelled, and every cluster of the directory shows where its subjects are;
 * with `subjects` only for these.
 */
export type FeedRecord =
  | { readonly kind: 'begun'; readonly wave: Wave }
  | { readonly kind: 'state'; readonly waveId: string; readonly state: 'overlaid' | 'settled' }
  | {
      readonly kind: 'ended';
      readonly waveId: string;
      readonly subjects?: readonly SubjectKey[] | undefined;
    };

/** Largest number of subjects in a wave. */
export const WAVE_SUBJECTS_MAX = 1_000;

export function encodeFeedRecord(record: FeedRecord): Buffer {
  return Buffer.from(JSON.stringify(plain(record)));
}

function plain(record: FeedRecord): object {
  if (record.kind !== 'begun') return record;
  const { subjects, id, group, from, to, begunAtMs } = record.wave;
  const keys = subjects.map(({ key, epoch }) => [key, epoch]);
  return { kind: 'begun', id, group, from, to, begunAtMs, subjects: keys };
}

/** Decodes a record. Throws `data_corrupted`. */
export function decodeFeedRecord(bytes: Buffer): FeedRecord {
  try {
    return recordOf(objectAt(JSON.parse(bytes.toString('utf8')), 'record'));
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'a record of the move feed is corrupted', { cause });
  }
}

function recordOf(fields: Readonly<Record<string, unknown>>): FeedRecord {
  const text = (name: string): string => stringAt(fields[name], name);
  switch (fields['kind']) {
    case 'begun': {
      const subjects = arrayAt(fields['subjects'], 'subjects').map(subjectOf);
      const begunAtMs = wholeNumberAt(fields['begunAtMs'], 'begunAtMs', TIMES);
      return {
        kind: 'begun',
        wave: {
          id: text('id'),
          group: text('group'),
          from: text('from'),
          to: text('to'),
          begunAtMs,
          subjects,
        },
      };
    }
    case 'state': {
      const state = text('state');
      if (state !== 'overlaid' && state !== 'settled') throw new Error(`state ${state}`);
      return { kind: 'state', waveId: text('waveId'), state };
    }
    case 'ended': {
      const { subjects } = fields;
      const waveId = text('waveId');
      if (subjects === undefined) return { kind: 'ended', waveId };
      return {
        kind: 'ended',
        waveId,
        subjects: arrayAt(subjects, 'subjects').map((key) => stringAt(key, 'subjects')),
      };
    }
    default:
      throw new Error(`kind ${String(fields['kind'])}`);
  }
}

const TIMES = { min: 0, max: Number.MAX_SAFE_INTEGER };

function subjectOf(value: unknown): WaveSubject {
  const [key, epoch] = arrayAt(value, 'subjects');
  return {
    key: stringAt(key, 'key'),
    epoch: wholeNumberAt(epoch, 'epoch', { min: 1, max: Number.MAX_SAFE_INTEGER }),
  };
}
