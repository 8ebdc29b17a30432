import { decodePacingSnapshot, encodePacingSnapshot } from '../../../../src/codec/messages/pacing-messages';
import type { PacingDecision } from '../../../../src/core/pacing/pacing';
import {
  sortByCampaign,
  planPublication,
  type PublishedState,
} from '../../../../src/core/pacing/published-state';
import { tidemarkError } from '../../../support/tidemark-error';

const DECISION: PacingDecision = {
  campaignId: 'c1',
  day: '2026-11-21',
  state: 'throttled',
  passShare: 0.25,
  reason: 'ahead_of_pace',
  unitsPurchased: 16_000,
  count: 4_000,
  unitsPerSecond: 2.5,
  completeUpToMs: 1_763_700_000_000,
  priority: 50,
};
const STATE: PublishedState = { ...DECISION, decidedAtMs: 1_763_700_001_000, epoch: 3, sequence: 7 };
const rules = (isFull = false, pending: readonly string[] = []) => ({
  isFull,
  isPending: (id: string) => pending.includes(id),
});
const published = (...states: PublishedState[]) => new Map(states.map((state) => [state.campaignId, state]));

describe('a publication', () => {
  it('is empty if only the inputs of the decision have changed', () => {
    const decision = { ...DECISION, count: 4_001, unitsPerSecond: 3, completeUpToMs: undefined };
    expect(planPublication(published(STATE), [decision], rules())).toEqual({
      changed: [],
      unchanged: [STATE],
    });
  });

  it.each([
    ['the state', { state: 'stopped' }],
    ['the pass share', { passShare: 0.2501 }],
    ['the reason', { reason: 'counts_stale' }],
    ['the day', { day: '2026-11-22' }],
    ['the units purchased', { unitsPurchased: 16_001 }],
    ['the priority', { priority: 1 }],
  ] as const)('contains a campaign of which %s has changed', (_, change) => {
    const decision = { ...DECISION, ...change };
    const other = { ...STATE, campaignId: 'c2' };
    const decisions = [decision, { ...DECISION, campaignId: 'c2' }];
    expect(planPublication(published(STATE, other), decisions, rules())).toEqual({
      changed: [decision],
      unchanged: [other],
    });
  });

  it('contains a campaign that was never published', () => {
    expect(planPublication(new Map(), [DECISION], rules())).toEqual({ changed: [DECISION], unchanged: [] });
  });

  it('contains everything if it is full', () => {
    expect(planPublication(published(STATE), [DECISION], rules(true))).toEqual({
      changed: [DECISION],
      unchanged: [],
    });
  });

  it('contains the stop of a campaign without a flight until that state has been published', () => {
    const { changed } = planPublication(published(STATE), [], rules());
    expect(changed).toEqual([
      expect.objectContaining({ campaignId: 'c1', state: 'stopped', passShare: 0, reason: 'no_flight' }),
    ]);
    const withdrawn = { ...STATE, ...changed[0]! };
    const expected = { changed: [], unchanged: [withdrawn] };
    expect(planPublication(published(withdrawn), [], rules())).toEqual(expected);
    expect(planPublication(published(withdrawn), [], rules(true, ['c1']))).toEqual(expected);
    expect(planPublication(published(withdrawn), [], rules(true))).toEqual({ changed: [], unchanged: [] });
  });

  it('is in the order of campaign ids', () => {
    const ids = ['b', 'c', 'a'].map((campaignId) => ({ ...STATE, campaignId }));
    expect(sortByCampaign(ids).map(({ campaignId }) => campaignId)).toEqual(['a', 'b', 'c']);
  });
});

describe('published states as protobuf', () => {
  const snapshot = {
    epoch: 3,
    sequence: 8,
    decidedAtMs: 1_763_700_002_000,
    controller: 'host.1.ab',
    states: [STATE, { ...STATE, campaignId: 'c2', state: 'active' as const, completeUpToMs: undefined }],
  };

  it('are decoded as they were encoded', () => {
    expect(decodePacingSnapshot(encodePacingSnapshot(snapshot))).toEqual(snapshot);
  });

  it('are rejected as corrupted if they are cut or have an unknown state', () => {
    const bytes = encodePacingSnapshot(snapshot);
    expect(() => decodePacingSnapshot(bytes.subarray(0, -3))).toThrow(tidemarkError('data_corrupted'));
    const strange = encodePacingSnapshot({ ...snapshot, states: [{ ...STATE, state: 'on' as never }] });
    expect(() => decodePacingSnapshot(strange)).toThrow(tidemarkError('data_corrupted'));
  });
});
