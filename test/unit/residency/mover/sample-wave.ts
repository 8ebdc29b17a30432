import type { StoredWave } from '../../../../src/core/residency/stored-wave';
import { rowKey } from '../../../../src/core/rows/row-key';

/** A subject that moves for the first time. */
export const SUBJECT = { key: 'k', epoch: 2, rowKey: rowKey('anna') };

/** A wave of this subject alone, of its first mover. */
export const WAVE: StoredWave = {
  id: 'w',
  group: 'users',
  from: 'us',
  to: 'eu',
  reason: 'explicit',
  term: 1,
  begunAtMs: 0,
  isCancelled: false,
  isRequested: false,
  subjects: [SUBJECT],
};
