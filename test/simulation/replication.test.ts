import { runSeeds } from './harness';
import { simulation } from './replication';

/** The same ones each time, unless told otherwise; `npm run sim` looks for new ones. */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);
const SEEDS = Number(process.env['TIDEMARK_TEST_SEEDS'] ?? 60);

/** Writes, waits, stops, drops of families, restarts, …: a run must have had them all to mean something. */
const KINDS_OF_EVENTS = 15;

describe('The replication simulation', () => {
  it(`finds no violation in ${SEEDS} seeds from ${SEED} on`, async () => {
    const seeds = Array.from({ length: SEEDS }, (_, index) => SEED + index);
    const { failures, counts } = await runSeeds(simulation, seeds);
    expect(failures).toEqual([]);
    expect(Object.keys(counts)).toHaveLength(KINDS_OF_EVENTS);
  });

  it('does the same again with the same seed', async () => {
    const [first, second] = [await simulation.run(7, {}), await simulation.run(7, {})];
    expect(second).toEqual(first);
  });
});
