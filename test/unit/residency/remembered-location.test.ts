import { OpenMoves } from '../../../src/core/residency/open-moves';
import type { DirectoryEntry } from '../../../src/core/residency/location';
import { NO_PLACEMENTS } from '../../../src/core/residency/placement-rules';
import { rowKey } from '../../../src/core/rows/row-key';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import { systemClock } from '../../../src/platform/time/clock';
import { LocationCache } from '../../../src/residency/location-cache';
import { Locations, type Subject } from '../../../src/residency/locations';

const DAY_MS = 86_400_000;
const group = {
  name: 'users',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: false,
};
const subject: Subject = { key: 'A'.repeat(22), group, rowKey: rowKey('hanna') };
const ENTRY: DirectoryEntry = {
  group: 'users',
  epoch: 2,
  state: 'home',
  from: 'eu',
  to: 'eu',
  reason: 'explicit',
  term: 1,
  decidedAtMs: 1,
  changedAtMs: 1,
};
const call = { timeoutMs: 1_000 };
const evidence = { level: 'eventual', met: true, clusters: [], tier: 'nearest', lookups: 1 } as const;

/** A process that remembers the placement from which the subject has moved since, and whose fences are gone. */
function sleeper() {
  const cache = new LocationCache(10);
  cache.set(subject.key, { epoch: 1, state: 'home', from: 'us', to: 'us' });
  const follower = {
    moves: new OpenMoves(),
    changes: 0,
    isFollowing: true,
    isLeaseHeld: false,
    isRebuilding: false,
    leaseAgeMs: 0,
  };
  const present = () => Promise.resolve(ENTRY);
  const locations = new Locations({
    rules: () => NO_PLACEMENTS,
    directory: { nearest: present, present, change: present },
    follower,
    cache,
    reader: {
      readRow: () =>
        Promise.resolve({
          row: undefined,
          evidence: { ...evidence, stalenessMs: undefined, token: EMPTY_TOKEN },
        }),
    },
    hasDataByDefault: () => Promise.resolve(false),
    clock: systemClock,
  });
  return { locations, follower };
}

describe('A process that does not follow the feed', () => {
  it('uses what it remembers while fences show what it has missed', async () => {
    const { locations, follower } = sleeper();
    follower.leaseAgeMs = DAY_MS;
    const known = locations.known(subject)!;
    expect(await locations.confirm(subject, known, 'read', call)).toBe(true);
  });

  it.each(['read', 'write'] as const)(
    'looks a location up for a %s that it has remembered for longer than fences are kept',
    async (use) => {
      const { locations, follower } = sleeper();
      follower.leaseAgeMs = 31 * DAY_MS;
      const known = locations.known(subject)!;
      expect(await locations.confirm(subject, known, use, call)).toBe(false);
      expect(locations.known(subject)).toBeUndefined();
      const found = await locations.find(subject, { needsPresent: false, isRetry: true }, call);
      expect(found.location.to).toBe('eu');
      expect(await locations.confirm(subject, found, use, call)).toBe(true);
      // What is looked up meanwhile is not remembered: each use of it would be repeated.
      expect(locations.known(subject)).toBeUndefined();
    },
  );
});
