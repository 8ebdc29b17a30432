import { ArrivalOrder, type ArrivalState } from '../../../../src/core/lag/arrival-order';
import { LIMITS, NOW, SECOND } from './reports';

const BACK_MS = LIMITS.redeliveredAfterMs;
/** Messages nacked within this time are grouped. */
const STEP_MS = BACK_MS / 20;

/** Returns the distance from `NOW`, in milliseconds. */
function behind(order: ArrivalOrder, state: Partial<ArrivalState> = {}): number | undefined {
  const settledMs = order.settledUpToMs({ nowMs: NOW, monotonicMs: 0, quietForMs: 0, ...state });
  return settledMs === undefined ? undefined : NOW - settledMs;
}

/** Returns an arrival order with messages that were published this long before `NOW`. */
function received(...agesMs: number[]): ArrivalOrder {
  const order = new ArrivalOrder(LIMITS);
  for (const ageMs of agesMs) order.recordReceived(NOW - ageMs, 0);
  return order;
}

describe('the arrival order of messages', () => {
  it('is unknown before the first message', () => {
    expect(behind(received())).toBeUndefined();
  });

  it('settles up to the newest message while messages arrive in order', () => {
    expect(behind(received(300, 200, 100))).toBe(100);
  });

  it('assumes that messages may be as far behind the newest as earlier ones were', () => {
    expect(behind(received(100, 5_100, 90, 80))).toBeGreaterThanOrEqual(5_080);
  });

  it('ignores the latest one in a hundred messages', () => {
    const inOrder = Array.from({ length: 198 }, (_, i) => 1_000 - i);
    expect(behind(received(...inOrder, 60_000))).toBeLessThan(1_000);
    expect(behind(received(...inOrder, 60_000, 60_000, 60_000))).toBeGreaterThanOrEqual(59_000);
  });

  it('includes the whole backlog of messages that are processed in order', () => {
    expect(behind(received(600 * SECOND, 599 * SECOND, 598 * SECOND))).toBe(598 * SECOND);
  });

  it('assumes that nothing waits after a quiet period', () => {
    expect(behind(received(600 * SECOND), { quietForMs: LIMITS.quietMs })).toBe(LIMITS.quietMs);
    expect(behind(received(), { quietForMs: LIMITS.quietMs })).toBe(LIMITS.quietMs);
    expect(behind(received(), { quietForMs: LIMITS.quietMs - 1 })).toBeUndefined();
  });

  it('is limited by outstanding messages, even in a quiet period', () => {
    const oldestHeldMs = NOW - 9 * SECOND;
    expect(behind(received(100), { oldestOutstandingMs: oldestHeldMs })).toBe(9 * SECOND);
    expect(behind(received(100), { oldestOutstandingMs: oldestHeldMs, quietForMs: LIMITS.quietMs })).toBe(
      9 * SECOND,
    );
  });

  it('is limited by nacked messages until they must have been redelivered', () => {
    const order = received(100);
    order.recordNacked(NOW - 7 * SECOND, 0);
    order.recordNacked(NOW - 6 * SECOND, 400);
    const state = { quietForMs: LIMITS.quietMs };
    expect(behind(order, { ...state, monotonicMs: BACK_MS + 399 })).toBe(7 * SECOND);
    expect(order.recentlyNackedMessages(BACK_MS + 399)).toBe(2);
    expect(behind(order, { ...state, monotonicMs: BACK_MS + STEP_MS })).toBe(LIMITS.quietMs);
    expect(order.recentlyNackedMessages(BACK_MS + STEP_MS)).toBe(0);
  });

  it('forgets nacked messages in the order in which they were nacked', () => {
    const order = received(100);
    order.recordNacked(NOW - 9 * SECOND, 0);
    order.recordNacked(NOW - 5 * SECOND, 5_000);
    expect(behind(order, { monotonicMs: BACK_MS - 1 })).toBe(9 * SECOND);
    expect(behind(order, { monotonicMs: BACK_MS + 4_999 })).toBe(5 * SECOND);
    expect(behind(order, { monotonicMs: BACK_MS + 5_000 + STEP_MS })).toBe(100);
  });

  it('is never later than now, for any publication times', () => {
    expect(behind(received(-10_000))).toBe(0);
  });
});
