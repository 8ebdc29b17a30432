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
const rules = (isFull = false, untold: readonly string[] = []) => ({
  isFull,
  isPending: (id: string) => untold.includes(id),
});
const published = (...states: PublishedState[]) => new Map(states.map((state) => [state.campaignId, state]));

describe('what there is to publish', () => {
  it('is nothing where only what the decision was made on has changed', () => {
    const decision = { ...DECISION, count: 4_001, unitsPerSecond: 3, completeUpToMs: undefined };
    expect(planPublication(published(STATE), [decision], rules())).toEqual({ changed: [], kept: [STATE] });
  });

  it.each([
    ['the state', { state: 'stopped' }],
    ['the pass share', { passShare: 0.2501 }],
    ['the reason', { reason: 'counts_stale' }],
    ['the day', { day: '2026-11-22' }],
    ['the units purchased', { unitsPurchased: 16_001 }],
    ['the priority', { priority: 1 }],
  ] as const)('is a campaign of which %s has changed', (_, change) => {
    const decision = { ...DECISION, ...change };
    const other = { ...STATE, campaignId: 'c2' };
    const decisions = [decision, { ...DECISION, campaignId: 'c2' }];
    expect(planPublication(published(STATE, other), decisions, rules())).toEqual({
      changed: [decision],
      kept: [other],
    });
  });

  it('is a campaign that nobody has published yet', () => {
    expect(planPublication(new Map(), [DECISION], rules())).toEqual({ changed: [DECISION], kept: [] });
  });

  it('is everything in a full publication', () => {
    expect(planPublication(published(STATE), [DECISION], rules(true))).toEqual({
      changed: [DECISION],
      kept: [],
    });
  });

  it('is that a campaign is stopped which has no flight any more, and that is said until all is told', () => {
    const { changed } = planPublication(published(STATE), [], rules());
    expect(changed).toEqual([
      expect.objectContaining({ campaignId: 'c1', state: 'stopped', passShare: 0, reason: 'no_flight' }),
    ]);
    const withdrawn = { ...STATE, ...changed[0]! };
    const stands = { changed: [], kept: [withdrawn] };
    expect(planPublication(published(withdrawn), [], rules())).toEqual(stands);
    expect(planPublication(published(withdrawn), [], rules(true, ['c1']))).toEqual(stands);
    expect(planPublication(published(withdrawn), [], rules(true))).toEqual({ changed: [], kept: [] });
  });

  it('is in the order of ids', () => {
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

  it('are read as they were written', () => {
    expect(decodePacingSnapshot(encodePacingSnapshot(snapshot))).toEqual(snapshot);
  });

  it('are damaged, not half read, when they are cut or have a state that nobody knows', () => {
    const bytes = encodePacingSnapshot(snapshot);
    expect(() => decodePacingSnapshot(bytes.subarray(0, -3))).toThrow(tidemarkError('data_corrupted'));
    const strange = encodePacingSnapshot({ ...snapshot, states: [{ ...STATE, state: 'on' as never }] });
    expect(() => decodePacingSnapshot(strange)).toThrow(tidemarkError('data_corrupted'));
  });
});
