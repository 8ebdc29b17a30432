import { TEST_SEED } from '../support/test-seed';
import { part } from './config/part';
import { runFuzz } from './harness';

it('random environments, files and command lines are accepted or rejected with a message', async () => {
  const report = await runFuzz(part, { seed: TEST_SEED, roundsMax: 1, durationMs: Infinity });
  expect(report.findings).toEqual([]);
  expect(report.cases).toBe(402);
  for (const outcome of ['environment: accepted', 'environment: rejected', 'topology: rejected'])
    expect(report.counts[outcome]).toBeGreaterThan(1);
});
