import { makeDemoLog } from '../../../../src/cli/start/demo-log';

const OPTIONS = { seed: 7, endMs: Date.UTC(2026, 0, 31), users: 5, days: 10 };

test('The same seed generates the same demo log', () => {
  expect(makeDemoLog(OPTIONS)).toEqual(makeDemoLog(OPTIONS));
  expect(makeDemoLog({ ...OPTIONS, seed: 8 })).not.toEqual(makeDemoLog(OPTIONS));
});

test('The demo log has repeats, late events and no order, and all events are within its days', () => {
  const { deliveries, redeliveries } = makeDemoLog(OPTIONS);
  const distinct = new Set(deliveries.map((event) => JSON.stringify(event)));
  expect(redeliveries).toBeGreaterThan(0);
  expect(deliveries.length - distinct.size).toBe(redeliveries);
  const times = deliveries.map(({ eventTimeMs }) => eventTimeMs);
  expect(times).not.toEqual([...times].sort((a, b) => a - b));
  expect(Math.max(...times)).toBeLessThanOrEqual(OPTIONS.endMs);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(OPTIONS.endMs - OPTIONS.days * 86_400_000);
});
