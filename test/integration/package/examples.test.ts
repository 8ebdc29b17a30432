import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PROJECT = join(__dirname, '../../..');

describe('examples/testing', () => {
  it('passes in Jest, with the official client and the built package', () => {
    const args = ['--config', 'examples/testing/jest.config.js', '--no-cache'];
    const jest = join(PROJECT, 'node_modules/jest/bin/jest.js');
    const { status, stderr } = spawnSync(process.execPath, [jest, ...args], {
      cwd: PROJECT,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining('Tests:       4 passed, 4 total')]);
  }, 120_000);

  it('passes in Vitest', () => {
    const vitest = join(PROJECT, 'node_modules/vitest/vitest.mjs');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [vitest, 'run', '--root', 'examples/testing'],
      {
        cwd: PROJECT,
        encoding: 'utf8',
        env: withoutJest(process.env),
      },
    );
    expect([status, stderr, stdout]).toEqual([
      0,
      expect.any(String),
      expect.stringMatching(/Tests +2 passed \(2\)/),
    ]);
  }, 120_000);
});

/** Returns the variables without those by which Jest would be taken for the framework of the tests. */
function withoutJest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => name !== 'JEST_WORKER_ID' && name !== 'NODE_ENV');
  return { ...Object.fromEntries(others), NO_COLOR: '1' };
}
