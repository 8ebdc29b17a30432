import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PROJECT = join(__dirname, '../../..');

describe('examples/testing', () => {
  it('passes in Jest, with the official client and the built package', () => {
    const args = ['--rootDir', 'examples/testing', '--testMatch', '**/*.jest.js', '--no-cache'];
    const jest = join(PROJECT, 'node_modules/jest/bin/jest.js');
    const { status, stderr } = spawnSync(process.execPath, [jest, ...args, '--config', '{}'], {
      cwd: PROJECT,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining('Tests:       3 passed, 3 total')]);
  }, 120_000);
});
