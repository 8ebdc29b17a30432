import { execFileSync } from 'node:child_process';

it('received bytes do not bring V8 to collect all of its memory again and again', () => {
  const args = ['--require', './infra/scripts/register-ts.js', 'test/support/full-collections-child.ts'];
  const collections = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  // Node 24 has 6 with the flag and 15 without; Node 20 has 9.
  expect(collections).toBeLessThan(12);
});
