import { DelayWindow, type DelayWindowLimits } from '../../../../src/platform/tasks/delay-window';

const LIMITS: DelayWindowLimits = {
  callsMin: 0.25,
  callsMax: 8,
  targetShare: 0.5,
  targetMinMs: 1,
  gain: 1,
  currentSamples: 4,
  baseIntervals: 3,
  baseIntervalMs: 1_000,
  decreaseFactor: 0.5,
  decreaseIntervalMs: 100,
};

describe('A window of calls', () => {
  let window: DelayWindow;
  let nowMs: number;

  beforeEach(() => {
    window = new DelayWindow(LIMITS);
    nowMs = 0;
  });

  /** Records calls that end one after the other, 10 ms apart. */
  function record(count: number, delayMs: number, path = 'a'): void {
    for (let at = 0; at < count; at++) window.record(path, delayMs, (nowMs += 10));
  }

  it('begins with one call and grows to its maximum while no call waits in a queue', () => {
    expect(window.calls).toBe(1);
    record(3, 10);
    expect(window.calls).toBeGreaterThan(2);
    record(90, 10);
    expect(window.calls).toBe(8);
  });

  it('shrinks to one call, and not below, while calls wait longer than the target', () => {
    record(90, 10);
    record(90, 40);
    expect(window.calls).toBe(1);
  });

  it('stays as it is while calls wait as long as the target', () => {
    record(20, 10);
    record(3, 15);
    const before = window.calls;
    record(20, 15);
    expect(window.calls).toBeCloseTo(before);
  });

  it('grows from its minimum when calls are fast again', () => {
    record(1, 10);
    for (let at = 0; at < 5; at++) window.decrease((nowMs += 100));
    expect(window.calls).toBe(0.25);
    record(90, 40);
    expect(window.calls).toBe(0.25);
    nowMs += 100;
    record(4, 10);
    const soon = window.calls;
    expect(soon).toBeGreaterThan(0.25);
    record(90, 10);
    expect(window.calls).toBe(8);
  });

  it('takes the fastest of the latest calls for the present delay, so single slow calls change nothing', () => {
    record(20, 10);
    const before = window.calls;
    for (let at = 0; at < 5; at++) {
      record(3, 100);
      record(1, 10);
    }
    expect(window.calls).toBeGreaterThanOrEqual(before);
  });

  it('compares the calls of each path with those of the same path only', () => {
    record(10, 10, 'near');
    const before = window.calls;
    record(20, 100, 'far');
    expect(window.calls).toBeGreaterThan(before);
  });

  it('ignores delays that are below the least target', () => {
    record(10, 0.1);
    const before = window.calls;
    record(10, 0.9);
    expect(window.calls).toBeGreaterThan(before);
  });

  it('forgets a delay without a queue that no call has reached for some intervals', () => {
    record(1, 10);
    record(90, 40);
    expect(window.calls).toBe(1);
    record(300, 40);
    expect(window.calls).toBe(8);
  });

  it('shrinks at a sign of overload once per interval, and does not grow in it', () => {
    record(90, 10);
    window.decrease(nowMs);
    window.decrease(nowMs + 50);
    expect(window.calls).toBe(4);
    window.record('a', 10, nowMs + 60);
    expect(window.calls).toBe(4);
    window.record('a', 10, nowMs + 100);
    expect(window.calls).toBeGreaterThan(4);
    window.decrease(nowMs + 100);
    expect(window.calls).toBeLessThan(3);
  });
});
