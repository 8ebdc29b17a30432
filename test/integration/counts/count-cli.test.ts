import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { click, inputsOf } from '../../support/events';
import type { CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

describe('tidemark count', () => {
  let store: EventStore;
  let folder: string;
  const now = Date.now();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-count-'));
    store = await embeddedEventStore();
    const events = [
      click(now - 60_000, { viewType: 'search' }),
      click(now - 120_000, { adId: 'a2' }),
      click(now - 180_000, { userId: 'u2' }),
    ];
    await store.ingest(inputsOf(events));
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const count = (...options: readonly string[]): Promise<CliRun> =>
    runCommandLine(['count', '--action', 'click', ...options], {
      env: { BIGTABLE_EMULATOR_HOST: store.endpoint },
    });

  it('prints a table, and the consistency and cost of the answer', async () => {
    const { stdout, ended } = await count(
      ...['--user', 'u1', '--entity', 'ad=a1,a9', '--window', '1d', '--explain'],
    );
    expect(ended).toBe(0);
    expect(stdout).toMatch(/^total +2$/m);
    expect(stdout).toMatch(/^ad a1 +1$/m);
    expect(stdout).toMatch(/^ad a9 +0$/m);
    expect(stdout).toContain('complete up to: unknown');
    expect(stdout).toMatch(/^read: 2 single events/m);
  });

  it('accepts conditions and groups, and prints the answer of the API', async () => {
    const { stdout } = await count(
      '--user',
      'u1',
      '--where',
      'viewType=*',
      '--group-by',
      'viewType',
      '--json',
    );
    expect(JSON.parse(stdout)).toMatchObject({ userId: 'u1', counts: { '1d': { total: { search: 1 } } } });
  });

  it('counts the users of a file, with one answer per batch', async () => {
    const file = join(folder, 'users.txt');
    writeFileSync(file, Array.from({ length: 150 }, (_, i) => `u${i}\n`).join(''));
    const { stdout, ended } = await count('--users-file', file, '--window', '1d', '--json');
    expect(ended).toBe(0);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { users: { userId: string; counts: object }[] });
    expect(answers.map(({ users }) => users.length)).toEqual([100, 50]);
    expect(answers[0]!.users.slice(0, 3)).toEqual([
      { userId: 'u0', counts: { '1d': { total: 0 } } },
      { userId: 'u1', counts: { '1d': { total: 2 } } },
      { userId: 'u2', counts: { '1d': { total: 1 } } },
    ]);
  });

  it('names the option that is missing', async () => {
    const { stderr, ended } = await count('--window', '1d');
    expect([ended, stderr]).toEqual([1, expect.stringContaining('--user: is required')]);
  });
});
