import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportCheckpoint } from '../../../src/ingest/import/run-import';
import type { ImportSummary } from '../../../src/ingest/import/import-summary';
import { importFixture } from '../../support/import-fixture';
import { runCli } from '../../support/run-cli';

const COUNT = 20_000;

const fixture = importFixture();

/** Returns a log of distinct clicks. Line endings vary, and every hundredth line is malformed. */
function log(): string {
  const endings = ['\n', '\r\n', '\r'];
  const startMs = Date.now() - 86_400_000;
  const rows = Array.from({ length: COUNT }, (_, i) => {
    const ad = i % 100 === 50 ? '"a' : `a${i % 7}`;
    return `u${i % 50},click,${startMs + i * 1_000},${ad}${endings[i % 3]!}`;
  });
  return `userId,action,eventTime,adId\n${rows.join('')}`;
}

describe('tidemark import, at a signal,', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 130],
    // The lock stays behind, and the next import takes it over.
    ['SIGKILL', 'SIGKILL'],
  ] as const)('%s ends it, and the next run resumes', async (interruptWith, ended) => {
    const file = join(fixture.folder, 'log.csv');
    writeFileSync(file, log());
    const env = { BIGTABLE_EMULATOR_HOST: fixture.store.endpoint };
    const args = ['import', file, '--json'];
    const hasStarted = (): boolean => settledBy(`${file}.tidemark-checkpoint`) > 0;
    const slowly = [...args, '--batch', '1', '--in-flight', '1'];
    const first = await runCli(slowly, { env, interruptWhen: hasStarted, interruptWith });
    expect(first.ended).toBe(ended);
    const settled = settledBy(`${file}.tidemark-checkpoint`);
    if (first.stdout !== '') expect((JSON.parse(first.stdout) as ImportSummary).records).toBe(settled);
    const second = await runCli(args, { env });
    // One record in a hundred is rejected.
    expect(second.ended).toBe(2);
    const rejected = COUNT / 100;
    expect(JSON.parse(second.stdout)).toMatchObject({
      status: 'complete',
      resumedAt: settled,
      records: COUNT,
      rejected,
      accepted: COUNT - rejected,
    });
  });
});

function settledBy(checkpoint: string): number {
  if (!existsSync(checkpoint)) return 0;
  return (JSON.parse(readFileSync(checkpoint, 'utf8')) as ImportCheckpoint).tally.records;
}

describe('tidemark import of a missing file', () => {
  it('names the file and ends by itself', async () => {
    const run = { env: { BIGTABLE_EMULATOR_HOST: fixture.store.endpoint }, cwd: fixture.folder };
    const { ended, stderr } = await runCli(['import', 'nowhere.csv'], run);
    expect([ended, stderr]).toEqual([1, expect.stringMatching(/^tidemark: file: cannot be read: ENOENT/)]);
  });
});
