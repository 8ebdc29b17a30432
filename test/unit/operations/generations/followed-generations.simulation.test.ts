/** Random interleavings of full passes, publications and workers that follow changes, and the same without each guard. */
import { followGenerations, type RemovedFollowGuard } from '../../../support/followed-generations';
import { TEST_SEED } from '../../../support/test-seed';

const COUNT = Number(process.env['TIDEMARK_TEST_GENERATION_SEEDS'] ?? 1);
const SEEDS = Array.from({ length: COUNT }, (_, at) => TEST_SEED * 1_000 + at);
/** Number of seeds within which a missing guard must be found. */
const GUARD_SEEDS = 20;
/** Guards, and which of the seeds finds that each is missing: it is tried first, to save time. */
const GUARDS: readonly (readonly [RemovedFollowGuard, number])[] = [
  ['candidates', 0],
  ['targets-after-changes', 0],
  ['one-mutation', 4],
  ['begin-token', 6],
  ['version-margin', 3],
  ['publish-watermark', 2],
];

describe('A generation that is published while workers follow changes', () => {
  it('lacks no change that readers of the one before have seen, and reflects all of them in the end', async () => {
    const done = { reads: 0, publications: 0, batches: 0 };
    for (const seed of SEEDS) {
      const { violations, reads, publications, batches } = await followGenerations(seed);
      expect({ seed, violations }).toEqual({ seed, violations: [] });
      done.reads += reads;
      done.publications += publications;
      done.batches += batches;
    }
    expect(done.reads).toBeGreaterThan(COUNT * 100);
    expect(done.publications).toBeGreaterThan(COUNT * 3);
    expect(done.batches).toBeGreaterThan(COUNT * 50);
  }, 120_000);

  it.each(GUARDS)(
    'lacks some without the guard %s',
    async (guard, first) => {
      for (let at = 0; at < GUARD_SEEDS; at++) {
        const seed = TEST_SEED * 1_000 + ((first + at) % GUARD_SEEDS);
        if ((await followGenerations(seed, guard)).violations.length > 0) return;
      }
      throw new Error(`${GUARD_SEEDS} interleavings without ${guard} have no violation`);
    },
    120_000,
  );
});
