import type { ActionEvent } from '../../../../src/core/events/event';
import type { ErrorCode } from '../../../../src/errors';
import { tidemarkError } from '../../../support/tidemark-error';
import { validateEvent } from '../../../../src/core/events/validate-event';
import { ACTIONS, AD_ACTION, adEvent, click, DAY_MS, eventRules } from '../../../support/events';

const NOW = Date.UTC(2026, 10, 21);
const validate = (event: ActionEvent, path = ''): unknown =>
  validateEvent(event, eventRules(), { nowMs: NOW, path });

describe('event validation', () => {
  it('returns the declaration of the action', () => {
    expect(validate(click(NOW))).toBe(ACTIONS.get('click'));
  });

  it.each(AD_ACTION.events.levels)(
    'accepts an event with an entity at the $name level only',
    ({ dimension }) => {
      const event = adEvent({
        action: 'impression',
        eventTimeMs: NOW,
        insertionId: 'i1',
        [dimension.name]: 'x',
      });
      expect(validate(event)).toBe(ACTIONS.get('impression'));
    },
  );

  it.each<[string, ActionEvent, string, ErrorCode]>([
    ['an empty user', click(NOW, { userId: '' }), 'userId', 'invalid_argument'],
    ['an unknown action', click(NOW, { action: 'hover' }), 'action', 'unknown_action'],
    ['an empty id', click(NOW, { viewType: '' }), 'viewType', 'invalid_argument'],
    ['an id over 1 KB', click(NOW, { sessionId: 'x'.repeat(1_025) }), 'sessionId', 'invalid_argument'],
    ['an id over 1 KB in UTF-8', click(NOW, { adId: 'ß'.repeat(513) }), 'adId', 'invalid_argument'],
    ['half a surrogate pair', click(NOW, { adId: '\ud83d' }), 'adId', 'invalid_argument'],
    ['a missing dedup dimension', click(NOW, { action: 'impression' }), 'insertionId', 'invalid_argument'],
    [
      'no entity',
      adEvent({ action: 'impression', eventTimeMs: NOW, insertionId: 'i' }),
      'adId',
      'invalid_argument',
    ],
    ['a negative time', click(-1), 'eventTime', 'invalid_argument'],
    ['a fractional time', click(NOW + 0.5), 'eventTime', 'invalid_argument'],
    ['a time before its retention', click(NOW - 400 * DAY_MS - 1), 'eventTime', 'event_too_old'],
    ['a time ahead of the tolerance', click(NOW + 600_001), 'eventTime', 'event_in_future'],
  ])('rejects %s and names the field', (_what, event, field, code) => {
    expect(() => validate(event, 'events[7].')).toThrow(tidemarkError(code, `events[7].${field}`));
  });

  it('rejects an event without a required dimension that is not a level', () => {
    const rules = eventRules();
    const dimensions = rules.type.dimensions.map((each) => ({
      ...each,
      required: each.name === 'sessionId',
    }));
    const strict = { ...rules, type: { ...rules.type, dimensions } };
    const check = (event: ActionEvent): unknown => validateEvent(event, strict, { nowMs: NOW });
    expect(() => check(click(NOW))).toThrow(tidemarkError('invalid_argument', 'sessionId'));
    expect(check(click(NOW, { sessionId: 's' }))).toBeDefined();
  });

  it.each([
    ['1,024 bytes of id', click(NOW, { adId: 'ß'.repeat(512) })],
    ['an emoji', click(NOW, { adId: '😀' })],
    ['the oldest retained time', click(NOW - 400 * DAY_MS)],
    ['the furthest tolerated time', click(NOW + 600_000)],
  ])('accepts %s', (_what, event) => {
    expect(validate(event)).toBeDefined();
  });
});
