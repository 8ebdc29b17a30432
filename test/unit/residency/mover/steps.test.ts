import { BigtableError } from '../../../../src/bigtable/client/bigtable-error';
import { TidemarkError } from '../../../../src/errors';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { chunksOf } from '../../../../src/residency/mover/chunks';
import { momentOf, waitSince } from '../../../../src/residency/mover/lease-wait';
import { sleep } from '../../../../src/platform/time/clock';
import { MoverSteps, type StepPace } from '../../../../src/residency/mover/steps';
import { WaveTakenOver } from '../../../../src/residency/mover/wave-taken-over';
import { tidemarkError } from '../../../support/tidemark-error';
import { VirtualClock } from '../../../support/virtual-clock';

const limits = { callTimeoutMs: 100, retryTimeoutMs: 1_000, retryInitialDelayMs: 10, retryMaxDelayMs: 50 };
const unavailable = new BigtableError(GrpcStatus.UNAVAILABLE, 'away');

/** Clock whose wall can be set. */
class WallClock extends VirtualClock {
  aheadMs = 0;
  override nowMs = (): number => 1_000_000 + Math.floor(this.monotonicMs()) + this.aheadMs;
}

describe('A step of a mover', () => {
  const stepsAt = (clock: VirtualClock, signal?: AbortSignal): MoverSteps =>
    new MoverSteps({ clock, random: () => 1, limits }, signal);
  const failing = (times: number, error: Error) => {
    let calls = 0;
    return {
      run: () => (calls++ < times ? Promise.reject(error) : Promise.resolve('done')),
      calls: () => calls,
    };
  };

  it('is repeated while it fails retryably', async () => {
    const clock = new VirtualClock();
    const step = failing(3, unavailable);
    const done = stepsAt(clock).run(step.run);
    await clock.advance(200);
    expect(await done).toBe('done');
    expect(step.calls()).toBe(4);
  });

  it('fails when it has failed for too long', async () => {
    const clock = new VirtualClock();
    const done = expect(stepsAt(clock).run(failing(Infinity, unavailable).run)).rejects.toThrow(unavailable);
    await clock.advance(2_000);
    await done;
  });

  it.each([
    ['the wave was taken over', new WaveTakenOver('w')],
    ['its input is wrong', new TidemarkError('invalid_argument', 'no')],
    ['of a defect', new TypeError('no')],
  ])('is not repeated when %s', async (_, error) => {
    const step = failing(Infinity, error);
    await expect(stepsAt(new VirtualClock()).run(step.run)).rejects.toThrow(error);
    expect(step.calls()).toBe(1);
  });

  it('does not begin after the signal has aborted, nor go on waiting', async () => {
    const [clock, abort] = [new VirtualClock(), new AbortController()];
    const steps = stepsAt(clock, abort.signal);
    const waiting = expect(steps.sleep(1_000)).rejects.toThrow(tidemarkError('client_closed_request'));
    abort.abort(new Error('stop'));
    await waiting;
    const step = failing(0, unavailable);
    await expect(steps.run(step.run)).rejects.toThrow(tidemarkError('client_closed_request'));
    expect(step.calls()).toBe(0);
  });
});

describe('A paced step of a mover', () => {
  let clock: VirtualClock;
  let released: boolean[];
  let ranks: number[];
  /** Time that each call waits for its permit, in milliseconds. */
  let waitMs: number;
  let steps: MoverSteps;

  beforeEach(() => {
    [clock, released, ranks, waitMs] = [new VirtualClock(), [], [], 0];
    const pace: StepPace = {
      nextRank: () => 7,
      async acquire(rank) {
        ranks.push(rank);
        if (waitMs > 0) await sleep(clock, waitMs);
        return { release: (isOverloaded) => released.push(isOverloaded) };
      },
    };
    steps = new MoverSteps({ clock, random: () => 1, limits, pace }, undefined);
  });

  it('has a permit for each attempt, and releases it with what the attempt shows about the load', async () => {
    let attempts = 0;
    const done = steps.run(() => (attempts++ < 2 ? Promise.reject(unavailable) : Promise.resolve('done')));
    await clock.advance(200);
    expect(await done).toBe('done');
    expect(released).toEqual([true, true, false]);
    expect(ranks).toEqual([7, 7, 7]);
  });

  it('releases its permit when it fails for a reason that shows nothing about the load', async () => {
    await expect(steps.run(() => Promise.reject(new WaveTakenOver('w')))).rejects.toThrow(WaveTakenOver);
    expect(released).toEqual([false]);
    let attempts = 0;
    const conflict = new TidemarkError('conflict', 'others write', { retryAfterSeconds: 1 });
    const done = steps.run(() => (attempts++ < 1 ? Promise.reject(conflict) : Promise.resolve('done')));
    await clock.advance(200);
    expect(await done).toBe('done');
    expect(released).toEqual([false, false, false]);
  });

  it('does not fail because it has waited for permits for long', async () => {
    waitMs = 10 * limits.retryTimeoutMs;
    let attempts = 0;
    const done = steps.run(() => (attempts++ < 2 ? Promise.reject(unavailable) : Promise.resolve('done')));
    await clock.advance(4 * waitMs);
    expect(await done).toBe('done');
  });

  it('needs no permit if it only waits', async () => {
    expect(await steps.run(() => Promise.resolve('done'), { isPaced: false })).toBe('done');
    expect(ranks).toEqual([]);
  });
});

describe('The wait for leases', () => {
  let clock: WallClock;
  let isOver: boolean;
  const begin = (): void => {
    isOver = false;
    const steps = new MoverSteps({ clock, random: Math.random, limits }, undefined);
    void waitSince(momentOf(clock), 100, clock, steps).then(() => (isOver = true));
  };

  beforeEach(() => {
    clock = new WallClock();
    begin();
  });

  it('ends when the time has passed', async () => {
    await clock.advance(99);
    expect(isOver).toBe(false);
    await clock.advance(2);
    expect(isOver).toBe(true);
  });

  it('ends although the sum of times is rounded', async () => {
    await clock.advance(28.7);
    begin();
    await clock.advance(102);
    expect(isOver).toBe(true);
  });

  it('is not shortened by a wall clock that is set forward', async () => {
    clock.aheadMs = 10_000;
    await clock.advance(99);
    expect(isOver).toBe(false);
  });

  it('is not shortened by a monotonic clock that is ahead of the wall clock', async () => {
    await clock.advance(50);
    clock.aheadMs = -40;
    await clock.advance(60);
    expect(isOver).toBe(false);
    await clock.advance(40);
    expect(isOver).toBe(true);
  });

  it('begins again when the wall clock is set back to before its begin', async () => {
    await clock.advance(50);
    clock.aheadMs = -1_000_000;
    await clock.advance(60);
    expect(isOver).toBe(false);
    await clock.advance(200);
    expect(isOver).toBe(true);
  });
});

it('cells are divided into chunks of bounded count and size, in their order', () => {
  const cell = (bytes: number) => ({ qualifier: Buffer.alloc(1), value: Buffer.alloc(bytes - 1) });
  const sizes = [3, 3, 3, 9, 1, 1, 1, 1].map(cell);
  const chunks = chunksOf(sizes, { chunkCellsMax: 3, chunkBytesMax: 6 });
  expect(chunks.map((chunk) => chunk.map(({ value }) => value.length + 1))).toEqual([
    [3, 3],
    [3],
    [9],
    [1, 1, 1],
    [1],
  ]);
  expect(chunksOf([], { chunkCellsMax: 3, chunkBytesMax: 6 })).toEqual([]);
});
