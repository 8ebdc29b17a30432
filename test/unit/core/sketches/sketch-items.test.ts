import { eventQualifier } from '../../../../src/core/events/dedup-key';
import { hash64 } from '../../../../src/core/shared/hash64';
import { eventItem, userItem } from '../../../../src/core/sketches/sketch-items';
import { AD_ACTION, click } from '../../../support/events';

const CLICK = AD_ACTION.events.actions.find(({ name }) => name === 'click')!;

describe('the item of an event', () => {
  it.each(['u1', '', 'Zoë 🌊', 'x'.repeat(5_000)])(
    'is the hash of its dedup key and the user %#',
    (userId) => {
      const qualifier = eventQualifier(click(1_000_000), CLICK);
      const expected = hash64(Buffer.concat([qualifier.subarray(0, 17), Buffer.from(userId)]));
      expect(eventItem(qualifier, userId)).toEqual(expected);
      expect(userItem(userId)).toEqual(hash64(Buffer.from(userId)));
    },
  );

  it('is the same for another event with the same dedup key', () => {
    const [first, second] = [click(1_000_000), click(1_001_000, { viewType: 'search' })].map((event) =>
      eventItem(eventQualifier(event, CLICK), 'u1'),
    );
    expect(second).toEqual(first);
    const later = eventItem(eventQualifier(click(1_010_000), CLICK), 'u1');
    expect(later).not.toEqual(first);
  });
});
