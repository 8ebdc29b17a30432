import { ClockSkew } from '../../../../src/consistency/heartbeats/clock-skew';
import { VirtualClock } from '../../../support/virtual-clock';

describe('ClockSkew', () => {
  const clock = new VirtualClock();
  const skewOf = (): ClockSkew => new ClockSkew({ clock, clockSkewMaxMs: 100, quietMs: 10_000 });

  it('finds a heartbeat that is ahead by more than two clocks may differ', () => {
    const skew = skewOf();
    expect(skew.isAhead(clock.nowMs() + 100)).toBe(false);
    expect(skew.isAhead(clock.nowMs() + 101)).toBe(true);
  });

  it('believes every origin until it is found out, and others after that', () => {
    const skew = skewOf();
    expect(skew.believes('eu__', clock.nowMs())).toBe(true);
    expect(skew.suspect('eu__', clock.nowMs() + 500)).toBe(true);
    expect(skew.suspect('eu__', clock.nowMs() + 400)).toBe(false);
    expect(skew.believes('eu__', clock.nowMs())).toBe(false);
    expect(skew.believes('us__', clock.nowMs())).toBe(true);
    expect([skew.inDoubt('eu__'), skew.inDoubt('us__')]).toEqual([true, false]);
  });

  it('believes it again when nothing was found for a while', async () => {
    const skew = skewOf();
    skew.suspect('eu__', clock.nowMs() + 500);
    await clock.advance(9_000);
    skew.suspect('eu__', clock.nowMs() + 200);
    await clock.advance(9_999);
    expect(skew.clear()).toEqual([]);
    await clock.advance(1);
    expect(skew.clear()).toEqual(['eu__']);
    expect(skew.clear()).toEqual([]);
    expect(skew.inDoubt('eu__')).toBe(false);
    expect(skew.believes('eu__', clock.nowMs())).toBe(true);
  });

  it('never believes the heartbeat that was ahead, even when its time has come', async () => {
    const skew = skewOf();
    const falseMs = clock.nowMs() + 60_000;
    skew.suspect('eu__', falseMs);
    await clock.advance(61_000);
    skew.clear();
    expect(skew.isAhead(falseMs)).toBe(false);
    expect(skew.believes('eu__', falseMs)).toBe(false);
    expect(skew.believes('eu__', falseMs - 1)).toBe(false);
    expect(skew.believes('eu__', falseMs + 1)).toBe(true);
  });

  it('tells of a second time as of the first', async () => {
    const skew = skewOf();
    skew.suspect('eu__', clock.nowMs() + 500);
    await clock.advance(20_000);
    skew.clear();
    expect(skew.suspect('eu__', clock.nowMs() + 500)).toBe(true);
    expect(skew.inDoubt('eu__')).toBe(true);
  });
});
