import type { DirectoryEntry, Location } from '../../../../src/core/residency/location';
import {
  rebuiltLocation,
  type EvidenceOfWave,
  type PlacementEvidence,
  type RebuiltLocation,
} from '../../../../src/core/residency/rebuilt-location';
import type { RowClaim } from '../../../../src/core/residency/row-role';

const home = (placement: string, epoch: number): Location => ({
  epoch,
  state: 'home',
  from: placement,
  to: placement,
});
const moving = (state: 'preparing' | 'overlaid' | 'settled', epoch: number): Location => ({
  epoch,
  state,
  from: 'us',
  to: 'eu',
});
const entryAt = (location: Location, wave?: string): DirectoryEntry => ({
  ...location,
  group: 'users',
  reason: 'default',
  term: 0,
  wave,
  decidedAtMs: 0,
  changedAtMs: 0,
});
const claim = (role: RowClaim['role'], epoch: number): RowClaim => ({ role, epoch, term: 7 });
const at = (placement: string, of: Partial<PlacementEvidence> = {}): PlacementEvidence => ({
  placement,
  hasRow: of.claims !== undefined,
  claims: [],
  fence: undefined,
  ...of,
});
const WAVE: EvidenceOfWave = {
  id: 'w',
  from: 'us',
  to: 'eu',
  term: 4,
  epoch: 2,
  isCancelled: false,
  isRequested: false,
};
/** Returns the location that is decided, or the kind of the result without one. */
const located = (result: RebuiltLocation): Location | string =>
  result.kind === 'changed' ? result.location : result.kind;

describe('The location of a subject in a directory from a backup', () => {
  it.each<[string, DirectoryEntry | undefined, readonly PlacementEvidence[], Location | string]>([
    [
      'keeps an entry whose rows are in its home',
      entryAt(home('eu', 2)),
      [at('us'), at('eu', { claims: [claim('filling', 2)] })],
      'kept',
    ],
    ['keeps an entry without any sign', entryAt(home('eu', 1)), [at('us'), at('eu')], 'kept'],
    [
      'needs no entry for rows in the default placement',
      undefined,
      [at('us', { hasRow: true }), at('eu')],
      'kept',
    ],
    [
      'follows the claim of a later move',
      entryAt(home('us', 1)),
      [at('us'), at('eu', { claims: [claim('filling', 2)] })],
      home('eu', 2),
    ],
    [
      'follows the later of two claims',
      entryAt(home('us', 1)),
      [at('us', { claims: [claim('filling', 5)] }), at('eu', { claims: [claim('filling', 4)] })],
      home('us', 5),
    ],
    [
      'ignores the rows of an earlier home that a mover was about to delete',
      undefined,
      [at('us', { claims: [claim('leaving', 2)] }), at('eu', { claims: [claim('filling', 2)] })],
      home('eu', 2),
    ],
    [
      'follows a later fence, also without rows',
      entryAt(home('us', 1)),
      [at('us', { fence: moving('settled', 2) }), at('eu')],
      home('eu', 2),
    ],
    [
      'takes a move that was only prepared as cancelled',
      entryAt(home('us', 1)),
      [at('us', { fence: moving('preparing', 2) }), at('eu')],
      home('us', 3),
    ],
    [
      'takes an entry that is preparing as cancelled without a wave',
      entryAt(moving('preparing', 2), 'w'),
      [at('us'), at('eu')],
      home('us', 3),
    ],
    [
      'ends a move that is overlaid without a wave',
      entryAt(moving('overlaid', 2), 'w'),
      [at('us'), at('eu')],
      home('eu', 2),
    ],
    [
      'follows rows that no mover has touched',
      undefined,
      [at('us'), at('eu', { hasRow: true })],
      home('eu', 1),
    ],
    [
      'follows such rows rather than an entry without rows',
      entryAt(home('us', 3)),
      [at('us'), at('eu', { hasRow: true })],
      home('eu', 4),
    ],
    [
      'keeps an entry with rows where others are, too',
      entryAt(home('us', 1)),
      [at('us', { hasRow: true }), at('eu', { hasRow: true })],
      'kept',
    ],
    [
      'decides nothing for such rows in two placements',
      undefined,
      [at('us', { hasRow: true }), at('eu', { hasRow: true })],
      'undecided',
    ],
    [
      'raises an epoch that is behind',
      entryAt(home('us', 1)),
      [
        at('us', { claims: [claim('filling', 3)] }),
        at('eu', { fence: { ...moving('settled', 3), from: 'eu', to: 'us' } }),
      ],
      home('us', 3),
    ],
    [
      'raises the epoch of an entry that contradicts a claim of the same one',
      entryAt(home('us', 2)),
      [at('us'), at('eu', { claims: [claim('filling', 2)] })],
      home('eu', 3),
    ],
  ])('%s', (_title, entry, placements, expected) => {
    expect(located(rebuiltLocation({ entry, placements }))).toEqual(expected);
  });

  it.each<[string, Partial<EvidenceOfWave>, Location | undefined, Location | string]>([
    ['stays before the first fence', {}, undefined, 'kept'],
    ['is prepared with the first fence', {}, moving('preparing', 2), moving('preparing', 2)],
    ['is overlaid with the second', {}, moving('overlaid', 2), moving('overlaid', 2)],
    [
      'is overlaid again with the third: its rows may not have been copied',
      {},
      moving('settled', 2),
      moving('overlaid', 2),
    ],
    ['stays if the wave is being cancelled', { isCancelled: true }, moving('preparing', 2), home('us', 3)],
  ])('of a wave with a record %s', (_title, change, fence, expected) => {
    const placements = [at('us', { fence, hasRow: true }), at('eu')];
    const wave = { ...WAVE, ...change };
    expect(located(rebuiltLocation({ entry: entryAt(home('us', 1)), placements, wave }))).toEqual(expected);
  });

  it('is in the wave with its term, and stays so', () => {
    const placements = [at('us', { fence: moving('overlaid', 2), hasRow: true }), at('eu')];
    const rebuilt = rebuiltLocation({ entry: entryAt(home('us', 1)), placements, wave: WAVE });
    expect(rebuilt).toMatchObject({ by: 'wave', wave: 'w', term: 4 });
    const entry = entryAt(moving('overlaid', 2), 'w');
    expect(rebuiltLocation({ entry, placements, wave: WAVE })).toEqual({ kind: 'kept' });
    const later = entryAt(moving('settled', 2), 'w');
    expect(rebuiltLocation({ entry: later, placements, wave: WAVE })).toEqual({ kind: 'kept' });
  });

  it('is that of the rows once they have moved after a wave with a record', () => {
    const fence = moving('overlaid', 2);
    const placements = [at('us', { claims: [claim('filling', 3)], fence }), at('eu')];
    const rebuilt = rebuiltLocation({ entry: entryAt(home('us', 1)), placements, wave: WAVE });
    expect(located(rebuilt)).toEqual(home('us', 3));
  });

  it('has the term of the claims, so that the next mover has a larger one', () => {
    const placements = [at('us'), at('eu', { claims: [claim('filling', 2)] })];
    expect(rebuiltLocation({ entry: undefined, placements })).toMatchObject({ term: 7, wave: undefined });
  });
});
