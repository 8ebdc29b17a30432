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

describe('The outbox of states', () => {
  it('a flush makes as many calls as needed and leaves nothing pending', async () => {
    const calls: string[][] = [];
    const outbox = new StateOutbox(async (states) => {
      calls.push(states.map(({ campaignId }) => campaignId));
      return states;
    }, LIMITS);
    outbox.add(['a', 'b', 'c'].map((id) => state(id)));
    await outbox.flush(signal);
    expect(calls).toEqual([['a', 'b'], ['c']]);
    expect(outbox.pendingCount).toBe(0);
  });

  it('a state added during the publication of an older one is published too', async () => {
    const published: number[] = [];
    const outbox = new StateOutbox(async (states) => {
      if (published.length === 0) outbox.add([state('a', 2)]);
      published.push(...states.map(({ sequence }) => sequence));
      return states;
    }, LIMITS);
    outbox.add([state('a')]);
    await outbox.flush(signal);
    expect(published).toEqual([1, 2]);
  });

  it('states that were not published stay pending, and no others', async () => {
    const outbox = new StateOutbox(async (states) => states.slice(1), LIMITS);
    outbox.add([state('a'), state('b')]);
    await expect(outbox.flush(signal)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect([outbox.isPending('a'), outbox.isPending('b')]).toEqual([true, false]);
  });

  it('a state that is rejected repeatedly does not delay the others', async () => {
    const published: string[] = [];
    const outbox = new StateOutbox(async (states) => {
      const taken = states.filter(({ campaignId }) => campaignId !== 'a');
      published.push(...taken.map(({ campaignId }) => campaignId));
      return taken;
    }, LIMITS);
    outbox.add(['a', 'b', 'c', 'd'].map((id) => state(id)));
    await expect(outbox.flush(signal)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(published).toEqual(['b', 'c', 'd']);
    expect(outbox.pendingCount).toBe(1);
  });

  it('no call is started after the end of the leadership term', async () => {
    const ended = new AbortController();
    let calls = 0;
    const outbox = new StateOutbox(async (states) => {
      calls += 1;
      ended.abort(new Error('not the leader'));
      return states;
    }, LIMITS);
    outbox.add(['a', 'b', 'c'].map((id) => state(id)));
    await expect(outbox.flush(ended.signal)).rejects.toThrow('not the leader');
    expect(calls).toBe(1);
    expect(outbox.pendingCount).toBe(1);
  });
});
