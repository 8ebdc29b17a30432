import { runSeeds } from './harness';
import { simulation } from './replication';

/** Fixed by default, so that a run repeats; `npm run sim` searches for new ones. */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);
const SEEDS = Number(process.env['TIDEMARK_TEST_SEEDS'] ?? 20);

/**
 * Minimum number of kinds of events (writes, waits, stops, drops of families, restarts, …) for a run to be meaningful.
 */
const KINDS_OF_EVENTS = 15;

describe('The replication simulation', () => {
  it(`the simulation finds no violation in ${SEEDS} seeds from ${SEED} on`, async () => {
    const seeds = Array.from({ length: SEEDS }, (_, index) => SEED + index);
    const { failures, counts } = await runSeeds(simulation, seeds);
    expect(failures).toEqual([]);
    expect(Object.keys(counts)).toHaveLength(KINDS_OF_EVENTS);
  });

  it('the same seed gives the same history', async () => {
    const [first, second] = [await simulation.run(7, {}), await simulation.run(7, {})];
    expect(second).toEqual(first);
  });
});
