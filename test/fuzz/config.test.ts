import { TEST_SEED } from '../support/test-seed';
import { part } from './config/part';
import { runFuzz } from './harness';

it('random environments, files and command lines are taken, or refused in words', async () => {
  const report = await runFuzz(part, { seed: TEST_SEED, roundsMax: 2, durationMs: Infinity });
  expect(report.findings).toEqual([]);
  expect(report.cases).toBe(804);
  for (const outcome of ['environment: accepted', 'environment: refused', 'topology: refused'])
    expect(report.counts[outcome]).toBeGreaterThan(5);
});
