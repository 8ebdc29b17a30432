import { remembering, runSeeds, type SimulationReport } from './harness';
import { simulation } from './sketches';
import { GUARDS } from './sketches/broken';

/** Fixed seeds unless configured otherwise; `npm run sim` uses new ones. */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);
/** Multiplier for the number of seeds of each test. */
const TIMES = Number(process.env['TIDEMARK_TEST_TIMES'] ?? 1);
const remembered = remembering(simulation);
const TIMEOUT_MS = 300_000;

/** Seed of the first whole run. From 1 on, the sixth one is short, and has everything that is asserted. */
const WHOLE_SEED = SEED + 5;

const run = (): Promise<SimulationReport> =>
  runSeeds(
    remembered,
    Array.from({ length: TIMES }, (_, index) => WHOLE_SEED + index),
  );

describe(`The simulation of sketches in two regions, from seed ${SEED} on`, () => {
  it(
    'every replica has all acknowledged events in the end, and loses none meanwhile',
    async () => {
      const { failures, counts } = await run();
      expect(failures).toEqual([]);
      expect(counts['events acknowledged']).toBeGreaterThan(2_000);
      expect(counts['events delivered again']).toBeGreaterThan(50);
      expect(counts['estimates checked']).toBeGreaterThan(10);
      expect(counts['columns removed']).toBeGreaterThan(500);
      expect(counts['looks at a replica']).toBeGreaterThan(20);
      expect(counts['links spoilt']).toBeGreaterThan(10);
      expect(counts['writers replaced']).toBeGreaterThan(10);
    },
    TIMEOUT_MS,
  );

  it(
    'a replica that has an earlier version of added items only keeps them when a later one is merged',
    async () => expect((await simulation.run(422_809_470, {})).violations).toEqual([]),
    TIMEOUT_MS,
  );

  it.each(GUARDS)(
    'sketches are wrong without the guard "%s"',
    async (guard) => {
      let violations = 0;
      // The first seeds do not show that this one is missing.
      const skipped = guard === 'content-names' ? 7 : 0;
      for (let seed = SEED + skipped; violations === 0 && seed < SEED + 8 * TIMES; seed++)
        ({ violations } = await runSeeds(simulation, [seed], { flags: { without: guard } }));
      expect(violations).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    'the same seed repeats the same run',
    async () => {
      expect(await simulation.run(WHOLE_SEED, {})).toEqual(await remembered.run(WHOLE_SEED, {}));
    },
    TIMEOUT_MS,
  );
});
