/** Random interleavings of publications, rollbacks, collections and reads, and the same without each guard. */
import { interleave, type RemovedGuard } from '../../../support/interleaved-generations';
import { TEST_SEED } from '../../../support/test-seed';

const SEEDS = Array.from({ length: 10 }, (_, at) => TEST_SEED * 1_000 + at);
/** Number of seeds within which a missing guard must be found. */
const GUARD_SEEDS = 20;
/** Guards, and which of the seeds finds that each is missing: it is tried first, to save time. */
const GUARDS: readonly (readonly [RemovedGuard, number])[] = [
  ['data-token', 7],
  ['pointer-token', 9],
  ['grace', 4],
  ['answer-age', 5],
  ['one-vector-per-read', 10],
];

describe('A reader of generations', () => {
  it('never sees a mixture of two generations, nor an object that a collection has emptied', async () => {
    const done = { reads: 0, publications: 0, collections: 0 };
    for (const seed of SEEDS) {
      const { violations, reads, publications, collections } = await interleave(seed);
      expect({ seed, violations }).toEqual({ seed, violations: [] });
      done.reads += reads;
      done.publications += publications;
      done.collections += collections;
    }
    expect(done.reads).toBeGreaterThan(500);
    expect(done.publications).toBeGreaterThan(50);
    expect(done.collections).toBeGreaterThan(25);
  }, 120_000);

  it.each(GUARDS)(
    'sees one of them without the guard %s',
    async (guard, first) => {
      for (let at = 0; at < GUARD_SEEDS; at++) {
        const seed = TEST_SEED * 1_000 + ((first + at) % GUARD_SEEDS);
        if ((await interleave(seed, guard)).violations.length > 0) return;
      }
      throw new Error(`${GUARD_SEEDS} interleavings without ${guard} have no violation`);
    },
    120_000,
  );
});
