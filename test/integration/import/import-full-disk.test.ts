import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFixture } from '../../support/import-fixture';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const fixture = importFixture();

describe('An import on a full disk', () => {
  it('has every rejected record after it is resumed', async () => {
    const withoutUser = { action: 'click', adId: 'a', eventTime: Date.now() - 60_000, userId: '' };
    const count = 300;
    const records = Array.from({ length: count }, () => JSON.stringify(withoutUser));
    writeFileSync(join(fixture.folder, 'in.ndjson'), records.join('\n'));
    const args = ['import', 'in.ndjson', '--rejects', 'rejects', '--batch', '20', '--json'];
    const run = { env: { BIGTABLE_EMULATOR_HOST: fixture.store.endpoint }, cwd: fixture.folder };
    const full = await runCli(args, { ...run, fileBlocksMax: 64 });
    expect([full.ended, full.stderr]).toEqual([1, expect.stringContaining('EFBIG')]);
    await runCommandLine(args, run);
    const kept = readFileSync(join(fixture.folder, 'rejects'), 'utf8').trim().split('\n');
    const lines = kept.map((line) => (JSON.parse(line) as { line: number }).line);
    expect(lines).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    // Rejected records contain user ids.
    expect(statSync(join(fixture.folder, 'rejects')).mode & 0o077).toBe(0);
  });
});
