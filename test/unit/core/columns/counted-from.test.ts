import { countedFromMs, leavesRetentionAtMs } from '../../../../src/core/columns/counted-from';
import { AD_ACTION, DAY_MS } from '../../../support/events';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 5);

describe('countedFromMs', () => {
  it('moves the end of the retention back so that no dedup window is cut', () => {
    const retention = { maxAgeMs: 30 * DAY_MS };
    expect(countedFromMs(AD_ACTION.events, retention, NOW)).toBe(Date.UTC(2026, 9, 22));
    expect(countedFromMs(AD_ACTION.events, retention, Date.UTC(2026, 10, 21))).toBe(Date.UTC(2026, 9, 22));
  });

  it("uses the dedup windows of the type's actions", () => {
    const clicks = AD_ACTION.events.actions.filter(({ name }) => name === 'click');
    const type = { ...AD_ACTION.events, actions: clicks };
    expect(countedFromMs(type, { maxAgeMs: DAY_MS }, NOW)).toBe(NOW - DAY_MS - 5_000);
  });

  it('returns 0 if events are kept forever', () => {
    expect(countedFromMs(AD_ACTION.events, {}, NOW)).toBe(0);
    expect(countedFromMs(AD_ACTION.events, { maxAgeMs: 2 * NOW }, NOW)).toBe(0);
  });
});

describe('leavesRetentionMs', () => {
  it('returns the first moment whose oldest counted time is after the event', () => {
    const retention = { maxAgeMs: 30 * DAY_MS };
    for (const eventMs of [NOW, NOW + 1, Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 22) - 1]) {
      const leavesMs = leavesRetentionAtMs(AD_ACTION.events, retention, eventMs);
      expect(countedFromMs(AD_ACTION.events, retention, leavesMs - 1)).toBeLessThanOrEqual(eventMs);
      expect(countedFromMs(AD_ACTION.events, retention, leavesMs)).toBeGreaterThan(eventMs);
    }
  });
});
