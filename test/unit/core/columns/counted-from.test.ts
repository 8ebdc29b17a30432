import { countedFromMs } from '../../../../src/core/columns/counted-from';
import { AD_ACTION, DAY_MS } from '../../../support/events';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 5);

describe('countedFromMs', () => {
  it('is the end of the retention, moved on to where no dedup window is cut in two', () => {
    const retention = { maxAgeMs: 30 * DAY_MS };
    expect(countedFromMs(AD_ACTION.events, retention, NOW)).toBe(Date.UTC(2026, 9, 23));
    expect(countedFromMs(AD_ACTION.events, retention, Date.UTC(2026, 10, 21))).toBe(Date.UTC(2026, 9, 22));
  });

  it('takes actions of shorter windows by their own', () => {
    const clicks = AD_ACTION.events.actions.filter(({ name }) => name === 'click');
    const type = { ...AD_ACTION.events, actions: clicks };
    expect(countedFromMs(type, { maxAgeMs: DAY_MS }, NOW)).toBe(NOW - DAY_MS + 5_000);
  });

  it('is the beginning where events are kept for ever', () => {
    expect(countedFromMs(AD_ACTION.events, {}, NOW)).toBe(0);
    expect(countedFromMs(AD_ACTION.events, { maxAgeMs: 2 * NOW }, NOW)).toBe(0);
  });
});
