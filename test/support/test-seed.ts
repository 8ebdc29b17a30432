/**
 * What random tests begin with. The same every time, so that no run fails which would have passed with other dice: for other ones
 * set TIDEMARK_TEST_SEED.
 */
export const TEST_SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);
