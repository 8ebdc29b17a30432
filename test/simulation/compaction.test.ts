import { simulation } from './compaction';
import { GUARDS } from './compaction/broken';
import { type Flags, remembering, runSeeds, type SimulationReport, verdictOf } from './harness';

/** Fixed seeds unless configured otherwise; `npm run sim` uses new ones. Seed 8 is short, and shows the absence of each guard. */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 8);
/** Multiplier for the number of seeds of each test. */
const TIMES = Number(process.env['TIDEMARK_TEST_TIMES'] ?? 1);
const remembered = remembering(simulation);
const TIMEOUT_MS = 300_000;

const run = (seeds: number, flags: Flags = {}): Promise<SimulationReport> =>
  runSeeds(
    remembered,
    Array.from({ length: seeds * TIMES }, (_, index) => SEED + index),
    { flags },
  );

describe(`The compaction simulation, from seed ${SEED} on`, () => {
  it(
    'all counts are right before, during and after compaction',
    async () => {
      const { failures, counts } = await run(1);
      expect(failures).toEqual([]);
      expect(counts['reads of all counts']).toBeGreaterThan(200);
      expect(counts['reads while events come in']).toBeGreaterThan(100);
      expect(counts['compactions interrupted']).toBeGreaterThan(10);
      expect(counts['blocks written']).toBeGreaterThan(50);
      expect(counts['open days packed']).toBeGreaterThan(10);
      expect(counts['duplicates dropped']).toBeGreaterThan(10);
    },
    TIMEOUT_MS,
  );

  it.each(GUARDS)(
    'counts are wrong without the guard "%s"',
    async (guard) => {
      const flags = { without: guard };
      const report = await run(1, flags);
      expect(report.violations).toBeGreaterThan(0);
      expect(verdictOf(simulation, report, flags).ok).toBe(true);
      expect(report.failures[0]?.replay).toMatch(/^npm run sim -- compaction --without [a-z-]+ --seed \d+$/);
    },
    TIMEOUT_MS,
  );

  it(
    'the same seed repeats the same run',
    async () => {
      expect(await simulation.run(SEED, {})).toEqual(await remembered.run(SEED, {}));
    },
    TIMEOUT_MS,
  );
});
