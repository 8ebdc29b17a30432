import { runToCompletion, timedSteps, type Steps } from '../../../../src/core/shared/steps';
import { runInSlices } from '../../../../src/platform/tasks/time-slices';

/** Clock on which each step takes a fixed time. */
class StepClock {
  nowMs = 0;
  monotonicMs = (): number => this.nowMs;

  *steps(name: string, count: number, order: string[], stepMs = 0.5): Steps<string> {
    for (let step = 0; step < count; step++) {
      order.push(`${name}${step}`);
      this.nowMs += stepMs;
      yield;
    }
    return name;
  }
}

describe('A computation in slices', () => {
  it('returns its result synchronously when it fits into one slice', () => {
    const clock = new StepClock();
    expect(runInSlices(clock.steps('a', 3, []), { clock })).toBe('a');
  });

  it('shares the event loop, slice by slice, with others and with pending events', async () => {
    const clock = new StepClock();
    const order: string[] = [];
    const both = Promise.all([
      runInSlices(clock.steps('a', 10, order), { clock }),
      runInSlices(clock.steps('b', 6, order), { clock }),
    ]);
    expect(order.join(' ')).toBe('a0 a1 a2 a3 b0 b1 b2 b3');
    setImmediate(() => order.push('other'));
    expect(await both).toEqual(['a', 'b']);
    expect(order.slice(8).join(' ')).toBe('a4 a5 a6 a7 other b4 b5 a8 a9');
  });

  it('is not interrupted under a simulated clock', () => {
    const clock = new StepClock();
    expect(runInSlices(clock.steps('a', 1_000, [], 0), { clock })).toBe('a');
  });

  it('ends between two slices when its signal aborts, and runs its cleanup', async () => {
    const clock = new StepClock();
    const controller = new AbortController();
    let cleanedUp = false;
    const steps = function* (): Steps<string> {
      try {
        return yield* clock.steps('a', 100, []);
      } finally {
        cleanedUp = true;
      }
    };
    const running = runInSlices(steps(), { clock, signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect(cleanedUp).toBe(true);
    expect(clock.nowMs).toBeLessThan(10);
  });

  it('fails with the error of a step in any slice, and others continue', async () => {
    const clock = new StepClock();
    const failing = function* (steps: number): Steps<never> {
      yield* clock.steps('a', steps, []);
      throw new Error('broken');
    };
    expect(() => runInSlices(failing(1), { clock })).toThrow('broken');
    const later = runInSlices(failing(10), { clock });
    const other = runInSlices(clock.steps('b', 20, []), { clock });
    await expect(later).rejects.toThrow('broken');
    expect(await other).toBe('b');
  });
});

describe('The step timer', () => {
  it('excludes the pauses between steps', () => {
    const clock = new StepClock();
    const steps = timedSteps(clock.steps('a', 3, []), clock);
    steps.next();
    clock.nowMs += 1_000;
    expect(runToCompletion(steps)).toEqual({ value: 'a', ms: 1.5 });
  });
});
