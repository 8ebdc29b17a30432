import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEFAULTS } from '../../../src/config/defaults';
import { EXACT_MAX } from '../../../src/core/sketches/sketch';
import type { LocalBigtable } from '../../../src/local-bigtable';
import { commandsIn } from '../../support/doc-commands';
import { runCommandLine } from '../../support/run-command';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

const shell = promisify(execFile);
const ROOT = join(__dirname, '../../..');
const DOC = readFileSync(join(ROOT, 'docs/campaign-counts.md'), 'utf8');
const [CURLS, COMMANDS] = [...DOC.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!) as [
  string,
  string,
];
const ID = '0b1e5000-0000-4000-8000-000000000001';

describe('docs/campaign-counts.md', () => {
  let store: LocalBigtable;
  let running: RunningApp;
  let folder: string;

  beforeAll(async () => {
    store = await startStore();
    running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint });
    folder = mkdtempSync(join(tmpdir(), 'tidemark-docs-'));
    // What `npx tidemark` runs, from the sources.
    const register = join(ROOT, 'infra/scripts/register-ts.js');
    const cli = join(ROOT, 'src/cli/tidemark.ts');
    const npx = `#!/bin/sh\nshift\nexec ${process.execPath} -r ${register} ${cli} "$@"\n`;
    writeFileSync(join(folder, 'npx'), npx);
    chmodSync(join(folder, 'npx'), 0o755);
  });
  afterAll(async () => {
    await running.app.drain();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the requests of the page succeed unchanged and count their own events', async () => {
    const commands = CURLS.replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${running.port}`);
    const { stdout } = await shell('sh', ['-ec', commands]);
    const one = { count: 1, exact: true, bounds: { lower: 1, upper: 1 } };
    const answer = stdout.slice(stdout.indexOf('{"dataType":"campaign_action"'));
    expect(JSON.parse(answer)).toMatchObject({
      campaigns: [{ id: ID, counts: { total: { view: { ...one, users: one } } } }],
    });
  });

  const env = (): NodeJS.ProcessEnv => ({
    PATH: `${folder}:${process.env['PATH']}`,
    BIGTABLE_EMULATOR_HOST: store.endpoint,
  });
  async function outputInShell(command: string): Promise<string> {
    const { stdout } = await shell('sh', ['-ec', command], { cwd: ROOT, env: env() });
    return stdout;
  }
  /** Lets the shell expand the arguments of a single command, and runs it in this process. */
  async function outputOf(command: string): Promise<string> {
    const args = await outputInShell(`npx() { shift; printf '%s\\n' "$@"; }\n${command}`);
    const run = await runCommandLine(args.trimEnd().split('\n'), { env: env() });
    expect(run).toMatchObject({ ended: 0 });
    return run.stdout;
  }

  it('the commands of the page run unchanged', async () => {
    const outputs: string[] = [];
    for (const command of commandsIn(COMMANDS)) {
      outputs.push(command.includes('|') ? await outputInShell(command) : await outputOf(command));
    }
    const [today, hourly, listed, json, dryRun, compacted, old] = outputs as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    expect(today).toMatch(new RegExp(`^${ID} +total +1 +0$`, 'm'));
    expect(hourly.match(new RegExp(`^${ID} +\\S+T\\d\\d:00Z +[01] +[01]$`, 'gm'))).toHaveLength(24);
    expect(listed).toMatch(new RegExp(`^${ID} +total +1 +0$`, 'm'));
    expect((JSON.parse(json) as { periods: unknown[] }).periods).toHaveLength(12);
    expect(dryRun).toMatch(/Nothing was changed\.$/m);
    expect(compacted).toMatch(/complete; 0 of 1 row had columns to merge/);
    expect(JSON.parse(old)).toMatchObject({ status: 'complete', rows: 0 });
  });

  it('the page quotes the limits of the code', () => {
    const { campaignCounts: limits } = DEFAULTS;
    const quoted = (value: number): string => value.toLocaleString('en-US');
    for (const phrase of [
      `up to ${quoted(EXACT_MAX)}`,
      `Up to ${quoted(limits.campaignsMax)} ids`,
      `both included; up to ${limits.daysMax}`,
      `at most ${quoted(limits.rowsMax)}, and the counts`,
      `at most ${quoted(limits.answerCountsMax)}`,
      `up to ${quoted(limits.rowsPerRead)} at a time`,
      `${limits.readBytesMax / 2 ** 20} MiB`,
      `margin of ${limits.newMarginMs / 1_000} s`,
    ]) {
      expect(DOC.replace(/\s+/g, ' ')).toContain(phrase);
    }
    expect([limits.fullReadIntervalMs, limits.writerIdleMs]).toEqual([60_000, 3_600_000]);
  });

  it('the page names every option of the commands', async () => {
    const { stdout } = await runCommandLine(['campaigns', 'compact', '--help'], { env: {} });
    for (const option of ['--idle', '--day', '--older-than', '--worker']) {
      expect(stdout).toContain(option);
      expect(DOC).toContain(option);
    }
  });
});
