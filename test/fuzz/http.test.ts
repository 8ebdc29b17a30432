import { TEST_SEED } from '../support/test-seed';
import { runFuzz } from './harness';
import { part } from './http/part';

it('random requests, bytes and tokens find nothing wrong with `tidemark serve`', async () => {
  const report = await runFuzz(part, { seed: TEST_SEED, roundsMax: 2, durationMs: Infinity });
  expect(report.findings).toEqual([]);
  expect(report.cases).toBe(300);
  // The token passes the first checks and is rejected by later ones.
  for (const outcome of ['request: 200', 'request: 400', 'raw: 200', 'raw: 400'])
    expect(report.counts[outcome]).toBeGreaterThan(1);
});
