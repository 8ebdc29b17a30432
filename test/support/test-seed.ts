/**
 * Seed of random tests. It is fixed, so that runs are reproducible; set TIDEMARK_TEST_SEED for another one.
 */
export const TEST_SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);
