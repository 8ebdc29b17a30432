import { ACTION_OFFSET, DEDUP_PREFIX_BYTES, eventQualifier } from '../../../../src/core/events/dedup-key';
import { eventFromNamed, type ActionEvent } from '../../../../src/core/events/event';
import { ACTIONS, AD_ACTION, adEvent, click } from '../../../support/events';

const T = Date.UTC(2026, 10, 21, 5, 35, 3, 250);
const ALL = {
  viewType: 'home_feed',
  adId: 'a1',
  adGroupId: 'g1',
  campaignId: 'c1',
  advertiserId: 'v1',
  insertionId: 'i1',
  sessionId: 's1',
};
const qualifierOf = (event: ActionEvent): Buffer => eventQualifier(event, ACTIONS.get(event.action)!);
const dedupKeyOf = (event: ActionEvent): string => qualifierOf(event).toString('hex', 0, DEDUP_PREFIX_BYTES);

describe('the qualifier of an event', () => {
  // A change of any byte would count stored events twice.
  it('never changes', () => {
    expect(qualifierOf(click(T)).toString('hex')).toBe('6b012d8402034f05f3792c0830b064f59cfe9bb6d0');
    const impression = adEvent({ action: 'impression', eventTimeMs: T, insertionId: 'i1', adId: '用户' });
    expect(qualifierOf(impression).toString('hex')).toBe('6b00df00010bdf07b425ce00854f01be5e3f94760c');
  });

  it.each([
    ['impression', ALL, '6b00df00010bdf07b425ce00854f01be5e52901807'],
    ['click', { ...ALL, sessionId: undefined }, '6b012d8402034f05f3792c0830b064f59cac4117e6'],
    ['view', { campaignId: 'c1' }, '6b012d70038e99133524b3188f308006d319bfae8e'],
    ['save', { adId: '😀'.repeat(50), sessionId: 's1' }, '6b00df0004f55eea84f475d89f1fd31efcb74666b5'],
  ] as const)('never changes for the declared policy of %s', (action, ids, hex) => {
    const declared = AD_ACTION.events.actions.find(({ name }) => name === action)!;
    const event = eventFromNamed(AD_ACTION.events, { userId: 'u1', action, eventTimeMs: T, ids });
    expect(eventQualifier(event, declared).toString('hex')).toBe(hex);
  });

  it('begins with the dedup window and the action, so that columns sort by time', () => {
    const qualifier = qualifierOf(click(T));
    expect(qualifier.readUInt32BE(0) * 1_000).toBe(Date.UTC(2026, 10, 21, 5, 35, 0));
    expect(qualifier[ACTION_OFFSET]).toBe(2);
  });

  it.each([
    ['a redelivery', click(T), click(T)],
    ['a later click on the ad in its ten seconds', click(T), click(T + 6_700)],
    ['a dimension that the policy does not name', click(T), click(T, { viewType: 'search' })],
  ])('shares the dedup key with %s', (_what, a, b) => {
    expect(dedupKeyOf(b)).toBe(dedupKeyOf(a));
  });

  it.each([
    ['another window', click(T), click(T + 7_000)],
    ['another ad', click(T), click(T, { adId: 'a2' })],
    ['another action', click(T), click(T, { action: 'save' })],
  ])('differs in the dedup key for %s', (_what, a, b) => {
    expect(dedupKeyOf(b)).not.toBe(dedupKeyOf(a));
  });

  it('hashes lengths with the values, so that moving a character between fields results in another event', () => {
    const policy = {
      ...ACTIONS.get('click')!,
      dedup: {
        dimensions: [...ACTIONS.get('click')!.dedup.dimensions, ...ACTIONS.get('view')!.dedup.dimensions],
        windowSeconds: 10,
      },
    };
    const a = eventQualifier(click(T, { adId: 'ab', campaignId: 'c' }), policy);
    const b = eventQualifier(click(T, { adId: 'a', campaignId: 'bc' }), policy);
    expect(a.subarray(0, DEDUP_PREFIX_BYTES)).not.toEqual(b.subarray(0, DEDUP_PREFIX_BYTES));
    expect(a.subarray(DEDUP_PREFIX_BYTES)).not.toEqual(b.subarray(DEDUP_PREFIX_BYTES));
  });

  it.each(['viewType', 'adGroupId', 'campaignId', 'advertiserId', 'insertionId', 'sessionId'] as const)(
    'keeps events that differ in %s in columns of their own',
    (field) => {
      expect(qualifierOf(click(T, { [field]: 'x' }))).not.toEqual(qualifierOf(click(T)));
    },
  );

  it('is the same for the same content at another time of the window, as another version of the cell', () => {
    expect(qualifierOf(click(T + 1))).toEqual(qualifierOf(click(T)));
  });

  it('distinguishes events a millisecond apart if the action has no window', () => {
    const save = (ms: number): ActionEvent => click(ms, { action: 'save' });
    expect(dedupKeyOf(save(T + 1))).not.toBe(dedupKeyOf(save(T)));
    expect(qualifierOf(save(T)).readUInt32BE(0)).toBe(Math.floor(T / 1_000));
  });

  it('accepts values of any length', () => {
    const long = 'ß'.repeat(5_000);
    expect(qualifierOf(click(T, { adId: long }))).not.toEqual(qualifierOf(click(T, { adId: `${long}x` })));
  });
});

describe('dimensions that were added to a type', () => {
  const { actions } = AD_ACTION.events;
  const [impression] = actions;
  const qualifierWith = (dimensions: readonly (string | undefined)[]): string =>
    eventQualifier({ eventTimeMs: T, dimensions }, { ...impression!, dedup: NO_DEDUP }).toString('hex');
  const NO_DEDUP = { dimensions: [], windowSeconds: 60 };

  it.each([0, 1, 5, 6, 7, 8, 9, 20])('do not change the column of an event with %i dimensions', (count) => {
    for (const last of ['x', undefined]) {
      const before = Array.from({ length: count }, (_, i) =>
        i === count - 1 ? last : i % 2 ? 'y' : undefined,
      );
      for (const more of [1, 2, 9]) {
        const after = [...before, ...new Array<undefined>(more).fill(undefined)];
        expect(qualifierWith(after)).toBe(qualifierWith(before));
      }
    }
  });

  it('distinguish events that have them', () => {
    const seen = new Set<string>();
    const all = [['a'], [undefined, 'a'], [...new Array<undefined>(7).fill(undefined), 'a']];
    const later = [...new Array<undefined>(8).fill(undefined), 'a'];
    const both = [...new Array<undefined>(7).fill(undefined), 'a', 'a'];
    for (const dimensions of [[], ...all, later, both]) seen.add(qualifierWith(dimensions));
    expect(seen.size).toBe(6);
  });
});
