import { seededRandom } from '../../../../src/platform/random';
import { supervise, type SupervisedTask, type TaskOptions } from '../../../../src/platform/tasks/supervisor';
import { TaskGroup } from '../../../../src/platform/tasks/task-group';
import { VirtualClock } from '../../../support/virtual-clock';

describe('supervise', () => {
  let clock: VirtualClock;
  let task: SupervisedTask | undefined;
  beforeEach(() => {
    clock = new VirtualClock();
    task = undefined;
  });
  afterEach(async () => {
    const stopped = task?.stop();
    await clock.advance(60_000);
    await stopped;
  });

  const start = (options: Partial<TaskOptions> & Pick<TaskOptions, 'run'>): SupervisedTask => {
    task = supervise({
      name: 'work',
      intervalMs: 100,
      timeoutMs: 1_000,
      clock,
      random: seededRandom(1),
      ...options,
    });
    return task;
  };
  const takes = (ms: number): Promise<void> => new Promise((resolve) => void clock.schedule(ms, resolve));

  it('runs about once per interval, from start to start', async () => {
    const startsMs: number[] = [];
    start({
      run: () => {
        startsMs.push(clock.monotonicMs());
        return takes(30);
      },
    });
    await clock.advance(1_000);
    expect(startsMs[0]).toBeLessThan(100);
    const pauses = startsMs.slice(1).map((ms, index) => Math.round(ms - startsMs[index]!));
    expect(pauses).toEqual(Array.from(pauses, () => 100));
    expect(pauses.length).toBeGreaterThan(8);
  });

  it('starts the first run early when configured, and keeps to the interval afterwards', async () => {
    const startsMs: number[] = [];
    start({
      intervalMs: 30_000,
      firstRunWithinMs: 1_000,
      run: async () => void startsMs.push(clock.monotonicMs()),
    });
    await clock.advance(40_000);
    expect(startsMs).toHaveLength(2);
    expect(startsMs[0]).toBeLessThan(1_000);
    expect(startsMs[1]! - startsMs[0]!).toBeCloseTo(30_000);
  });

  it('varies pauses by the jitter at most', async () => {
    const startsMs: number[] = [];
    start({ jitter: 0.2, run: async () => void startsMs.push(clock.monotonicMs()) });
    await clock.advance(20_000);
    const pauses = startsMs.slice(1).map((ms, index) => ms - startsMs[index]!);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(80);
    expect(Math.min(...pauses)).toBeLessThan(85);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(120);
    expect(Math.max(...pauses)).toBeGreaterThan(115);
  });

  it('never runs twice at the same time, however long a run takes', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    start({
      run: async () => {
        most = Math.max(most, (running += 1));
        await takes(350);
        running -= 1;
        runs += 1;
      },
    });
    await clock.advance(3_500);
    expect(most).toBe(1);
    expect(runs).toBeGreaterThanOrEqual(9);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
  ])('continues after a run that %s, with growing pauses up to the limit', async (_how, run) => {
    const failuresMs: number[] = [];
    const counts: number[] = [];
    const supervised = start({
      run,
      backoffMaxMs: 500,
      random: () => 1,
      onError: (error, failuresInARow) => {
        expect(error).toEqual(new Error('no'));
        failuresMs.push(clock.monotonicMs());
        counts.push(failuresInARow);
      },
    });
    await clock.advance(2_200);
    const pauses = failuresMs.slice(1).map((ms, index) => Math.round(ms - failuresMs[index]!));
    expect(pauses).toEqual([100, 200, 400, 500, 500]);
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
    expect(supervised.status()).toEqual({ name: 'work', failuresInARow: 6 });
  });

  it('draws the pause after a failure at random between the interval and the upper bound', async () => {
    const pausesWith = async (draw: number): Promise<number[]> => {
      const failuresMs: number[] = [];
      const failing = supervise({
        name: 'failing',
        intervalMs: 100,
        timeoutMs: 1_000,
        backoffMaxMs: 500,
        clock,
        random: () => draw,
        run: () => Promise.reject(new Error('no')),
        onError: () => failuresMs.push(clock.monotonicMs()),
      });
      await clock.advance(2_200);
      await failing.stop();
      return failuresMs.slice(1, 5).map((ms, index) => Math.round(ms - failuresMs[index]!));
    };
    expect(await pausesWith(0)).toEqual([100, 100, 100, 100]);
    expect(await pausesWith(0.5)).toEqual([100, 150, 250, 300]);
  });

  it('returns to the normal interval after a success', async () => {
    let isBroken = true;
    const successesMs: number[] = [];
    const supervised = start({
      run: async () => {
        if (isBroken) throw new Error('no');
        successesMs.push(clock.monotonicMs());
      },
    });
    await clock.advance(500);
    isBroken = false;
    await clock.advance(1_000);
    expect(successesMs[1]! - successesMs[0]!).toBeCloseTo(100);
    expect(supervised.status().failuresInARow).toBe(0);
  });

  it('aborts a run that hangs and starts another', async () => {
    const signals: AbortSignal[] = [];
    const errors: string[] = [];
    start({
      timeoutMs: 250,
      run: (signal) => {
        signals.push(signal);
        return new Promise(() => {});
      },
      onError: (error) => errors.push((error as Error).message),
    });
    await clock.advance(340);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(errors).toEqual(['work did not end within 250 ms']);
  });

  it('ignores the outcome of a run after its timeout', async () => {
    let failLate: (error: Error) => void = () => {};
    let runs = 0;
    const supervised = start({
      timeoutMs: 250,
      run: () => {
        runs += 1;
        return runs > 1 ? Promise.resolve() : new Promise((_, reject) => (failLate = reject));
      },
    });
    await clock.advance(600);
    failLate(new Error('late'));
    await clock.advance(100);
    expect(supervised.status().failuresInARow).toBe(0);
  });

  it('stops at once between runs', async () => {
    let runs = 0;
    const supervised = start({ run: async () => void (runs += 1) });
    await clock.advance(150);
    await supervised.stop();
    const before = runs;
    await clock.advance(1_000);
    expect(runs).toBe(before);
    expect(clock.pending).toBe(0);
  });

  it('aborts the current run on stop and waits for it', async () => {
    let isOver = false;
    let wasAborted = false;
    const errors: unknown[] = [];
    const supervised = start({
      onError: (error) => errors.push(error),
      run: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            wasAborted = true;
            clock.schedule(40, () => {
              isOver = true;
              reject(signal.reason as Error);
            });
          });
        }),
    });
    await clock.advance(100);
    const stopping = supervised.stop().then(() => expect(isOver).toBe(true));
    expect(wasAborted).toBe(true);
    await clock.advance(50);
    await stopping;
    await clock.advance(1_000);
    expect(errors).toEqual([]);
  });

  it('waits for a run that ignores its signal no longer than the timeout', async () => {
    const supervised = start({ timeoutMs: 300, run: () => new Promise(() => {}) });
    await clock.advance(100);
    let stoppedMs: number | undefined;
    void supervised.stop().then(() => (stoppedMs = clock.monotonicMs()));
    await clock.advance(1_000);
    expect(stoppedMs).toBeLessThanOrEqual(400);
    expect(clock.pending).toBe(0);
  });
});

describe('TaskGroup', () => {
  it('runs the desired tasks and reports the first of consecutive failures of each', async () => {
    const clock = new VirtualClock();
    let wanted = ['a', 'b'];
    const runs: Record<string, number> = {};
    const errors: string[] = [];
    const group = new TaskGroup({
      name: 'group',
      intervalMs: 100,
      clock,
      random: seededRandom(1),
      desiredTasks: () =>
        wanted.map((name) => ({
          name,
          intervalMs: 50,
          timeoutMs: 100,
          run: async () => {
            runs[name] = (runs[name] ?? 0) + 1;
            if (name === 'b') throw new Error('no');
          },
        })),
      onError: (_error, task) => errors.push(task),
    });
    await clock.advance(500);
    expect(group.status().map(({ name }) => name)).toEqual(['a', 'b']);
    expect(errors).toEqual(['b']);
    wanted = ['b', 'c'];
    await clock.advance(200);
    const { a } = runs;
    await clock.advance(500);
    expect(runs['a']).toBe(a);
    expect(runs['c']).toBeGreaterThan(5);
    expect(group.status().map(({ name }) => name)).toEqual(['b', 'c']);
    await group.stop();
    expect([group.status(), clock.pending]).toEqual([[], 0]);
  });
});
