import { remembering, runSeeds, verdictOf, type SimulationReport } from './harness';
import { simulation } from './residency';
import { GUARDS, type Guard } from './residency/guards';

/** First seed, the same in each run unless TIDEMARK_TEST_SEED is set. `npm run sim` tries new seeds. */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);
/** Seed of the runs that go on until the end. From 1 on, the 14th one is short, and has everything that is asserted. */
const WHOLE_SEED = SEED + 13;
const SEEDS_MAX = 20;
const remembered = remembering(simulation);
const TIMEOUT_MS = 120_000;

/**
 * Guards whose absence one of the first seeds shows, and how many seeds before it are skipped: these show nothing, or take longer.
 * `npm run sim -- residency --without <guard>` tries the others.
 */
const TESTED: readonly (readonly [Guard, skipped: number])[] = [
  ['postack', 25],
  ['prepare', 0],
  ['markers', 0],
  ['drain-token', 26],
  ['wall-clock', 0],
  ['fences', 0],
  ['tx-close', 7],
  ['feed-gap-check', 0],
  ['stays', 26],
  ['moved-rows', 26],
];

/** Returns the report of the first seed that finds a violation. */
async function firstFinding(without: Guard, skipped: number): Promise<SimulationReport> {
  for (let seed = SEED + skipped; ; seed++) {
    const report = await runSeeds(simulation, [seed], { flags: { without, 'first-violation': true } });
    if (report.violations > 0 || seed === SEED + skipped + SEEDS_MAX - 1) return report;
  }
}

describe(`The residency simulation, from seed ${SEED} on`, () => {
  it(
    'finds nothing lost, weak, exceeded or left behind',
    async () => {
      const { failures, counts } = await runSeeds(remembered, [WHOLE_SEED]);
      expect(failures).toEqual([]);
      expect(counts['reads checked: strict']).toBeGreaterThan(30);
      expect(counts['reads checked: bounded']).toBeGreaterThan(7);
      expect(counts['subjects with rows from before']).toBeGreaterThan(0);
      expect(counts['steps: ending']).toBeGreaterThan(1);
    },
    TIMEOUT_MS,
  );

  it.each(TESTED.map(([guard, skipped]) => [guard, GUARDS[guard], skipped] as const))(
    'finds a violation without %s: %s',
    async (without, _, skipped) => {
      const report = await firstFinding(without, skipped);
      expect(report.violations).toBeGreaterThan(0);
      expect(verdictOf(simulation, report, { without }).ok).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'does the same again with the same seed',
    async () => {
      expect(await simulation.run(WHOLE_SEED, {})).toEqual(await remembered.run(WHOLE_SEED, {}));
    },
    TIMEOUT_MS,
  );
});
