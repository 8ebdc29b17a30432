import { simulation } from './consistency';
import { type Flags, remembering, runSeeds, type SimulationReport, verdictOf } from './harness';

/**
 * First seed, the same in each run unless TIDEMARK_TEST_SEED is set: not every seed breaks a promise that is not kept, and how
 * many violations the audit finds is chance. `npm run sim` tries new seeds.
 */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);
/** Factor for the number of seeds of each test; from 2 on, runs are whole, and the exhaustive simulation has more scenarios. */
const TIMES = Number(process.env['TIDEMARK_TEST_TIMES'] ?? 1);
/** The seeds of short runs are those whose first reads meet many faults. */
const LENGTH: Flags = TIMES > 1 ? {} : { reads: '300' };
const TIMEOUT_MS = 300_000;

const SEEDS_MAX = 16;
const remembered = remembering(simulation);

const runFrom = (first: number, seeds: number, flags: Flags): Promise<SimulationReport> =>
  runSeeds(
    remembered,
    Array.from({ length: seeds * TIMES }, (_, index) => first + index),
    { flags },
  );
/** Runs the seed after so many that are skipped. */
const run = (skipped: number, flags: Flags = {}): Promise<SimulationReport> =>
  runFrom(SEED + skipped, 1, { ...flags, ...LENGTH });

interface Search {
  /** Seeds to skip, since nothing was found from seed 1 on before. 0 by default. */
  readonly skipped?: number;
}

/** Returns the report of the first seeds for which it holds: which ones these are, is chance. */
async function firstWhere(
  holds: (report: SimulationReport) => boolean,
  flags: Flags,
  { skipped = 0 }: Search = {},
): Promise<SimulationReport> {
  for (let first = SEED + skipped; ; first++) {
    const report = await runFrom(first, 1, flags);
    if (holds(report) || first + 1 >= SEED + skipped + SEEDS_MAX) return report;
  }
}

describe(`The consistency simulation, from seed ${SEED} on`, () => {
  it(
    'finds no promise broken, and no read failed that could have been answered',
    async () => {
      const { failures, counts } = await run(6);
      expect(failures).toEqual([]);
      expect(counts['reads checked']).toBeGreaterThan(250);
      expect(counts['audits violated']).toBeUndefined();
      const answered = Object.keys(counts).filter((name) => name.startsWith('answered: '));
      for (const level of ['eventual', 'at-least-as-fresh', 'bounded', 'strict']) {
        expect(answered).toContain(`answered: ${level} by nearest`);
      }
      expect(answered).toContain('answered: strict by origin');
      expect(counts['joined answers']).toBeGreaterThan(5);
    },
    TIMEOUT_MS,
  );

  // The exhaustive simulation below finds the absence of the other guards.
  it.each([
    ['answers are taken as they come', 'without-watermarks', 0],
    ['replication takes longer than reads are configured for', 'short-horizon', 0],
    ['versions follow the clock alone', 'without-hybrid-versions', 5],
  ])(
    'finds promises broken where %s',
    async (_, flag, skipped) => {
      const flags = { [flag]: true, 'first-violation': true } as const;
      const report = await firstWhere(({ violations }) => violations > 0, flags, { skipped });
      expect(report.violations).toBeGreaterThan(0);
      expect(verdictOf(simulation, report, flags).ok).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'finds none broken where clusters are added while some processes do not know of them',
    async () => {
      const { failures, counts } = await run(3, { 'add-accepting': true });
      expect(failures).toEqual([]);
      expect(counts['clusters added']).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    'finds none broken where rows overtake each other, by the evidence of rows',
    async () => {
      expect((await run(4, { reorder: true, evidence: 'row' })).failures).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'finds none broken where the commits of one row overtake each other',
    async () => {
      expect((await run(3, { 'reorder-within-row': true })).failures).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'finds some broken there by the evidence of heartbeats, and so does the audit',
    async () => {
      const flags: Flags = { reorder: true, evidence: 'row+shard', ...LENGTH };
      const isFound = (found: SimulationReport): boolean =>
        found.violations > 0 && verdictOf(simulation, found, flags).ok;
      const report = await firstWhere(isFound, flags, { skipped: 14 });
      expect(report.violations).toBeGreaterThan(0);
      expect(verdictOf(simulation, report, flags).ok).toBe(true);
      expect(report.failures[0]?.replay).toMatch(
        /^npm run sim -- consistency --reorder --evidence row\+shard (--reads 300 )?--seed \d+$/,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'does the same again with the same seed',
    async () => {
      const seed = SEED + 6;
      expect(await simulation.run(seed, LENGTH)).toEqual(await remembered.run(seed, LENGTH));
    },
    TIMEOUT_MS,
  );
});

describe('The exhaustive simulation of a small store', () => {
  const explored = (scenarios: readonly number[], flags: Flags = {}): Promise<SimulationReport> =>
    runSeeds(simulation, scenarios, { flags: { exhaustive: true, ...flags } });

  it(
    'finds no promise broken in any history of three writes of one process, or while a cluster is added',
    async () => {
      const { failures, counts } = await explored(
        TIMES > 1 ? [0, 1, 2, 3, 4, 5, 6, 7, 16, 18] : [0, 7, 16, 18],
      );
      expect(failures).toEqual([]);
      expect(counts['states of the store']).toBeGreaterThan(1_000);
      expect(counts['reads checked']).toBeGreaterThan(1_000);
    },
    TIMEOUT_MS,
  );

  it.each([
    ['deletions leave no marker', 'without-markers', 2],
    ['writes are acknowledged before every clock has passed their versions', 'without-commit-wait', 8],
    ['a watermark vouches for all before it', 'without-chain', 16],
    ['a cluster takes writes unannounced', 'without-announcements', 18],
  ])(
    'finds a history that breaks a promise where %s',
    async (_, flag, scenario) => {
      const { failures } = await explored([scenario], { [flag]: true });
      expect(failures[0]?.message).toMatch(/operation 0 begins.* → .*read begins at .* → .* shows /);
      expect(failures[0]?.replay).toBe(
        `npm run sim -- consistency --exhaustive --${flag} --seed ${scenario}`,
      );
    },
    TIMEOUT_MS,
  );

  it('takes every scenario for a seed, unless one is asked for', () => {
    expect(simulation.casesOf?.({ exhaustive: true })).toHaveLength(20);
    expect(simulation.casesOf?.({})).toBeUndefined();
  });
});
