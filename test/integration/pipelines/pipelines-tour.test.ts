import type { StepResult } from '../../../src/cli/tour/step-result';
import { runCli } from '../../support/run-cli';

/** Longer than the tour takes on a busy machine: some twenty seconds on a quiet one. */
jest.setTimeout(240_000);

describe('tidemark tour pipelines', () => {
  it('publishes generations under load, resumes what was killed, and follows actions', async () => {
    const { ended, stdout, stderr } = await runCli(['tour', 'pipelines', '--json']);
    const { ok, steps } = JSON.parse(stdout) as { ok: boolean; steps: readonly StepResult[] };
    expect({ ended, stderr, failed: steps.filter((step) => !step.ok), ok }).toEqual({
      ended: 0,
      stderr: '',
      failed: [],
      ok: true,
    });
    expect(steps).toHaveLength(13);
    const why = Object.fromEntries(steps.map((step) => [step.title, step.why]));
    expect(why['Stop the readers']).toMatch(/^\d+ reads, .*: 0 of two generations, 0 without an object/);
    expect(why['From an action to the changed object']).toMatch(/in the median/);
  });
});
