import type { PublishedState } from '../../../../src/core/pacing/published-state';
import { StateOutbox } from '../../../../src/operations/pacing/state-outbox';

const LIMITS = { statesPerCall: 2, callTimeoutMs: 1_000 };
const state = (campaignId: string, sequence = 1): PublishedState => ({
  campaignId,
  sequence,
  day: '2026-11-21',
  state: 'active',
  passShare: 1,
  reason: 'on_pace',
  unitsPurchased: 1,
  count: 0,
  unitsPerSecond: 0,
  completeUpToMs: undefined,
  priority: 50,
  decidedAtMs: 0,
  epoch: 1,
});
const { signal } = new AbortController();

describe('telling states', () => {
  it('takes so many calls as it needs, and then has nothing left', async () => {
    const calls: string[][] = [];
    const telling = new StateOutbox(async (states) => {
      calls.push(states.map(({ campaignId }) => campaignId));
      return states;
    }, LIMITS);
    telling.add(['a', 'b', 'c'].map((id) => state(id)));
    await telling.flush(signal);
    expect(calls).toEqual([['a', 'b'], ['c']]);
    expect(telling.pendingCount).toBe(0);
  });

  it('tells a state that came while an older one of the campaign was under way', async () => {
    const told: number[] = [];
    const telling = new StateOutbox(async (states) => {
      if (told.length === 0) telling.add([state('a', 2)]);
      told.push(...states.map(({ sequence }) => sequence));
      return states;
    }, LIMITS);
    telling.add([state('a')]);
    await telling.flush(signal);
    expect(told).toEqual([1, 2]);
  });

  it('keeps what was not told, and only that', async () => {
    const telling = new StateOutbox(async (states) => states.slice(1), LIMITS);
    telling.add([state('a'), state('b')]);
    await expect(telling.flush(signal)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect([telling.isPending('a'), telling.isPending('b')]).toEqual([true, false]);
  });

  it('keeps no state waiting for one that is refused each time', async () => {
    const told: string[] = [];
    const telling = new StateOutbox(async (states) => {
      const taken = states.filter(({ campaignId }) => campaignId !== 'a');
      told.push(...taken.map(({ campaignId }) => campaignId));
      return taken;
    }, LIMITS);
    telling.add(['a', 'b', 'c', 'd'].map((id) => state(id)));
    await expect(telling.flush(signal)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(told).toEqual(['b', 'c', 'd']);
    expect(telling.pendingCount).toBe(1);
  });

  it('begins no call any more once this process is not in office', async () => {
    const ended = new AbortController();
    let calls = 0;
    const telling = new StateOutbox(async (states) => {
      calls += 1;
      ended.abort(new Error('not in office'));
      return states;
    }, LIMITS);
    telling.add(['a', 'b', 'c'].map((id) => state(id)));
    await expect(telling.flush(ended.signal)).rejects.toThrow('not in office');
    expect(calls).toBe(1);
    expect(telling.pendingCount).toBe(1);
  });
});
