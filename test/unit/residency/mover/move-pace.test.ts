import { MovePace, type CallPermit, type MovePaceLimits } from '../../../../src/residency/mover/move-pace';
import { tidemarkError } from '../../../support/tidemark-error';
import { VirtualClock } from '../../../support/virtual-clock';

const LIMITS: MovePaceLimits = {
  callsMin: 0.25,
  callsMax: 8,
  targetShare: 0.5,
  targetMinMs: 0.1,
  gain: 1,
  currentSamples: 4,
  baseIntervals: 10,
  baseIntervalMs: 60_000,
  decreaseFactor: 0.5,
  decreaseIntervalMs: 1_000,
  pauseMaxMs: 500,
};

/** Time by which timers may be early, in milliseconds: clocks of different resolutions are compared. */
const EARLY_MS = 1e-7;

describe('The pace of moves', () => {
  let clock: VirtualClock;
  let isServingSlow: boolean;
  let pace: MovePace;

  beforeEach(() => {
    clock = new VirtualClock();
    isServingSlow = false;
    pace = new MovePace({ clock, limits: LIMITS, isServingSlow: () => isServingSlow });
  });

  /** Lets serving be slow until the window is at its minimum. */
  async function slowServing(): Promise<void> {
    isServingSlow = true;
    for (let second = 0; second < 6; second++) {
      await clock.advance(1_000);
      (await pace.acquire(0, undefined)).release(false);
    }
    await clock.advance(1_000);
  }

  const settled = (): Promise<void> => clock.advance(0);

  /** Lets the transactions of a cluster take this time, until the window follows. */
  function transactions(durationMs: number): void {
    for (let at = 0; at < 200; at++) pace.onTransaction('a', durationMs);
  }

  /** Runs calls of waves without end, each of which takes a time, and counts those that end. */
  function runCalls(inFlight: number, callMs: number, rank = 0) {
    const tally = { ended: 0, inFlight: 0, inFlightMax: 0 };
    const loop = async (): Promise<void> => {
      for (;;) {
        const permit = await pace.acquire(rank, undefined);
        tally.inFlight += 1;
        tally.inFlightMax = Math.max(tally.inFlightMax, tally.inFlight);
        await new Promise<void>((resolve) => clock.schedule(callMs, resolve));
        tally.inFlight -= 1;
        tally.ended += 1;
        permit.release(false);
      }
    };
    for (let at = 0; at < inFlight; at++) void loop();
    return tally;
  }

  it('lets as many calls run as the window has, and others wait', async () => {
    transactions(10);
    expect(pace.callsInFlightMax).toBe(8);
    const tally = runCalls(20, 10);
    await clock.advance(1_000);
    expect(tally.inFlightMax).toBe(8);
    expect(tally.ended).toBeGreaterThanOrEqual(8 * 99);
  });

  it('keeps one call in flight for a share of the time while the window is below one call', async () => {
    await slowServing();
    expect(pace.callsInFlightMax).toBe(0.25);
    const tally = runCalls(20, 10);
    await clock.advance(10_000);
    expect(tally.inFlightMax).toBe(1);
    expect(tally.ended).toBeGreaterThanOrEqual(240);
    expect(tally.ended).toBeLessThanOrEqual(260);
  });

  it('begins a call after the pause although the timer was early', async () => {
    const { schedule } = clock;
    clock.schedule = (delayMs, run) => schedule(delayMs - EARLY_MS, run);
    await slowServing();
    const tally = runCalls(20, 10);
    await clock.advance(1_000);
    expect(tally.ended).toBeGreaterThanOrEqual(20);
  });

  it('never stops moves: a pause has a maximum, however slow calls are', async () => {
    await slowServing();
    const tally = runCalls(20, 5_000);
    await clock.advance(55_000);
    expect(tally.ended).toBe(10);
  });

  it('is fast again after serving and calls were slow', async () => {
    transactions(10);
    transactions(100);
    await slowServing();
    isServingSlow = false;
    const tally = runCalls(20, 10);
    await clock.advance(2_000);
    transactions(10);
    tally.ended = 0;
    await clock.advance(1_000);
    expect(tally.inFlightMax).toBe(8);
    expect(tally.ended).toBeGreaterThan(8 * 90);
  });

  it('lets calls of the wave that began first go first', async () => {
    const [first, second, third] = [pace.nextRank(), pace.nextRank(), pace.nextRank()];
    const permit = await pace.acquire(first, undefined);
    const order: string[] = [];
    const begin = (name: string, rank: number): void =>
      void pace.acquire(rank, undefined).then((next) => {
        order.push(name);
        next.release(false);
      });
    begin('third wave', third);
    begin('first wave', first);
    begin('second wave', second);
    begin('first wave, later', first);
    await settled();
    expect(order).toEqual([]);
    permit.release(false);
    await settled();
    expect(order).toEqual(['first wave', 'first wave, later', 'second wave', 'third wave']);
  });

  it('halves with each second in which serving is slow, and goes on when it is fast', async () => {
    transactions(10);
    const call = async (): Promise<void> => (await pace.acquire(0, undefined)).release(false);
    isServingSlow = true;
    const windows: number[] = [];
    for (let second = 0; second < 7; second++) {
      await clock.advance(1_000);
      await call();
      await call();
      transactions(10);
      windows.push(pace.callsInFlightMax);
    }
    expect(windows).toEqual([4, 2, 1, 0.5, 0.25, 0.25, 0.25]);
    isServingSlow = false;
    await clock.advance(1_000);
    await call();
    transactions(10);
    expect(pace.callsInFlightMax).toBe(8);
  });

  it('halves when a call fails because of overload', async () => {
    transactions(10);
    (await pace.acquire(0, undefined)).release(true);
    expect(pace.callsInFlightMax).toBe(4);
  });

  it('lets a call that is cancelled leave the queue', async () => {
    const abort = new AbortController();
    const permit = await pace.acquire(0, undefined);
    const waiting = expect(pace.acquire(0, abort.signal)).rejects.toThrow(
      tidemarkError('client_closed_request'),
    );
    let next: CallPermit | undefined;
    void pace.acquire(1, undefined).then((granted) => (next = granted));
    abort.abort(new Error('stop'));
    await waiting;
    permit.release(false);
    await settled();
    expect(next).toBeDefined();
    await expect(pace.acquire(0, abort.signal)).rejects.toThrow(tidemarkError('client_closed_request'));
  });
});
