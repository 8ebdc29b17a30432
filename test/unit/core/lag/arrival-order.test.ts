import { ArrivalOrder, type ArrivalState } from '../../../../src/core/lag/arrival-order';
import { LIMITS, NOW, SECOND } from './reports';

const BACK_MS = LIMITS.redeliveredAfterMs;
/** What is handed back within it is remembered together. */
const STEP_MS = BACK_MS / 20;

/** How far it is behind `NOW`. */
function behind(order: ArrivalOrder, state: Partial<ArrivalState> = {}): number | undefined {
  const settledMs = order.settledUpToMs({ nowMs: NOW, monotonicMs: 0, quietForMs: 0, ...state });
  return settledMs === undefined ? undefined : NOW - settledMs;
}

/** An order in which messages came that were published so long before `NOW`. */
function received(...agesMs: number[]): ArrivalOrder {
  const order = new ArrivalOrder(LIMITS);
  for (const ageMs of agesMs) order.recordReceived(NOW - ageMs, 0);
  return order;
}

describe('the order in which messages come', () => {
  it('tells nothing before one has come', () => {
    expect(behind(received())).toBeUndefined();
  });

  it('tells where it is by the newest, as long as they come in order', () => {
    expect(behind(received(300, 200, 100))).toBe(100);
  });

  it('tells that others may be as far behind the newest as some were', () => {
    expect(behind(received(100, 5_100, 90, 80))).toBeGreaterThanOrEqual(5_080);
  });

  it('takes no heed of one in a hundred', () => {
    const inOrder = Array.from({ length: 198 }, (_, i) => 1_000 - i);
    expect(behind(received(...inOrder, 60_000))).toBeLessThan(1_000);
    expect(behind(received(...inOrder, 60_000, 60_000, 60_000))).toBeGreaterThanOrEqual(59_000);
  });

  it('tells the whole backlog of messages that are worked off in order', () => {
    expect(behind(received(600 * SECOND, 599 * SECOND, 598 * SECOND))).toBe(598 * SECOND);
  });

  it('tells that nothing waits where nothing has come for a while', () => {
    expect(behind(received(600 * SECOND), { quietForMs: LIMITS.quietMs })).toBe(LIMITS.quietMs);
    expect(behind(received(), { quietForMs: LIMITS.quietMs })).toBe(LIMITS.quietMs);
    expect(behind(received(), { quietForMs: LIMITS.quietMs - 1 })).toBeUndefined();
  });

  it('is held back by what is held, even where nothing comes any more', () => {
    const oldestHeldMs = NOW - 9 * SECOND;
    expect(behind(received(100), { oldestOutstandingMs: oldestHeldMs })).toBe(9 * SECOND);
    expect(behind(received(100), { oldestOutstandingMs: oldestHeldMs, quietForMs: LIMITS.quietMs })).toBe(
      9 * SECOND,
    );
  });

  it('is held back by what was handed back, until it must have come again', () => {
    const order = received(100);
    order.recordNacked(NOW - 7 * SECOND, 0);
    order.recordNacked(NOW - 6 * SECOND, 400);
    const state = { quietForMs: LIMITS.quietMs };
    expect(behind(order, { ...state, monotonicMs: BACK_MS + 399 })).toBe(7 * SECOND);
    expect(order.recentlyNackedMessages(BACK_MS + 399)).toBe(2);
    expect(behind(order, { ...state, monotonicMs: BACK_MS + STEP_MS })).toBe(LIMITS.quietMs);
    expect(order.recentlyNackedMessages(BACK_MS + STEP_MS)).toBe(0);
  });

  it('forgets what was handed back first before what was handed back last', () => {
    const order = received(100);
    order.recordNacked(NOW - 9 * SECOND, 0);
    order.recordNacked(NOW - 5 * SECOND, 5_000);
    expect(behind(order, { monotonicMs: BACK_MS - 1 })).toBe(9 * SECOND);
    expect(behind(order, { monotonicMs: BACK_MS + 4_999 })).toBe(5 * SECOND);
    expect(behind(order, { monotonicMs: BACK_MS + 5_000 + STEP_MS })).toBe(100);
  });

  it('is never ahead of now, whatever publication times say', () => {
    expect(behind(received(-10_000))).toBe(0);
  });
});
