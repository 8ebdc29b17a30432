import { UserLoad } from '../../../src/cli/tour/user-load';
import type { StepResult } from '../../../src/cli/tour/step-result';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import type { RegionStore } from '../../../src/cli/tour/region-store';
import { runCli } from '../../support/run-cli';
import { until } from '../../support/until';

/** Longer than the tour takes on a busy machine: half a minute on a quiet one. */
jest.setTimeout(300_000);

describe('tidemark tour residency', () => {
  it('moves a user from one jurisdiction to another under load, and finds every row in place', async () => {
    const { ended, stdout, stderr } = await runCli(['tour', 'residency', '--json']);
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
    const { ok, steps } = JSON.parse(stdout) as { ok: boolean; steps: readonly StepResult[] };
    expect({ failed: steps.filter((step) => !step.ok), ok }).toEqual({ failed: [], ok: true });
    expect(steps.map(({ kind }) => kind)).toEqual([
      'check',
      'write',
      'read',
      'check',
      'check',
      'read',
      'read',
      'check',
      'check',
    ]);
    const [before, after] = steps.filter(({ title }) => title === 'Find the rows of the user');
    // The first write may not have reached each cluster yet. The moved row has, by a token.
    expect(before!.clusters!.length).toBeGreaterThan(0);
    expect(['us-central', 'us-east']).toEqual(expect.arrayContaining([...before!.clusters!]));
    expect([...after!.clusters!].sort()).toEqual(['eu-north', 'eu-west']);
  });

  it('counts failed requests, and reads that lack acknowledged writes', async () => {
    let written = 0;
    const broken: RegionStore = {
      region: 'eu',
      write: (version) => {
        written = version;
        return Promise.resolve({ token: EMPTY_TOKEN, encoded: '', cluster: 'eu-a' });
      },
      read: ({ level }) =>
        written > 3
          ? Promise.reject(new Error(`no ${level} answer`))
          : Promise.resolve({ version: 0, evidence: {} as never }),
      close: () => Promise.resolve(),
    };
    const load = new UserLoad(broken, 0);
    await until(() => load.newest > 5);
    const { writes, staleReads, failures } = await load.stop();
    expect(writes).toBeGreaterThan(5);
    expect(staleReads).toBeGreaterThan(0);
    expect(failures).toContain('no strict answer');
  });
});
