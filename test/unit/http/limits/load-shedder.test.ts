import { DEFAULTS } from '../../../../src/config/defaults';
import { LoadShedder, type SheddingLimits } from '../../../../src/http/limits/load-shedder';
import type { Clock } from '../../../../src/platform/time/clock';

const LIMITS: SheddingLimits = DEFAULTS.http.shedding;
const { delayTargetMs, windowMs, requestsMin, requestsStep, decreaseFactor, quietMs, samplesMin } = LIMITS;
const MAX = 1_000;

/** Simulated event loop with a controllable delay. Its one timer fires on command. */
class SlowLoop implements Clock {
  #nowMs = 0;
  #timer: { readonly dueMs: number; readonly task: () => void } | undefined;

  nowMs = (): number => this.#nowMs;
  monotonicMs = (): number => this.#nowMs;
  schedule = (delayMs: number, task: () => void): (() => void) => {
    this.#timer = { dueMs: this.#nowMs + delayMs, task };
    return () => (this.#timer = undefined);
  };

  get isSampled(): boolean {
    return this.#timer !== undefined;
  }

  /** Until a window is over and judged. */
  window(lateMs: number, untilMs = windowMs): void {
    const endMs = this.#nowMs + untilMs;
    while (this.#nowMs < endMs) this.turn(lateMs);
  }

  turn(lateMs: number): void {
    const timer = this.#timer!;
    this.#nowMs = timer.dueMs + lateMs;
    timer.task();
  }
}

function shedding(over: Partial<SheddingLimits> = {}) {
  const loop = new SlowLoop();
  const changes: boolean[] = [];
  const limits = { ...LIMITS, ...over };
  const onChange = (isShedding: boolean): void => void changes.push(isShedding);
  const shedder = new LoadShedder({ clock: loop, limits, requestsMax: MAX, onChange });
  /** Returns the number of admitted requests when `count` arrive at once. */
  const admitted = (count: number): number => {
    let inFlight = 0;
    for (let each = 0; each < count; each++) if (shedder.admits(inFlight, false)) inFlight += 1;
    return inFlight;
  };
  return { loop, shedder, changes, admitted };
}

describe('The load shedder', () => {
  it('the shedder admits requests up to the maximum while the loop is in time', () => {
    const { loop, shedder, admitted } = shedding();
    for (let each = 0; each < 10; each++) loop.window(delayTargetMs);
    expect([shedder.limit, admitted(2 * MAX)]).toEqual([MAX, MAX]);
  });

  it('the first decrease starts from the requests in flight, not from the limit', () => {
    const { loop, shedder, admitted } = shedding();
    admitted(200);
    loop.window(delayTargetMs + 1);
    expect(shedder.limit).toBe(200 * decreaseFactor);
    expect(shedder.delayMs).toBe(delayTargetMs + 1);
  });

  it('the limit decreases by a factor and increases by a step, and never falls below its minimum', () => {
    const { loop, shedder, admitted } = shedding();
    const limits: number[] = [];
    for (let each = 0; each < 20; each++) {
      admitted(MAX);
      loop.window(delayTargetMs + 20);
      limits.push(shedder.limit);
    }
    expect(limits.slice(0, 3)).toEqual([700, 489, 342]);
    expect(limits.at(-1)).toBe(requestsMin);
    loop.window(0);
    expect(shedder.limit).toBe(requestsMin + requestsStep);
  });

  it('the limit returns to its maximum after an overload even if load is low', () => {
    const { loop, shedder, admitted } = shedding();
    admitted(MAX);
    loop.window(50);
    for (let each = 0; each < MAX / requestsStep; each++) loop.window(0);
    expect(shedder.limit).toBe(MAX);
  });

  it('a burst does not lower the limit: one turn in time is enough for a window', () => {
    const { loop, shedder, admitted } = shedding();
    admitted(500);
    for (const lateMs of [20, 20, 20, 0, 20]) loop.turn(lateMs);
    expect(shedder.limit).toBe(MAX);
  });

  it('one long pause, as of the garbage collector, does not lower the limit', () => {
    const { loop, shedder, admitted } = shedding();
    admitted(500);
    loop.turn(5 * windowMs);
    loop.turn(0);
    loop.window(0);
    expect(shedder.limit).toBe(MAX);
  });

  it('turns longer than a window are measured', () => {
    const { loop, shedder, admitted } = shedding();
    admitted(500);
    for (let each = 0; each < samplesMin; each++) loop.turn(5 * windowMs);
    expect(shedder.limit).toBe(500 * decreaseFactor);
  });

  it('bulk requests are rejected first', () => {
    const { shedder } = shedding();
    const share = MAX * LIMITS.bulkShare;
    expect([shedder.admits(share, true), shedder.admits(share, false)]).toEqual([false, true]);
  });

  it('the shedder reports the begin and the end of shedding once each', () => {
    const { loop, shedder, changes, admitted } = shedding();
    admitted(MAX + 5);
    expect(changes).toEqual([true]);
    loop.window(0, quietMs - windowMs);
    shedder.admits(MAX, false);
    loop.window(0, quietMs - windowMs);
    expect(changes).toEqual([true]);
    loop.window(0, 3 * windowMs);
    expect(changes).toEqual([true, false]);
  });

  it('a disabled or stopped shedder only enforces the maximum', () => {
    const off = shedding({ enabled: false });
    expect([off.loop.isSampled, off.admitted(2 * MAX)]).toEqual([false, MAX]);
    const stopped = shedding();
    stopped.shedder.stop();
    expect(stopped.loop.isSampled).toBe(false);
  });
});
