import { ALL_GUARDS, CALM, LagWorld, LIMITS, type Conditions, type Guards } from './lag-world';

const SECOND = 1_000;
const SEEDS = [1, 2];
/** Not every seed shows the absence of a guard. */
const GUARD_SEEDS = [1, 2, 3];
/** Tolerance: one message in a hundred may be older than expected, and one event in a hundred published later. */
const MISSED_SHARE_MAX = 0.02;
const SHORT_DETOURS: Partial<Conditions> = { detourShare: 0.05, detourMs: 2_000 };

interface Found {
  /** Maximum share missing at any time. */
  readonly missed: number;
  /** Maximum lag of completeness while two consumers are active, and at the end. */
  readonly steadyMs: number;
  readonly atEndMs: number;
}

/** Two active consumers; one is killed, then the other, and new ones start with the backlog. Audited continuously. */
function simulate(seed: number, conditions: Partial<Conditions>, guards: Partial<Guards> = {}): Found {
  const world = new LagWorld(seed, { ...CALM, ...conditions }, { ...ALL_GUARDS, ...guards });
  let [missed, behindMs] = [0, 0];
  const audit = (ms: number): void => {
    for (let passedMs = 0; passedMs < ms; passedMs += 250) {
      world.run(250);
      missed = Math.max(missed, world.missedShare());
      behindMs = Math.max(behindMs, world.nowMs - (world.completeUpToMs() ?? 0));
    }
  };
  world.startConsumer();
  world.startConsumer();
  world.run(10 * SECOND);
  audit(20 * SECOND);
  const steadyMs = behindMs;
  world.killConsumer();
  audit(25 * SECOND);
  world.killConsumer();
  audit(15 * SECOND);
  world.startConsumer();
  world.startConsumer();
  audit(40 * SECOND);
  return { missed, steadyMs, atEndMs: world.nowMs - world.completeUpToMs()! };
}

describe('The reported completeness of counts, over simulated deliveries', () => {
  it.each<[string, Partial<Conditions>, number]>([
    ['all is calm', {}, 3],
    ['producers take long', { producerMeanMs: 1_000 }, 9],
    ['messages pass each other', SHORT_DETOURS, 6],
    ['some fail, and come again', { failedShare: 0.02, failedMs: 3_000 }, 15],
    ['some are slow to be written', { slowShare: 0.05, slowMs: 6_000 }, 10],
    ['all of that', { producerMeanMs: 400, ...SHORT_DETOURS, failedShare: 0.01, failedMs: 3_000 }, 20],
  ])('it is never overstated and rarely understated when %s', (_, conditions, seconds) => {
    for (const seed of SEEDS) {
      const { missed, steadyMs, atEndMs } = simulate(seed, conditions);
      expect(missed).toBeLessThanOrEqual(MISSED_SHARE_MAX);
      expect(steadyMs).toBeLessThan(seconds * SECOND);
      // The disorder of the backlog is remembered for a minute.
      expect(atEndMs).toBeLessThan(seconds * SECOND + 40 * SECOND);
    }
  });

  it.each<[keyof Guards, Partial<Conditions>]>([
    ['order', { detourShare: 0.2, detourMs: 8_000 }],
    ['held', { slowShare: 0.2, slowMs: 8_000, failedShare: 0.1, failedMs: 5_000 }],
    ['silence', { slowShare: 0.6, slowMs: 8_000 }],
    ['producers', { producerMeanMs: 1_000 }],
  ])('it would be overstated without the guard "%s"', (guard, conditions) => {
    const worst = (guards: Partial<Guards>): number =>
      Math.max(...GUARD_SEEDS.map((seed) => simulate(seed, conditions, guards).missed));
    expect(worst({ [guard]: false })).toBeGreaterThan(2 * MISSED_SHARE_MAX);
    expect(worst({})).toBeLessThanOrEqual(MISSED_SHARE_MAX);
  });

  it('it stands still while no consumer is active', () => {
    const world = new LagWorld(9, CALM);
    world.startConsumer();
    world.run(20 * SECOND);
    world.killConsumer();
    const completeMs = world.completeUpToMs();
    world.run(LIMITS.deadAfterMs + LIMITS.redeliveredAfterMs + 60 * SECOND);
    expect(world.completeUpToMs()).toBe(completeMs);
  });
});
