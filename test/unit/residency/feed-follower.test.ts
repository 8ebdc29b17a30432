import type { FeedRecord } from '../../../src/core/residency/feed-record';
import { seededRandom } from '../../../src/platform/random';
import { FeedFollower } from '../../../src/residency/feed-follower';
import type { FeedPage } from '../../../src/residency/move-feed';
import { memoryLogger } from '../../support/memory-logger';
import { VirtualClock } from '../../support/virtual-clock';

const LIMITS = { pollIntervalMs: 1_000, pollTimeoutMs: 2_000, leaseMs: 3_000 };

/** Clock whose wall and monotonic times can be moved apart, as a suspended machine or a clock that was set does. */
class TwoClocks extends VirtualClock {
  wallAheadMs = 0;
  override nowMs = (): number => Date.UTC(2026, 0, 1) + Math.floor(this.monotonicMs()) + this.wallAheadMs;
}

describe('A follower of the move feed', () => {
  let clock: TwoClocks;
  let follower: FeedFollower;
  /** Records of the feed; the first one has the number `first`. */
  let records: FeedRecord[];
  let first: number;
  let answerAfterMs: number;
  let isReachable: boolean;
  let gaps: number;
  let ended: string[];

  const page = (after: number): FeedPage => {
    const numbered = records.map((record, index) => ({ number: first + index, record }));
    return {
      records: numbered.filter(({ number }) => number > after),
      isContinuous: after === 0 ? first === 1 : numbered.some(({ number }) => number === after),
      isRebuilding: false,
    };
  };

  beforeEach(() => {
    clock = new TwoClocks();
    [records, first, answerAfterMs, isReachable, gaps, ended] = [[], 1, 0, true, 0, []];
    follower = new FeedFollower({
      feed: {
        read: (after) =>
          new Promise((resolve, reject) => {
            clock.schedule(answerAfterMs, () =>
              isReachable ? resolve(page(after)) : reject(new Error('away')),
            );
          }),
      },
      clock,
      random: seededRandom(1),
      logger: memoryLogger().logger,
      limits: LIMITS,
      onGap: () => (gaps += 1),
      onEnded: (key) => ended.push(key),
    });
  });
  afterEach(() => follower.stop());

  const poll = async (): Promise<void> => {
    const polled = follower.poll();
    await clock.advance(answerAfterMs);
    await polled;
  };
  const begun = (id: string, key: string): FeedRecord => ({
    kind: 'begun',
    wave: { id, group: 'users', from: 'us', to: 'eu', begunAtMs: 0, subjects: [{ key, epoch: 2 }] },
  });

  it('has no lease before its first read', async () => {
    expect([follower.isLeaseHeld, follower.isFollowing]).toEqual([false, false]);
    await poll();
    expect([follower.isLeaseHeld, follower.isFollowing]).toEqual([true, true]);
  });

  it('keeps the lease by reading again and again, and loses it when the feed is unavailable', async () => {
    follower.start();
    await clock.advance(20_000);
    expect(follower.isLeaseHeld).toBe(true);
    isReachable = false;
    await clock.advance(LIMITS.leaseMs + LIMITS.pollIntervalMs);
    expect(follower.isLeaseHeld).toBe(false);
    isReachable = true;
    await clock.advance(LIMITS.pollIntervalMs * 2);
    expect(follower.isLeaseHeld).toBe(true);
  });

  it('counts the lease from the moment at which the read was sent', async () => {
    answerAfterMs = 1_900;
    await poll();
    expect(follower.leaseAgeMs).toBe(1_900);
    await clock.advance(1_100);
    expect(follower.isLeaseHeld).toBe(false);
  });

  it('loses the lease by either clock: a suspended machine, and a wall clock that was set back', async () => {
    await poll();
    clock.wallAheadMs = LIMITS.leaseMs;
    expect(follower.isLeaseHeld).toBe(false);
    clock.wallAheadMs = -60_000;
    expect(follower.isLeaseHeld).toBe(true);
    await clock.advance(LIMITS.leaseMs);
    expect(follower.isLeaseHeld).toBe(false);
  });

  it('knows the moves that it has read of, and reports those that end', async () => {
    records.push(begun('w', 'anna'));
    await poll();
    expect(follower.moves.of('anna')?.state).toBe('preparing');
    const { changes } = follower;
    records.push({ kind: 'state', waveId: 'w', state: 'overlaid' });
    await poll();
    expect([follower.moves.of('anna')?.state, follower.changes]).toEqual(['overlaid', changes]);
    records.push({ kind: 'ended', waveId: 'w' });
    await poll();
    expect([follower.moves.of('anna'), ended, follower.changes]).toEqual([undefined, ['anna'], changes + 1]);
  });

  it('forgets everything after a gap, and has no lease until it has read the whole feed', async () => {
    records.push(begun('w', 'anna'));
    await poll();
    records = [begun('later', 'ben')];
    first = 5;
    const { changes } = follower;
    const polled = follower.poll();
    await clock.advance(answerAfterMs);
    await polled;
    expect([gaps, follower.moves.of('anna'), follower.moves.of('ben')?.state]).toEqual([
      1,
      undefined,
      'preparing',
    ]);
    expect(follower.changes).toBeGreaterThan(changes);
  });

  it('has a gap when records were removed since it read an empty feed', async () => {
    await poll();
    [records, first] = [[begun('later', 'ben')], 5];
    await poll();
    expect([gaps, follower.isLeaseHeld, follower.moves.of('ben')?.state]).toEqual([1, true, 'preparing']);
  });

  it('takes what is left of the feed with its first read', async () => {
    [records, first] = [[begun('later', 'ben')], 5];
    await poll();
    expect([gaps, follower.isLeaseHeld, follower.moves.of('ben')?.state]).toEqual([0, true, 'preparing']);
  });

  it('has no lease after a gap whose second read fails', async () => {
    records.push(begun('w', 'anna'));
    await poll();
    [records, first, answerAfterMs] = [[begun('later', 'ben')], 5, 500];
    const polled = follower.poll();
    await clock.advance(500);
    isReachable = false;
    await Promise.allSettled([polled, clock.advance(500)]);
    expect([follower.isLeaseHeld, gaps]).toEqual([false, 1]);
  });
});
