import {
  isLater,
  isRightFor,
  LOCATION_STATES,
  placementsToRead,
  writePlacement,
  type Location,
  type LocationState,
} from '../../../../src/core/residency/location';
import {
  decodeEntry,
  decodeFence,
  encodeDirectoryEntry,
  encodeFence,
} from '../../../../src/core/residency/stored-location';
import { tidemarkError } from '../../../support/tidemark-error';

const moving = (epoch: number, state: LocationState): Location => ({ epoch, state, from: 'us', to: 'eu' });
const home = (epoch: number, placement: string): Location => ({
  epoch,
  state: 'home',
  from: placement,
  to: placement,
});

/** A move from its beginning to its end. */
const STAGES: readonly Location[] = [
  home(1, 'us'),
  moving(2, 'preparing'),
  moving(2, 'overlaid'),
  moving(2, 'settled'),
  home(2, 'eu'),
];

describe('A location', () => {
  it.each([
    [home(1, 'us'), ['us'], 'us'],
    [moving(2, 'preparing'), ['us', 'eu'], 'us'],
    [moving(2, 'overlaid'), ['us', 'eu'], 'eu'],
    [moving(2, 'settled'), ['eu'], 'eu'],
    [home(2, 'eu'), ['eu'], 'eu'],
  ])('%o is read in %p and written in %p', (location, read, written) => {
    expect([placementsToRead(location), writePlacement(location)]).toEqual([read, written]);
  });

  it('is later the further its move is', () => {
    const later = STAGES.map((a) => STAGES.map((b) => isLater(a, b)));
    expect(later).toEqual(STAGES.map((_, a) => STAGES.map((_, b) => a > b)));
    expect(isLater(home(3, 'us'), home(2, 'eu'))).toBe(true);
  });

  /** Rows: what an operation was based on. Columns: what was so when it ended. */
  it('is right for a read that looked exactly where acknowledged writes are', () => {
    expect(STAGES.map((used) => STAGES.map((actual) => isRightFor('read', used, actual)))).toEqual([
      [true, false, false, false, false],
      [false, true, true, false, false],
      [false, true, true, false, false],
      [false, false, false, true, true],
      [false, false, false, true, true],
    ]);
  });

  it('is right for a write that went where writes go', () => {
    expect(STAGES.map((used) => STAGES.map((actual) => isRightFor('write', used, actual)))).toEqual([
      [true, true, false, false, false],
      [false, true, false, false, false],
      [false, false, true, true, true],
      [false, false, true, true, true],
      [false, false, true, true, true],
    ]);
  });

  it('is not right for another placement in the same epoch, which a directory restored from a backup may name', () => {
    for (const use of ['read', 'write'] as const)
      expect(isRightFor(use, home(1, 'us'), home(1, 'eu'))).toBe(false);
  });

  it('is not right for another stay in the same placement', () => {
    for (const use of ['read', 'write'] as const) {
      expect(isRightFor(use, home(1, 'us'), home(3, 'us'))).toBe(false);
      expect(isRightFor(use, home(1, 'us'), { ...moving(4, 'preparing'), from: 'us' })).toBe(false);
    }
  });
});

describe('A stored location', () => {
  const entry = {
    ...moving(7, 'overlaid'),
    reason: 'explicit' as const,
    group: 'users',
    term: 3,
    decidedAtMs: 1_000,
    changedAtMs: 2_000,
  };

  it('is read as it was written', () => {
    for (const accessLocation of ['DE', undefined])
      expect(decodeEntry(encodeDirectoryEntry({ ...entry, accessLocation }))).toEqual({
        ...entry,
        accessLocation,
      });
    for (const state of LOCATION_STATES) {
      const location = state === 'home' ? home(5, 'eu') : moving(5, state);
      expect(decodeFence(encodeFence(location))).toEqual(location);
    }
  });

  it.each([
    ['no JSON', '{'],
    ['an unknown state', JSON.stringify({ ...entry, state: 'away' })],
    ['a move to where it is', JSON.stringify({ ...entry, to: 'us' })],
    ['a home in two placements', JSON.stringify({ ...entry, state: 'home' })],
    ['an unknown reason', JSON.stringify({ ...entry, reason: 'guess' })],
    ['a negative epoch', JSON.stringify({ ...entry, epoch: -1 })],
    ['no group', JSON.stringify({ ...entry, group: undefined })],
    ['no term', JSON.stringify({ ...entry, term: undefined })],
  ])('with %s is corrupted', (_, text) => {
    expect(() => decodeEntry(Buffer.from(text))).toThrow(tidemarkError('data_corrupted'));
  });
});
