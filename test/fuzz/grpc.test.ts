import { TEST_SEED } from '../support/test-seed';
import { part } from './grpc/part';
import { runFuzz } from './harness';

it('random messages and connections find nothing wrong with `tidemark local`', async () => {
  const report = await runFuzz(part, { seed: TEST_SEED, roundsMax: 4, durationMs: Infinity });
  expect(report.findings).toEqual([]);
  expect(report.cases).toBe(800);
  for (const outcome of ['call: status 0', 'call: status 3', 'broken connection: the server closed it'])
    expect(report.counts[outcome]).toBeGreaterThan(5);
});
