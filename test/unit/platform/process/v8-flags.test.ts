import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '../../../../src');

// V8 uses its flags from the moment at which they are set: code that it has optimized before keeps the earlier ones.
it.each(['main.ts', 'cli/tidemark.ts', 'workers/worker.ts'])(
  '%s sets the flags of V8 before all else',
  (file) => {
    const [first] = /^import .*/m.exec(readFileSync(join(SOURCE, file), 'utf8'))!;
    expect(first).toMatch(/^import '.*platform\/process\/v8-flags';$/);
  },
);

it('received bytes do not bring V8 to collect all of its memory again and again', () => {
  const args = ['--require', './infra/scripts/register-ts.js', 'test/support/full-collections-child.ts'];
  const collections = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  // Node 24 has 6 with the flag and 15 without; Node 20 has 9.
  expect(collections).toBeLessThan(12);
});
