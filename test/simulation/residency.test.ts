import { runSeeds, verdictOf, type SimulationReport } from './harness';
import { simulation } from './residency';
import { GUARDS, type Guard } from './residency/guards';

/** First seed, the same in each run unless TIDEMARK_TEST_SEED is set. `npm run sim` tries new seeds. */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);
const SEEDS = 2;
const SEEDS_MAX = 20;
const TIMEOUT_MS = 120_000;

/** Guards whose absence one of the first seeds shows. `npm run sim -- residency --without <guard>` tries the others. */
const TESTED: readonly Guard[] = [
  'postack',
  'prepare',
  'markers',
  'drain-token',
  'wall-clock',
  'fences',
  'tx-close',
  'feed-gap-check',
];

/** Returns the report of the first seed that finds a violation. */
async function firstFinding(without: Guard): Promise<SimulationReport> {
  for (let seed = SEED; ; seed++) {
    const report = await runSeeds(simulation, [seed], { flags: { without } });
    if (report.violations > 0 || seed === SEED + SEEDS_MAX - 1) return report;
  }
}

describe(`The residency simulation, from seed ${SEED} on`, () => {
  it(
    'finds nothing lost, weak, exceeded or left behind',
    async () => {
      const seeds = Array.from({ length: SEEDS }, (_, index) => SEED + index);
      const { failures, counts } = await runSeeds(simulation, seeds);
      expect(failures).toEqual([]);
      expect(counts['reads checked: strict']).toBeGreaterThan(60);
      expect(counts['reads checked: bounded']).toBeGreaterThan(15);
      expect(counts['subjects with rows from before']).toBeGreaterThan(0);
      expect(counts['steps: ending']).toBeGreaterThan(SEEDS);
    },
    TIMEOUT_MS,
  );

  it.each(TESTED.map((guard) => [guard, GUARDS[guard]] as const))(
    'finds a violation without %s: %s',
    async (without) => {
      const report = await firstFinding(without);
      expect(report.violations).toBeGreaterThan(0);
      expect(verdictOf(simulation, report, { without }).ok).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'does the same again with the same seed',
    async () => {
      const [first, second] = [await simulation.run(SEED, {}), await simulation.run(SEED, {})];
      expect(second).toEqual(first);
    },
    TIMEOUT_MS,
  );
});
