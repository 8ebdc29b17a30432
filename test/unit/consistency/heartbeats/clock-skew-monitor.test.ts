import { ClockSkewMonitor } from '../../../../src/consistency/heartbeats/clock-skew-monitor';
import { VirtualClock } from '../../../support/virtual-clock';

describe('ClockSkew', () => {
  const clock = new VirtualClock();
  const skewOf = (): ClockSkewMonitor =>
    new ClockSkewMonitor({ clock, clockSkewMaxMs: 100, quietMs: 10_000 });

  it('finds a heartbeat that is ahead by more than two clocks may differ', () => {
    const skew = skewOf();
    expect(skew.isAhead(clock.nowMs() + 100)).toBe(false);
    expect(skew.isAhead(clock.nowMs() + 101)).toBe(true);
  });

  it('believes every origin until it is found out, and others after that', () => {
    const skew = skewOf();
    expect(skew.isTrusted('eu__', clock.nowMs())).toBe(true);
    expect(skew.recordAhead('eu__', clock.nowMs() + 500)).toBe(true);
    expect(skew.recordAhead('eu__', clock.nowMs() + 400)).toBe(false);
    expect(skew.isTrusted('eu__', clock.nowMs())).toBe(false);
    expect(skew.isTrusted('us__', clock.nowMs())).toBe(true);
    expect([skew.isDistrusted('eu__'), skew.isDistrusted('us__')]).toEqual([true, false]);
  });

  it('believes it again when nothing was found for a while', async () => {
    const skew = skewOf();
    skew.recordAhead('eu__', clock.nowMs() + 500);
    await clock.advance(9_000);
    skew.recordAhead('eu__', clock.nowMs() + 200);
    await clock.advance(9_999);
    expect(skew.restoreTrust()).toEqual([]);
    await clock.advance(1);
    expect(skew.restoreTrust()).toEqual(['eu__']);
    expect(skew.restoreTrust()).toEqual([]);
    expect(skew.isDistrusted('eu__')).toBe(false);
    expect(skew.isTrusted('eu__', clock.nowMs())).toBe(true);
  });

  it('never believes the heartbeat that was ahead, even when its time has come', async () => {
    const skew = skewOf();
    const falseMs = clock.nowMs() + 60_000;
    skew.recordAhead('eu__', falseMs);
    await clock.advance(61_000);
    skew.restoreTrust();
    expect(skew.isAhead(falseMs)).toBe(false);
    expect(skew.isTrusted('eu__', falseMs)).toBe(false);
    expect(skew.isTrusted('eu__', falseMs - 1)).toBe(false);
    expect(skew.isTrusted('eu__', falseMs + 1)).toBe(true);
  });

  it('reports a second time like the first', async () => {
    const skew = skewOf();
    skew.recordAhead('eu__', clock.nowMs() + 500);
    await clock.advance(20_000);
    skew.restoreTrust();
    expect(skew.recordAhead('eu__', clock.nowMs() + 500)).toBe(true);
    expect(skew.isDistrusted('eu__')).toBe(true);
  });
});
