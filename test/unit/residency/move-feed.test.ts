import type { FeedRecord } from '../../../src/core/residency/feed-record';
import { LOCATION_FAMILY } from '../../../src/core/residency/location-family';
import { OpenMoves } from '../../../src/core/residency/open-moves';
import { seededRandom } from '../../../src/platform/random';
import { MoveFeed } from '../../../src/residency/move-feed';
import { MemoryTransactions } from '../../support/memory-transactions';
import { VirtualClock } from '../../support/virtual-clock';

const call = { timeoutMs: 1_000 };
const begun = (id: string): FeedRecord => ({
  kind: 'begun',
  wave: {
    id,
    group: 'users',
    from: 'us',
    to: 'eu',
    begunAtMs: 0,
    subjects: [{ key: `key-of-${id}`, epoch: 2 }],
  },
});
const state = (waveId: string, reached: 'overlaid' | 'settled'): FeedRecord => ({
  kind: 'state',
  waveId,
  state: reached,
});
const ended = (waveId: string): FeedRecord => ({ kind: 'ended', waveId });

describe('The move feed of a directory that is being rebuilt', () => {
  let feed: MoveFeed;
  let clock: VirtualClock;

  beforeEach(() => {
    clock = new VirtualClock();
    feed = new MoveFeed({
      transactions: new MemoryTransactions(LOCATION_FAMILY),
      clock,
      random: seededRandom(1),
    });
  });

  it('takes no record, and is not trimmed', async () => {
    await feed.append([begun('a'), ended('a'), begun('b'), ended('b')], call);
    await feed.beginRebuild(call);
    await feed.beginRebuild(call);
    const rebuilding = expect.objectContaining({ code: 'directory_rebuilding', retryable: true }) as Error;
    await expect(feed.append([begun('c')], call)).rejects.toThrow(rebuilding);
    await expect(feed.trim(2, call)).rejects.toThrow(rebuilding);
    expect((await feed.read(0, call)).isRebuilding).toBe(true);
  });

  it('begins anew at numbers that no process has seen, with the waves that are open', async () => {
    await feed.append([begun('a')], call);
    await feed.beginRebuild(call);
    await feed.endRebuild([begun('b'), state('b', 'overlaid')], call);
    const page = await feed.read(0, call);
    const first = Math.floor(clock.nowMs() / 1_000);
    expect(page.isRebuilding).toBe(false);
    expect(page.records.map(({ number }) => number)).toEqual([first, first + 1]);
    // What the feed had before the directory was lost.
    for (const last of [1, 2, 3, 1_000_000])
      expect([last, (await feed.read(last, call)).isContinuous]).toEqual([last, false]);
    expect(await feed.append([ended('b')], call)).toBe(first + 2);
  });

  it('keeps a number although no wave is open', async () => {
    await feed.beginRebuild(call);
    await feed.endRebuild([], call);
    await feed.append([begun('a')], call);
    expect((await feed.read(0, call)).isContinuous).toBe(false);
    expect((await feed.read(1, call)).isContinuous).toBe(false);
  });
});

describe('Trimming the move feed', () => {
  let feed: MoveFeed;

  beforeEach(() => {
    const transactions = new MemoryTransactions(LOCATION_FAMILY);
    feed = new MoveFeed({ transactions, clock: new VirtualClock(), random: seededRandom(1) });
  });

  const numbers = async () => (await feed.read(0, call)).records.map(({ number }) => number);
  const openWaves = async () => {
    const moves = new OpenMoves();
    for (const { record } of (await feed.read(0, call)).records) moves.apply(record);
    return moves.waves().map(({ wave, state: reached }) => [wave.id, reached]);
  };

  it('removes the oldest records, once there are twice as many as stay', async () => {
    await feed.append([begun('a'), ended('a'), begun('b')], call);
    expect(await feed.trim(2, call)).toBe(0);
    await feed.append([ended('b')], call);
    expect(await feed.trim(2, call)).toBe(2);
    expect(await numbers()).toEqual([3, 4]);
    expect((await feed.read(0, call)).isContinuous).toBe(false);
  });

  it('records open waves again behind all others, with their states', async () => {
    await feed.append(
      [begun('a'), begun('b'), state('b', 'settled'), begun('c'), ended('c'), begun('d')],
      call,
    );
    expect(await feed.trim(2, call)).toBe(4);
    expect(await numbers()).toEqual([5, 6, 7, 8, 9]);
    const open = [
      ['d', 'preparing'],
      ['a', 'preparing'],
      ['b', 'settled'],
    ];
    expect(await openWaves()).toEqual(open);
  });
});
