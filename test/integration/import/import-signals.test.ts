import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportCheckpoint } from '../../../src/ingest/import/run-import';
import type { ImportSummary } from '../../../src/ingest/import/import-summary';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const COUNT = 3_000;
/** Rate of the import that is interrupted: it takes some seconds longer than its first checkpoint. */
const ROWS_PER_SECOND = 400;

/** A batch cluster: rates are those of batch work. */
const TOPOLOGY = {
  project: 'tidemark',
  clientRegion: 'eu',
  instances: {
    tidemark: {
      clusters: { 'eu-a': { region: 'eu' }, 'eu-batch': { region: 'eu', zone: 'eu-b', role: 'batch' } },
      appProfiles: { eu: { cluster: 'eu-a' }, batch: { cluster: 'eu-batch', priority: 'low' } },
    },
  },
};

let world: ConsistencyWorld;
let folder: string;
beforeAll(async () => {
  world = await startConsistencyWorld(TOPOLOGY);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => world.close());

/** Returns a log of distinct clicks of new users. Line endings vary, and every hundredth line is malformed. */
function log(): string {
  const batch = randomUUID();
  const endings = ['\n', '\r\n', '\r'];
  const startMs = Date.now() - 86_400_000;
  const rows = Array.from({ length: COUNT }, (_, i) => {
    const ad = i % 100 === 50 ? '"a' : `a${i % 7}`;
    return `${batch}-${i % 50},click,${startMs + i * 1_000},${ad}${endings[i % 3]!}`;
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
    const file = join(folder, 'log.csv');
    writeFileSync(file, log());
    const env = world.env('eu');
    const args = ['import', file, '--json'];
    const hasStarted = (): boolean => settledBy(`${file}.tidemark-checkpoint`) > 0;
    const slowly = [...args, '--batch', '1', '--in-flight', '1'];
    const first = await runCli(slowly, {
      env: { ...env, TIDEMARK_BATCH_ROWS_PER_SECOND: String(ROWS_PER_SECOND) },
      interruptWhen: hasStarted,
      interruptWith,
    });
    expect(first.ended).toBe(ended);
    const settled = settledBy(`${file}.tidemark-checkpoint`);
    if (first.stdout !== '') expect((JSON.parse(first.stdout) as ImportSummary).records).toBe(settled);
    const second = await runCommandLine(args, { env });
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
    const run = { env: world.env('eu'), cwd: folder };
    const { ended, stderr } = await runCli(['import', 'nowhere.csv'], run);
    expect([ended, stderr]).toEqual([1, expect.stringMatching(/^tidemark: file: cannot be read: ENOENT/)]);
  });
});
