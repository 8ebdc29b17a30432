/** Random interleavings of publications, rollbacks, collections and reads, and the same without each guard. */
import { interleave, type RemovedGuard } from '../../../support/interleaved-generations';
import { TEST_SEED } from '../../../support/test-seed';

const SEEDS = Array.from({ length: 20 }, (_, at) => TEST_SEED * 1_000 + at);

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
    expect(done.reads).toBeGreaterThan(1_000);
    expect(done.publications).toBeGreaterThan(100);
    expect(done.collections).toBeGreaterThan(50);
  }, 120_000);

  it.each<RemovedGuard>(['data-token', 'pointer-token', 'grace', 'answer-age', 'one-vector-per-read'])(
    'sees one of them without the guard %s',
    async (guard) => {
      for (const seed of SEEDS) if ((await interleave(seed, guard)).violations.length > 0) return;
      throw new Error(`${SEEDS.length} interleavings without ${guard} have no violation`);
    },
    120_000,
  );
});
