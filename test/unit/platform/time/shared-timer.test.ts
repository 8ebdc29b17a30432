import { AsyncLocalStorage } from 'node:async_hooks';
import { SharedTimer } from '../../../../src/platform/time/shared-timer';
import { VirtualClock } from '../../../support/virtual-clock';

describe('SharedTimer', () => {
  const clock = new VirtualClock();
  const timer = new SharedTimer(clock);
  const heard: string[] = [];
  const tell = (name: string) => (): void => void heard.push(`${name} at ${clock.monotonicMs()}`);
  let beganMs = 0;

  beforeEach(async () => {
    await clock.advance(100 - (clock.monotonicMs() % 100));
    beganMs = clock.monotonicMs();
    heard.length = 0;
  });

  const at = (name: string, ms: number): string => `${name} at ${beganMs + ms}`;

  it('runs each task at its time, the earliest first, with one timer of the clock', async () => {
    timer.schedule(30, tell('late'));
    timer.schedule(10, tell('early'));
    timer.schedule(20, tell('middle'));
    expect(clock.pending).toBe(1);
    await clock.advance(50);
    expect(heard).toEqual([at('early', 10), at('middle', 20), at('late', 30)]);
    expect(clock.pending).toBe(0);
  });

  it('does not run cancelled tasks, and runs the others', async () => {
    const cancels = ['a', 'b', 'c', 'd'].map((name, index) => timer.schedule(10 * (index + 1), tell(name)));
    cancels[0]!();
    cancels[2]!();
    await clock.advance(50);
    expect(heard).toEqual([at('b', 20), at('d', 40)]);
  });

  it('leaves no timer behind when the last task is cancelled', () => {
    const cancels = [timer.schedule(10, tell('a')), timer.schedule(20, tell('b'))];
    for (const cancel of cancels) cancel();
    for (const cancel of cancels) cancel();
    expect(clock.pending).toBe(0);
  });

  it('lets a task cancel another that is due at the same time, and set new ones', async () => {
    timer.schedule(10, () => {
      cancel();
      timer.schedule(5, tell('new'));
    });
    const cancel = timer.schedule(10, tell('cancelled'));
    await clock.advance(50);
    expect(heard).toEqual([at('new', 15)]);
  });

  it('runs the remaining tasks after one has thrown', async () => {
    timer.schedule(10, () => {
      throw new Error('a task that fails');
    });
    timer.schedule(10, tell('other'));
    await expect(clock.advance(20)).rejects.toThrow('a task that fails');
    await clock.advance(20);
    expect(heard).toHaveLength(1);
  });

  it('runs each task in the async context in which it was set', async () => {
    const request = new AsyncLocalStorage<string>();
    const tellWhose = (): void => void heard.push(request.getStore() ?? 'no context');
    request.run('first', () => timer.schedule(10, tellWhose));
    request.run('second', () => timer.schedule(20, tellWhose));
    timer.schedule(30, tellWhose);
    await request.run('another', () => clock.advance(50));
    expect(heard).toEqual(['first', 'second', 'no context']);
  });

  it("runs the due tasks when the clock's timer fires early", async () => {
    let fire = (): void => undefined;
    const early = new SharedTimer({
      ...clock,
      monotonicMs: () => 0,
      schedule: (_delayMs, task) => {
        fire = (): void => void task();
        return () => undefined;
      },
    });
    early.schedule(10, tell('early'));
    fire();
    expect(heard).toHaveLength(1);
  });
});
