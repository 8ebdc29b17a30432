import { SampledLines } from '../../../../src/http/server/sampled-lines';
import { VirtualClock } from '../../../support/virtual-clock';

describe('Sampled log lines', () => {
  const written: string[] = [];
  const suppressed: [string, number][] = [];
  let clock: VirtualClock;
  let lines: SampledLines;
  beforeEach(() => {
    written.length = 0;
    suppressed.length = 0;
    clock = new VirtualClock();
    lines = new SampledLines({
      clock,
      perSecondMax: 3,
      onSuppressed: (key, count) => suppressed.push([key, count]),
    });
  });
  const add = (key: string, count: number): void => {
    for (let left = count; left > 0; left--) lines.add(key, () => written.push(key));
  };

  it('a flood is written up to the maximum, and the suppressed lines are counted once its second is over', async () => {
    add('a', 1_000);
    expect(written).toEqual(['a', 'a', 'a']);
    expect(suppressed).toEqual([]);
    await clock.advance(1_000);
    expect(suppressed).toEqual([['a', 997]]);
    add('a', 4);
    expect(written).toHaveLength(6);
    await clock.advance(1_000);
    expect(suppressed).toEqual([
      ['a', 997],
      ['a', 1],
    ]);
  });

  it('keys have separate limits', () => {
    add('a', 100);
    add('b', 1);
    expect(written).toEqual(['a', 'a', 'a', 'b']);
  });

  it('a few lines are all written, and nothing is reported', async () => {
    for (let second = 0; second < 5; second++) {
      add('a', 3);
      await clock.advance(1_000);
    }
    expect(written).toHaveLength(15);
    expect(suppressed).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
