import { LocationCache } from '../../../src/residency/location-cache';
import { Locations, type Subject } from '../../../src/residency/locations';
import { OpenMoves } from '../../../src/core/residency/open-moves';
import type { DirectoryEntry } from '../../../src/core/residency/location';
import { NO_PLACEMENTS } from '../../../src/core/residency/placement-rules';
import { rowKey } from '../../../src/core/rows/row-key';
import { systemClock } from '../../../src/platform/time/clock';
import { tidemarkError } from '../../support/tidemark-error';

const group = {
  name: 'users',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: true,
};
const subject: Subject = { key: 'A'.repeat(22), group, rowKey: rowKey('hanna') };
const entry: DirectoryEntry = {
  group: 'users',
  epoch: 1,
  state: 'home',
  from: 'eu',
  to: 'eu',
  reason: 'explicit',
  term: 0,
  decidedAtMs: 1,
  changedAtMs: 1,
};
const call = { timeoutMs: 1_000 };

/** Returns locations whose directory has the entry, or none, where entries are decided, and none at the nearest cluster. */
function locationsWith(present: DirectoryEntry | undefined, hasOldRows: boolean) {
  const created: DirectoryEntry[] = [];
  const locations = new Locations({
    rules: () => NO_PLACEMENTS,
    directory: {
      nearest: async () => undefined,
      present: async () => present,
      change: async (_key, decide) => {
        const next = decide(present);
        if (next !== undefined) created.push(next);
        return next ?? present;
      },
    },
    follower: {
      moves: new OpenMoves(),
      changes: 0,
      isFollowing: true,
      isLeaseHeld: true,
      leaseAgeMs: 0,
      isRebuilding: false,
    },
    cache: new LocationCache(10),
    reader: { readRow: () => Promise.reject(new Error('not to be read')) },
    hasDataByDefault: async () => hasOldRows,
    clock: systemClock,
  });
  const claim = (accessLocation?: string) =>
    locations.claim(subject, { accessLocation, isRetry: false }, call);
  return { claim, created };
}

describe('a write to a group that requires a location', () => {
  it('uses an entry that the nearest cluster does not have yet', async () => {
    const { claim, created } = locationsWith(entry, false);
    expect((await claim()).location).toMatchObject({ from: 'eu' });
    expect(created).toEqual([]);
  });

  it('is rejected without an entry and a country, and creates none', async () => {
    const { claim, created } = locationsWith(undefined, false);
    await expect(claim()).rejects.toThrow(tidemarkError('location_required'));
    expect(created).toEqual([]);
  });

  it('keeps a subject with older rows in the default placement, and records the country', async () => {
    const { claim, created } = locationsWith(undefined, true);
    await claim('DE');
    expect(created).toMatchObject([{ from: 'us', reason: 'default', accessLocation: 'DE', group: 'users' }]);
  });
});
