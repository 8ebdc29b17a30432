import { simulation } from './erasure';
import type { Guard } from './erasure/guards';
import { remembering, runSeeds, verdictOf, type Flags, type SimulationReport } from './harness';

/** Fixed seeds unless configured otherwise; `npm run sim` uses new ones. Seed 20 is short, and shows the absence of each guard. */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 20);
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

/** Guards without which most seeds have a violation. The others need more seeds than a test has time for. */
const FREQUENT: readonly Guard[] = ['tombstone-at-read', 'hide-before-dedup', 'event-markers'];

describe(`The erasure simulation, from seed ${SEED} on`, () => {
  it(
    'nothing that was erased comes back, and nothing else is lost',
    async () => {
      const { failures, counts } = await run(1);
      expect(failures).toEqual([]);
      for (const what of ['reads of events checked', 'reads of objects checked', 'checks of certificates'])
        expect(counts[what]).toBeGreaterThan(25);
      for (const what of [
        'certificates of erasures',
        'eraser processes that died',
        'derived objects written',
        'events deleted by filters',
      ])
        expect(counts[what]).toBeGreaterThan(1);
      for (const what of [
        'hidden events removed by compaction',
        'reservations made',
        'certificates of withdrawals',
      ])
        expect(counts[what]).toBeGreaterThan(5);
    },
    TIMEOUT_MS,
  );

  it.each(FREQUENT)(
    'erased data comes back, or other data is lost, without the guard "%s"',
    async (guard) => {
      const flags = { without: guard };
      const report = await run(1, flags);
      expect(verdictOf(simulation, report, flags).ok).toBe(true);
      expect(report.failures[0]?.message).toMatch(/a strict read (shows|lacks)/);
      expect(report.failures[0]?.replay).toBe(
        `npm run sim -- erasure --without ${guard} --seed ${report.failures[0]?.seed}`,
      );
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
